import CSystemd
import EventLoop

/// Tells when logind's seats, sessions or users have changed (sd-login(3)): rights may have come or gone with that.
final class SessionWatcher {
  // Only the main thread touches it; a deinit cannot be told so.
  private nonisolated(unsafe) let monitor: OpaquePointer
  private var source: IOSource?

  /// Calls `onChange` after each change; throws where there is no logind.
  init(loop: EventLoop, onChange: @escaping () -> Void) throws(EventLoopError) {
    var monitor: OpaquePointer?
    // nil: all kinds. Who is active is written into several files, one after the other.
    try EventLoopError.check(sd_login_monitor_new(nil, &monitor), "watch logind's sessions")
    guard let monitor else { throw EventLoopError(operation: "watch logind's sessions", code: 0) }
    self.monitor = monitor
    source = try loop.watch(sd_login_monitor_get_fd(monitor), for: .readable, priority: .clients) { _ in
      sd_login_monitor_flush(monitor)
      onChange()
    }
  }

  deinit {
    sd_login_monitor_unref(monitor)
  }
}
