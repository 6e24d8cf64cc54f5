/// How long to wait before connecting again: longer after each failure, up to a limit, and never in step with others.
public struct Backoff: Equatable, Sendable {
  /// The longest wait after the first failure.
  public var first: Duration
  /// No wait is longer.
  public var longest: Duration
  /// By how much each wait may be shorter than that, as a share from 0 to 1: a hundred clients of a daemon that was
  /// restarted do not all come at once.
  public var jitter: Double
  private var failures = 0

  /// Waits that double from 100 ms to 10 s, each up to a half shorter.
  public init(first: Duration = .milliseconds(100), longest: Duration = .seconds(10), jitter: Double = 0.5) {
    self.first = first
    self.longest = longest
    self.jitter = min(max(jitter, 0), 1)
  }

  /// The wait after another failure.
  public mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    // 2^20 times the first is beyond any limit.
    let full = min(longest, first * (1 << min(failures, 20)))
    failures += 1
    return full * (1 - jitter * Double.random(in: 0...1, using: &generator))
  }

  /// The connection works: the next failure is a first one again.
  public mutating func reset() {
    failures = 0
  }
}
