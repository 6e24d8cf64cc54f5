import CSystemd
import Glibc

/// A one-shot timer on the monotonic clock that can be set again and again; idle, it costs no wake-up.
public final class TimerSource: EventSource {
  fileprivate let handler: () -> Void

  fileprivate init(handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Calls the handler once at the given moment, in microseconds of the monotonic clock; nil calls it off.
  public func schedule(at microseconds: UInt64?) {
    guard let microseconds else { return pause() }
    sd_event_source_set_time(source, microseconds)
    sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
  }
}

extension EventLoop {
  /// A timer that is not scheduled yet.
  public func timer(priority: Priority, handler: @escaping () -> Void) throws(EventLoopError) -> TimerSource {
    let timer = TimerSource(handler: handler)
    var source: OpaquePointer?
    // An accuracy of 1 µs: the default of 250 ms would let animations end late.
    try EventLoopError.check(
      sd_event_add_time(event, &source, CLOCK_MONOTONIC, UInt64.max, 1, dispatch, timer.context), "create a timer")
    timer.adopt(source, priority: priority)
    timer.pause()
    return timer
  }
}

private nonisolated func dispatch(_: OpaquePointer?, _: UInt64, _ context: UnsafeMutableRawPointer?) -> Int32 {
  nonisolated(unsafe) let context = context
  MainActor.assumeIsolated {
    guard let context else { return }
    let source = Unmanaged<TimerSource>.fromOpaque(context).takeUnretainedValue()
    source.handler()
  }
  return 0
}
