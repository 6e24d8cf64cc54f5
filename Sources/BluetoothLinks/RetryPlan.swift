/// When to connect again after a connection has failed: later each time, and some day no more.
///
/// Waiting for a bus that is not there is no failure. One that turns us away at once must not cost a wake-up for ever.
nonisolated struct RetryPlan: Equatable, Sendable {
  static let shortest: UInt64 = 500_000
  static let longest: UInt64 = 64_000_000

  private var next = Self.shortest

  /// The delay in microseconds after a connection that has stood so long, 0 if it never did; nil to give up.
  mutating func delay(afterConnectionOf microseconds: UInt64) -> UInt64? {
    if microseconds >= Self.longest { next = Self.shortest }
    guard next <= Self.longest else { return nil }
    defer { next *= 2 }
    return next
  }
}
