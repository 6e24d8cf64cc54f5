import KeyActivity
import Testing

/// A random generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct KeyReaderPropertyTests {
  /// A few codes only, so that they meet.
  private static func event(_ random: inout SeededGenerator) -> NodeEvent {
    func some() -> Set<UInt16> { Set((0..<3).map { _ in .random(in: 28...33, using: &random) }) }
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return .removed
    case 1: return .revoked
    case 2, 3: return .opened(NodeState(down: Bool.random(using: &random) ? some() : nil))
    case 4: return .state(NodeState(down: some(), switches: some().isDisjoint(with: [28]) ? [1] : []))
    case 5: return Raw.dropped
    case 6: return .suspended
    case 7: return .grabbed
    case 8...12: return Raw.report
    case 13: return Raw.toggle(1, Int32.random(in: 0...1, using: &random))
    default: return Raw.key(.random(in: 28...33, using: &random), .random(in: 0...2, using: &random))
    }
  }

  @Test("every hold begins once and ends once, and what is not ended is down", arguments: 0..<60 as Range<UInt64>)
  func holds(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    var reader = KeyReader()
    var held: Set<UInt16> = []
    for _ in 0..<500 {
      let event = Self.event(&random)
      for change in reader.take(event) {
        switch change {
        case .pressed(let key), .adopted(let key): #expect(held.insert(key).inserted)
        case .released(let key), .ended(let key): #expect(held.remove(key) != nil)
        case .repeated(let key), .duplicatePress(let key): #expect(held.contains(key))
        case .strayRelease(let key): #expect(!held.contains(key))
        case .switched(let known, let isOn): #expect(reader.switches.contains(known) == isOn)
        case .eventsLost: #expect(event == Raw.dropped)
        }
      }
      #expect(reader.down == held)
      if event == .removed || event == .revoked { #expect(held.isEmpty && !reader.isOpen) }
      if case .state(let state) = event, reader.isOpen { #expect(state.down == held) }
    }
  }

  @Test("whatever happened to a node, its removal undoes", arguments: 0..<30 as Range<UInt64>)
  func removal(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    var reader = KeyReader()
    for _ in 0..<200 { _ = reader.take(Self.event(&random)) }
    _ = reader.take(.removed)
    #expect(reader == KeyReader(isOpen: false))
    let changes = reader.take(.removed)
    #expect(changes.isEmpty)
  }

  @Test("the same state twice changes nothing", arguments: 0..<30 as Range<UInt64>)
  func sameState(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    var reader = KeyReader()
    for _ in 0..<200 {
      _ = reader.take(Self.event(&random))
      _ = reader.take(.opened(NodeState(down: reader.down, switches: [1], leds: reader.leds)))
      let state = NodeState(down: reader.down, switches: [1], leds: reader.leds)
      let before = reader
      let changes = reader.take(.state(state))
      #expect(changes.isEmpty)
      #expect(reader == before)
    }
  }
}

@Suite struct TypingJudgePropertyTests {
  private static let letters = Typist.keys("qwertyuiopasdfghjklzxcvbnm")

  @Test("events that are a few milliseconds apart prove nothing", arguments: 0..<60 as Range<UInt64>)
  func bursts(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var judge = TypingJudge()
    var down: Set<UInt16> = []
    var time = 0
    for _ in 0..<3000 {
      // A burst may begin after any pause.
      time += Int.random(in: 0..<150, using: &random) == 0 ? 9_000_000 : .random(in: 0..<5000, using: &random)
      let key = try #require(Self.letters.randomElement(using: &random))
      let change: KeyChange = down.remove(key) != nil ? .released(key) : .pressed(key)
      if case .pressed = change { down.insert(key) }
      let isProof = judge.take(change, at: time)
      #expect(!isProof)
    }
  }

  @Test("one letter at a time, too short for a finger, proves nothing", arguments: 0..<60 as Range<UInt64>)
  func touches(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var typist = Typist()
    for _ in 0..<400 {
      let key = try #require(Self.letters.randomElement(using: &random))
      typist.type([key], hold: .random(in: 0...24, using: &random), rest: .random(in: 0...900, using: &random))
    }
    #expect(!typist.isProven)
  }

  @Test("no stream without letters proves anything", arguments: 0..<60 as Range<UInt64>)
  func withoutLetters(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let keys = (1...255 as ClosedRange<UInt16>).filter { !Self.letters.contains($0) }
    var typist = Typist()
    for _ in 0..<400 {
      let key = try #require(keys.randomElement(using: &random))
      typist.type([key], hold: .random(in: 30...200, using: &random), rest: .random(in: 20...400, using: &random))
    }
    #expect(!typist.isProven)
  }

  @Test("a person of any speed is believed within a line of text", arguments: 0..<200 as Range<UInt64>)
  func people(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let pace = Int.random(in: 70...1500, using: &random)
    let hold = Int.random(in: 55...180, using: &random)
    let text = Typist.keys("people write their own lines at the speed that suits them")
    var typist = Typist()
    // People vary by a third, and now and then two letters come nearly together.
    typist.roll(
      text,
      gaps: text.map { _ in
        Int.random(in: 0..<20, using: &random) == 0
          ? .random(in: 5...30, using: &random) : .random(in: pace * 2 / 3...pace * 4 / 3, using: &random)
      },
      holds: text.map { _ in .random(in: hold * 2 / 3...hold * 4 / 3, using: &random) })
    #expect(typist.isProven)
  }

  @Test("only differences of time count", arguments: [-7_000_000_000, -1, 1, 86_400_000_000])
  func shift(offset: Int) {
    var typist = Typist()
    typist.roll(Typist.keys("the same text at another time"), gaps: [90, 120, 75, 210], holds: [80, 100])
    var judge = TypingJudge()
    var shifted = TypingJudge()
    for moment in typist.moments {
      let isProof = judge.take(moment.change, at: moment.time)
      let isShiftedProof = shifted.take(moment.change, at: moment.time + offset)
      #expect(isProof == isShiftedProof)
    }
    #expect(judge.isProven)
  }
}
