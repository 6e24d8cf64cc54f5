import CSystemd
import Glibc

/// What a descriptor is ready for.
public struct IOEvents: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public static let readable = IOEvents(rawValue: EPOLLIN.rawValue)
  public static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)
  /// The peer shut down its sending half, or all of it.
  public static let readHangup = IOEvents(rawValue: EPOLLRDHUP.rawValue)
  /// The other end is gone, or the device is. Always watched.
  public static let hangup = IOEvents(rawValue: EPOLLHUP.rawValue)
  /// Always watched.
  public static let error = IOEvents(rawValue: EPOLLERR.rawValue)
}

/// Watches a descriptor, which stays its owner's: cancel the source, then close the descriptor.
public final class IOSource: EventSource {
  fileprivate let handler: (IOEvents) -> Void

  fileprivate init(handler: @escaping (IOEvents) -> Void) {
    self.handler = handler
  }

  /// Changes what is waited for; none waits for hang-up and errors alone.
  public func setEvents(_ events: IOEvents) {
    sd_event_source_set_io_events(source, events.rawValue)
  }
}

extension EventLoop {
  /// Calls the handler whenever the descriptor is ready, level-triggered.
  public func watch(
    _ descriptor: Int32, for events: IOEvents, priority: Priority, handler: @escaping (IOEvents) -> Void
  ) throws(EventLoopError) -> IOSource {
    let io = IOSource(handler: handler)
    var source: OpaquePointer?
    try EventLoopError.check(
      sd_event_add_io(event, &source, descriptor, events.rawValue, dispatch, io.context),
      "watch descriptor \(descriptor)")
    io.adopt(source, priority: priority)
    return io
  }
}

private nonisolated func dispatch(
  _: OpaquePointer?, _: Int32, _ revents: UInt32, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  nonisolated(unsafe) let context = context
  MainActor.assumeIsolated {
    guard let context else { return }
    let source = Unmanaged<IOSource>.fromOpaque(context).takeUnretainedValue()
    source.handler(IOEvents(rawValue: revents))
  }
  return 0
}
