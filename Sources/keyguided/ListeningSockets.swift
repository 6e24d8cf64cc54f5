import CSystemd
import Glibc
import Varlink

/// The sockets that the daemon listens on: systemd's if it passed any (sd_listen_fds(3)), else one of its own.
struct ListeningSockets {
  static let defaultPath = "/run/keyguide/io.keyguide"

  let descriptors: [Int32]
  /// The path of the socket that is ours to remove.
  private let path: String?

  /// Listens at the path, whatever systemd passes; nil stands for systemd's sockets, or else the default path.
  init(path: String?, passed: [Int32]) throws(UnixSocketError) {
    if path == nil, !passed.isEmpty {
      descriptors = passed
      self.path = nil
      for descriptor in descriptors {
        // A socket that is not listening would make every accept fail in a loop.
        guard sd_is_socket(descriptor, AF_UNIX, Int32(SOCK_STREAM.rawValue), 1) > 0,
          fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
        else {
          throw UnixSocketError(
            operation: "use descriptor \(descriptor), which is no listening Unix stream socket", code: EINVAL)
        }
      }
    } else {
      let path = path ?? Self.defaultPath
      // A socket by hand is its user's own; who else may connect is decided where systemd makes it.
      descriptors = [try UnixSocket.listen(at: path, mode: 0o600)]
      self.path = path
    }
  }

  /// For people: where clients connect.
  var description: String { path ?? "\(descriptors.count) socket(s) of systemd" }

  /// Removes the socket from the file system, if it is ours.
  func remove() {
    if let path { unlink(path) }
  }
}
