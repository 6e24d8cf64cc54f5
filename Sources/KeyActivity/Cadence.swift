/// Whether events follow each other like the ticks of a clock, which a person's never do.
///
/// A device that is told to type slowly keeps one interval between its events; at the speed of a fast typist a person's
/// intervals differ by more than a few polls of the bus.
struct Cadence: Equatable, Sendable {
  /// Two polls of a slow USB device: intervals that differ by no more count as equal.
  static let jitter = 16_000
  /// Fewer intervals say nothing.
  static let fewestIntervals = 3

  /// Longer intervals are pauses, between the bursts of a machine as well as in a person's typing.
  static let shortestPause = 300_000
  /// One in this many intervals may be too long for the cadence and too short for a pause.
  static let tolerance = 4

  /// Longer intervals may be even by chance.
  private let longest: Int
  private var shortestSeen = Int.max
  private var longestSeen = 0
  private var count = 0
  private var slower = 0
  private var last: Int?

  init(upTo longest: Int) {
    self.longest = longest
  }

  mutating func tick(at time: Int) {
    if let last { take(interval: time - last) }
    last = time
  }

  private mutating func take(interval: Int) {
    if (0...longest).contains(interval) {
      count += 1
      shortestSeen = min(shortestSeen, interval)
      longestSeen = max(longestSeen, interval)
    } else if (0..<Self.shortestPause).contains(interval) {
      slower += 1
    }
  }

  var isEven: Bool {
    count >= Self.fewestIntervals && slower * Self.tolerance <= count && longestSeen - shortestSeen <= Self.jitter
  }
}
