import CSystemd
import Glibc

/// The daemon's one loop, on libsystemd's sd-event: synchronous callbacks on the main thread, nothing else.
///
/// It is the only place that reads the clock.
public final class EventLoop {
  /// Who goes first when several things are ready in one turn; smaller numbers do (sd_event_source_set_priority(3)).
  public enum Priority: Int64 {
    /// Keys and plugs: a person waits for them.
    case devices = -20
    case signals = -10
    case clients = 0
    /// What can wait for as long as anybody else is busy.
    case background = 10
  }

  // Only the main thread touches it; a deinit cannot be told so.
  nonisolated(unsafe) let event: OpaquePointer
  /// What reports to systemd's watchdog, if that is wanted.
  var watchdog: Watchdog?

  /// A loop of its own, not the thread's default one, so that tests can have many.
  public init() throws(EventLoopError) {
    var event: OpaquePointer?
    try EventLoopError.check(sd_event_new(&event), "create the event loop")
    guard let event else { throw EventLoopError(operation: "create the event loop", code: ENOMEM) }
    self.event = event
  }

  deinit {
    sd_event_unref(event)
  }

  /// Runs until `exit` is called and returns its code.
  public func run() throws(EventLoopError) -> Int32 {
    try EventLoopError.check(sd_event_loop(event), "run the event loop")
  }

  /// Handles what is ready; waits for at most the given time when nothing is. Says whether anything was handled.
  @discardableResult
  public func runOnce(timeoutMicroseconds: UInt64 = 0) throws(EventLoopError) -> Bool {
    try EventLoopError.check(sd_event_run(event, timeoutMicroseconds), "run the event loop") > 0
  }

  /// Ends `run` after the present callback.
  public func exit(code: Int32) {
    sd_event_exit(event, code)
  }

  /// The monotonic clock now, in microseconds.
  public var now: UInt64 { Self.monotonicNow }

  /// The same, for whoever has no loop.
  public static var monotonicNow: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
  }
}
