import CLinux
import Glibc
import Varlink

/// What a subscription waits with before it connects again. Tests bring their own, in which no time passes.
public protocol RetryTimer: AnyObject {
  /// Readable when the time is over; owned by the timer.
  var descriptor: Int32 { get }

  /// Starts to wait.
  func schedule(after delay: Duration)

  /// Makes the descriptor unreadable.
  func cancel()
}

/// A timer on the monotonic clock (timerfd_create(2)).
public final class MonotonicTimer: RetryTimer {
  public let descriptor: Int32

  public init() throws(ClientError) {
    descriptor = linux_timer_create()
    if descriptor < 0 { throw .socket(UnixSocketError(operation: "create a timer", code: -descriptor)) }
  }

  deinit {
    close(descriptor)
  }

  public func schedule(after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    linux_timer_set(descriptor, min(max(seconds, 0), 1 << 32) * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  public func cancel() {
    linux_timer_set(descriptor, -1)
  }
}
