import CSystemd
import Glibc
import KeyguideService
import Varlink
import VarlinkServer

/// The descriptors that systemd passed to this process (sd_listen_fds_with_names(3)): its sockets, and what a former process
/// had it keep.
struct PassedDescriptors {
  private(set) var listeners: [Int32] = []
  private(set) var kept = KeptDescriptors()

  init(_ named: [(name: String, descriptor: Int32)]) {
    var pipe: (reading: Int32?, writing: Int32?) = (nil, nil)
    for (name, descriptor) in named {
      switch name {
      case KeptDescriptors.memoryName: kept.memory = descriptor
      case ConnectionStore.pipeNames.reading: pipe.reading = descriptor
      case ConnectionStore.pipeNames.writing: pipe.writing = descriptor
      case _ where name.hasPrefix(ConnectionStore.clientPrefix): kept.clients.append((name, descriptor))
      default: listeners.append(descriptor)
      }
    }
    if let reading = pipe.reading, let writing = pipe.writing { kept.pipe = (reading, writing) }
  }

  /// Takes them; the variables that tell of them are removed, so that no later reader takes them for its own.
  static func take() throws(UnixSocketError) -> PassedDescriptors {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    guard count >= 0 else { throw UnixSocketError(operation: "take systemd's sockets", code: -count) }
    defer {
      for index in 0..<Int(count) { free(names?[index]) }
      free(names)
    }
    // SD_LISTEN_FDS_START is 3.
    return PassedDescriptors(
      (0..<Int(count)).map { index in
        (names?[index].map { String(cString: $0) } ?? "", Int32(3 + index))
      })
  }
}
