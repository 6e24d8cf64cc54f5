/// What one run of typing has shown so far.
struct TypingRun: Equatable, Sendable {
  /// Events of keys closer than this come from firmware, or from two fingers by chance. In microseconds.
  static let shortestStep = 5_000
  /// One in this many events may be that close.
  static let stepTolerance = 3
  /// Even intervals between presses, up to this one, are a machine's: a person would type 130 words a minute.
  static let longestEvenGap = 90_000
  /// The same for the intervals between any two events.
  static let longestEvenStep = 45_000

  /// The letter places under the right hand (Y to P, H to L, N and M).
  ///
  /// Text needs both hands sooner or later; the keys of game pads, macro pads and arcade boards lie around WASD.
  private static let rightHand: Set<UInt16> = Set([21, 22, 23, 24, 25, 35, 36, 37, 38, 49, 50])

  private var pace = PaceMeter()
  private var gaps = Cadence(upTo: longestEvenGap)
  private var steps = Cadence(upTo: longestEvenStep)
  private var overlaps = false
  private var events = 0
  private var closeEvents = 0
  private var last: Int?
  /// Letters that are down and were pressed without a command key.
  private var candidates: Set<UInt16> = []
  /// Letters that a finger has typed.
  private var letters: Set<UInt16> = []

  var presses: Int { pace.presses }

  /// Whether an event at this time still belongs to the run.
  func continues(at time: Int) -> Bool {
    guard let last else { return true }
    return (0...TypingJudge.longestPause).contains(time - last)
  }

  mutating func press(_ key: UInt16, _ kind: KeyKind, isCommand: Bool, at time: Int) {
    step(to: time)
    guard !kind.isModifier else { return }
    pace.press(key, at: time)
    gaps.tick(at: time)
    if kind == .letter, !isCommand { candidates.insert(key) }
  }

  mutating func release(_ key: UInt16, _ kind: KeyKind, at time: Int) {
    // A key that went down in an earlier run: it still moves the clock.
    step(to: time)
    guard !kind.isModifier else { return }
    if pace.release(key, at: time), candidates.contains(key) { letters.insert(key) }
    candidates.remove(key)
    // Firmware lets go of a key before the next one, or in the same frame; fingers roll.
    overlaps = overlaps || pace.isHolding(before: time)
  }

  /// Forgets a key whose release will not come.
  mutating func forget(_ key: UInt16) {
    pace.forget(key)
    candidates.remove(key)
  }

  /// Whether what was seen is text typed by a person.
  var isText: Bool {
    letters.count >= TypingJudge.letters
      && !letters.isDisjoint(with: Self.rightHand) && !letters.isSubset(of: Self.rightHand)
      && pace.isWithinTolerance
      && closeEvents * Self.stepTolerance <= events
      && (overlaps || !gaps.isEven && !steps.isEven)
  }

  private mutating func step(to time: Int) {
    events += 1
    if let last, time - last < Self.shortestStep { closeEvents += 1 }
    steps.tick(at: time)
    last = time
  }
}
