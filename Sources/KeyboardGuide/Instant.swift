/// A moment on the monotonic clock (CLOCK_MONOTONIC), in microseconds since an arbitrary start.
///
/// The core is told the time with every input and never reads a clock, so that a recording replays to the same bytes.
public struct Instant: Comparable, Hashable, Sendable {
  public var microseconds: UInt64

  public init(microseconds: UInt64) {
    self.microseconds = microseconds
  }

  public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

  /// The moment so many seconds later; a negative or absurd span adds nothing.
  public func advanced(bySeconds seconds: Double) -> Instant {
    guard seconds > 0, seconds < 1e9 else { return self }
    return Instant(microseconds: microseconds &+ UInt64(seconds * 1e6))
  }
}
