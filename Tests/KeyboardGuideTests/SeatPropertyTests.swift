import Geometry
import KeyboardGuide
import Testing

/// Whatever happens in whatever order, these hold.
@Suite struct SeatPropertyTests {
  /// A small generator of its own, so that a failing seed fails again (SplitMix64).
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private let windows = (1...3).map(WindowID.init)
  private let keyboards = ["a", "b"].map(DeviceID.init)

  private func randomInput(_ generator: inout Generator) -> SeatInput {
    let window = windows.randomElement(using: &generator) ?? windows[0]
    let keyboard = keyboards.randomElement(using: &generator) ?? keyboards[0]
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .attached(keyboard)
    case 1: return .detached(keyboard)
    case 2: return .modifiersHeld(Modifiers(rawValue: UInt8.random(in: 0..<8, using: &generator)), on: keyboard)
    case 3: return .windowOpened(window, Window(followsUndockedKeyboard: .random(using: &generator)), focus: nil)
    case 4: return .windowClosed(window)
    case 5: return .focused(window: window, view: "field")
    case 6: return .focused(window: window, view: nil)
    default: return .deadlineReached
    }
  }

  @Test(
    "any sequence keeps the guide inside, one did for its will, silence without change, and can be undone",
    arguments: UInt64(1)...200)
  func invariants(seed: UInt64) {
    var generator = Generator(state: seed)
    let pristine = Seat(configuration: SeatFixture.configuration)
    var seat = pristine
    var now = Instant(microseconds: 0)
    var open: [WindowID: Int] = [:]
    for _ in 0..<60 {
      let input = randomInput(&generator)
      now = now.advanced(bySeconds: .random(in: 0...0.4, using: &generator))
      let before = seat
      let changes = seat.apply(input, at: now)
      for window in windows {
        guard let guide = seat.guide(of: window) else {
          open[window] = nil
          continue
        }
        #expect(guide.frame.intersection(seat.screen.bounds) == guide.frame)
        #expect(guide.near == .bottom)
        let told = changes.notifications(for: window)
        if told == nil { #expect(before.guide(of: window) == guide, "a change must be told") }
        if told == [] { #expect(before.guide(of: window) != guide, "nothing must be told without a change") }
        // Wills that have had no did: at most the running one.
        for notification in told ?? [] {
          switch notification {
          case .willChangeFrame: open[window] = 1
          case .didChangeFrame:
            #expect(open[window] == 1, "a did without its will")
            open[window] = 0
          default: break
          }
        }
      }
      #expect((seat.deadline == nil) == (seat.transition == nil))
    }
    // Take everything away, and let it come to rest.
    for window in windows { _ = seat.apply(.windowClosed(window), at: now) }
    for keyboard in keyboards { _ = seat.apply(.detached(keyboard), at: now) }
    if let deadline = seat.deadline { _ = seat.apply(.deadlineReached, at: deadline) }
    #expect(seat == pristine)
  }

  @Test("the state at rest is a function of the facts, not of their order", arguments: UInt64(1)...50)
  func order(seed: UInt64) {
    let facts: [SeatInput] = [
      .attached(keyboards[0]), .attached(keyboards[1]),
      .windowOpened(windows[0], Window(followsUndockedKeyboard: true), focus: "field"),
      .windowOpened(windows[1], Window(followsUndockedKeyboard: false), focus: nil),
    ]
    func settled(_ inputs: [SeatInput]) -> Seat {
      var seat = Seat(configuration: SeatFixture.configuration)
      for input in inputs { _ = seat.apply(input, at: Instant(microseconds: 5)) }
      if let deadline = seat.deadline { _ = seat.apply(.deadlineReached, at: deadline) }
      return seat
    }
    var generator = Generator(state: seed)
    #expect(settled(facts.shuffled(using: &generator)) == settled(facts))
  }

  @Test("the same inputs give the same changes")
  func replay() {
    func run() -> [[SeatChange]] {
      var generator = Generator(state: 42)
      var seat = Seat(configuration: SeatFixture.configuration)
      return (0..<500).map { seat.apply(randomInput(&generator), at: Instant(microseconds: UInt64($0) * 100_000)) }
    }
    #expect(run() == run())
  }
}
