/// A rate that is kept in the long run, with room for a burst: one token a call, and they come back in time.
nonisolated struct TokenBucket: Equatable, Sendable {
  private let microsecondsPerToken: UInt64
  private let burst: UInt64
  /// When the bucket is full again, in microseconds: the one number that says how many tokens there are.
  private var fullAt: UInt64 = 0

  /// A full bucket; nil for a rate of 0, which is none.
  init?(perSecond rate: Int, burst: Int) {
    guard rate > 0 else { return nil }
    microsecondsPerToken = max(1, 1_000_000 / UInt64(clamping: rate))
    self.burst = UInt64(clamping: max(1, min(burst, 1_000_000)))
  }

  /// Takes a token, which must be there; returns when the next one is, if it is not there yet.
  mutating func take(at now: UInt64) -> UInt64? {
    fullAt = max(fullAt, now) + microsecondsPerToken
    // With `burst` tokens taken the bucket is empty, and full again after as many spans of time.
    let oneIsThere = fullAt - min(fullAt, microsecondsPerToken * (burst - 1))
    return oneIsThere > now ? oneIsThere : nil
  }
}
