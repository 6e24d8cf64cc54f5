import CSystemd

/// One thing that the loop watches; it is watched until the value is cancelled or released.
public class EventSource {
  // Only the main thread touches it; a deinit cannot be told so.
  nonisolated(unsafe) private(set) final var source: OpaquePointer?

  init() {}

  deinit {
    sd_event_source_disable_unref(source)
  }

  /// Stops watching; the callback will not be called again, not even for what is ready in this turn.
  public final func cancel() {
    sd_event_source_disable_unref(source)
    source = nil
  }

  /// Watches again after `pause`.
  public final func resume() {
    sd_event_source_set_enabled(source, Int32(SD_EVENT_ON))
  }

  /// Stops watching until `resume`.
  public final func pause() {
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
  }

  final func adopt(_ source: OpaquePointer?, priority: EventLoop.Priority) {
    self.source = source
    sd_event_source_set_priority(source, priority.rawValue)
  }

  /// What libsystemd hands back to our callbacks. The callback retains the object while it runs, so it may cancel itself.
  final var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
