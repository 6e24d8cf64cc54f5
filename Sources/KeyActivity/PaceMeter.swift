/// Counts how long keys are held and how soon they follow each other; all times are in microseconds.
///
/// A hold or gap with a negative length (somebody set the clock) counts as unknown.
struct PaceMeter: Equatable, Sendable {
  /// A finger takes longer to go down and up; scanners, tokens and firmware take 1 to 15 ms.
  static let shortestHold = 25_000
  /// Beyond this a key is being held, not typed.
  static let longestHold = 1_000_000
  /// Two fingers seldom follow each other faster, even when they roll over the keys.
  static let shortestGap = 20_000
  /// One in this many holds or gaps may be too short for a person: rolled letters, a brushed key.
  static let tolerance = 4

  /// When the keys that are down were pressed.
  private var down: [UInt16: Int] = [:]
  private var lastPress: Int?
  private(set) var presses = 0
  private var holds = 0
  private var hastyHolds = 0
  private var gaps = 0
  private var hastyGaps = 0

  /// Takes a press of a key that is no modifier.
  mutating func press(_ key: UInt16, at time: Int) {
    presses += 1
    if let lastPress, time >= lastPress {
      gaps += 1
      if time - lastPress < Self.shortestGap { hastyGaps += 1 }
    }
    down[key] = time
    lastPress = time
  }

  /// Takes a release; says whether the key was down as long as a typing finger holds it.
  mutating func release(_ key: UInt16, at time: Int) -> Bool {
    guard let press = down.removeValue(forKey: key), time >= press else { return false }
    let hold = time - press
    holds += 1
    if hold < Self.shortestHold { hastyHolds += 1 }
    return (Self.shortestHold...Self.longestHold).contains(hold)
  }

  /// Forgets a press whose release will not be seen.
  mutating func forget(_ key: UInt16) {
    down[key] = nil
  }

  /// Whether a key that was pressed before this time is still down.
  func isHolding(before time: Int) -> Bool {
    down.values.contains { $0 < time }
  }

  /// Whether nearly all holds and gaps are long enough for a person; nothing speaks against an empty count.
  var isWithinTolerance: Bool {
    hastyHolds * Self.tolerance <= holds && hastyGaps * Self.tolerance <= gaps
  }

  /// True for a person's pace, false for a machine's, nil when the holds do not tell.
  var isHuman: Bool? {
    guard holds > 0 else { return nil }
    if isWithinTolerance { return true }
    return hastyHolds * 2 > holds ? false : nil
  }
}
