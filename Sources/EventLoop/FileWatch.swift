import CSystemd
import Glibc

/// Watches what happens in a folder (inotify(7)).
public final class FileWatch: EventSource {
  fileprivate let handler: (String?) -> Void

  fileprivate init(handler: @escaping (String?) -> Void) {
    self.handler = handler
  }
}

extension EventLoop {
  /// Calls the handler when something in the folder is made, written and closed, moved, removed, or gets another mode:
  /// with its name, or nil when it is the folder itself.
  public func watchFolder(
    _ path: String, priority: Priority, handler: @escaping (String?) -> Void
  ) throws(EventLoopError) -> FileWatch {
    let watch = FileWatch(handler: handler)
    var source: OpaquePointer?
    let mask =
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR
    try EventLoopError.check(
      sd_event_add_inotify(event, &source, path, UInt32(mask), dispatch, watch.context), "watch the folder \(path)")
    watch.adopt(source, priority: priority)
    return watch
  }
}

private nonisolated func dispatch(
  _: OpaquePointer?, _ event: UnsafePointer<inotify_event>?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  nonisolated(unsafe) let context = context
  // The name stands behind the structure, ended by 0; Swift cannot see an array without a length.
  let name = event.flatMap { event -> String? in
    guard event.pointee.len > 0 else { return nil }
    let text = UnsafeRawPointer(event).advanced(by: MemoryLayout<inotify_event>.size)
    return String(cString: text.assumingMemoryBound(to: CChar.self))
  }
  MainActor.assumeIsolated {
    guard let context else { return }
    let watch = Unmanaged<FileWatch>.fromOpaque(context).takeUnretainedValue()
    watch.handler(name)
  }
  return 0
}
