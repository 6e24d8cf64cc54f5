/// A rate that is kept in the long run, with room for a burst: one token a turn, and they come back in time.
public nonisolated struct TokenBucket: Equatable, Sendable {
  private let interval: UInt64
  private let burst: UInt64
  /// When the bucket is full again, in microseconds: the one number that says how many tokens there are.
  private var fullAt: UInt64 = 0

  /// A full bucket of `burst` tokens, to which one comes back in each interval, in microseconds.
  public init(interval: UInt64, burst: Int) {
    self.interval = max(1, interval)
    self.burst = UInt64(clamping: max(1, min(burst, 1_000_000)))
  }

  /// A full bucket; nil for a rate of 0, which is none.
  public init?(perSecond rate: Int, burst: Int) {
    guard rate > 0 else { return nil }
    self.init(interval: 1_000_000 / UInt64(clamping: rate), burst: burst)
  }

  /// Takes a token if there is one; else nothing is taken, and the moment is returned when there will be one.
  ///
  /// Moments are microseconds of a clock; one that goes back gives nothing away.
  public mutating func take(at now: UInt64) -> UInt64? {
    guard nextToken <= now else { return nextToken }
    _ = pay(at: now)
    return nil
  }

  /// Takes tokens, of which one must be there; returns the moment when there is another one, if there is none now.
  public mutating func pay(_ tokens: Int = 1, at now: UInt64) -> UInt64? {
    fullAt = max(fullAt, now) + interval * UInt64(clamping: tokens)
    return nextToken > now ? nextToken : nil
  }

  /// When there is a token: with `burst` of them taken the bucket is empty, and full again after as many intervals.
  private var nextToken: UInt64 { fullAt - min(fullAt, interval * (burst - 1)) }
}
