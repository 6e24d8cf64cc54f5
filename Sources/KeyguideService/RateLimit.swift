/// How often something may be done: so often at once, and then once in each interval (a token bucket).
struct RateLimit {
  let burst: Int
  /// In microseconds.
  let interval: UInt64
  private var tokens: Int
  private var refilled: UInt64?

  init(burst: Int, interval: UInt64) {
    self.burst = burst
    self.interval = interval
    tokens = burst
  }

  /// Takes one turn at the given moment, in microseconds of a clock that never goes back; nil: there is one.
  ///
  /// Else it is left for later: the moment when there will be one.
  mutating func take(at now: UInt64) -> UInt64? {
    let since = refilled ?? now
    let earned = (now - min(since, now)) / interval
    tokens = Int(min(UInt64(burst), UInt64(tokens) + min(earned, UInt64(burst))))
    // What is left of an interval counts towards the next turn, but a full bucket earns nothing.
    refilled = tokens == burst ? now : since + earned * interval
    guard tokens > 0 else { return (refilled ?? now) + interval }
    tokens -= 1
    return nil
  }
}
