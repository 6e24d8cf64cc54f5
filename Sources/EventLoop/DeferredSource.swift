import CSystemd

/// Work for the end of a turn: runs once after the present callback has returned, whenever it was asked for.
public final class DeferredSource: EventSource {
  fileprivate let handler: () -> Void

  fileprivate init(handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Asks for one call; asking twice before it comes is one call.
  public func schedule() {
    sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
  }
}

extension EventLoop {
  /// Deferred work that is not asked for yet.
  public func deferred(priority: Priority, handler: @escaping () -> Void) throws(EventLoopError) -> DeferredSource {
    let deferred = DeferredSource(handler: handler)
    var source: OpaquePointer?
    try EventLoopError.check(
      sd_event_add_defer(event, &source, dispatch, deferred.context), "create deferred work")
    deferred.adopt(source, priority: priority)
    deferred.pause()
    return deferred
  }
}

private nonisolated func dispatch(_: OpaquePointer?, _ context: UnsafeMutableRawPointer?) -> Int32 {
  nonisolated(unsafe) let context = context
  MainActor.assumeIsolated {
    guard let context else { return }
    let source = Unmanaged<DeferredSource>.fromOpaque(context).takeUnretainedValue()
    source.handler()
  }
  return 0
}
