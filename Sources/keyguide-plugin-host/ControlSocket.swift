import Glibc
import KeyguideAPI
import PluginPolicy
import Varlink

/// Where people ask the host: a socket of its user alone.
struct ControlSocket {
  let path: String
  let descriptor: Int32

  /// Listens at the path, or at the scope's standard one, whose folder is made for the user alone.
  init(path: String?, scope: PluginScope, environment: [String: String]) throws(UnixSocketError) {
    if let path {
      self.path = path
    } else {
      switch scope {
      case .session:
        guard let folder = environment["XDG_RUNTIME_DIR"] else {
          throw UnixSocketError(
            operation: "find a place for the control socket: XDG_RUNTIME_DIR is not set", code: ENOENT)
        }
        self.path = PluginHostSocket.session(runtimeFolder: folder)
        mkdir("\(folder)/keyguide", 0o700)
      case .system: self.path = PluginHostSocket.system
      }
    }
    descriptor = try UnixSocket.listen(at: self.path, mode: 0o600)
  }

  /// Removes it from the file system.
  func remove() {
    unlink(path)
  }
}
