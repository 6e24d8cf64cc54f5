import Glibc
import KeyguideClient
import Varlink

/// Why a plugin has no connections to the daemon.
public enum PluginError: Error, Equatable, CustomStringConvertible {
  /// `KEYGUIDE_CONNECTIONS` is not as in `3:4`, or those are no open descriptors.
  case wrongConnections(String)
  /// Nobody serves the socket.
  case socket(UnixSocketError)

  public var description: String {
    switch self {
    case .wrongConnections(let text):
      "KEYGUIDE_CONNECTIONS is '\(text)', and should name two open sockets, as in 3:4; unset it to start a plugin by hand"
    case .socket(let error): "\(error); is keyguided running?"
    }
  }
}

/// Where a plugin's two connections come from.
struct ConnectionSource {
  private let inherited: (requests: Int32, reports: Int32)?
  private let path: String

  /// `inherited` is the value of `KEYGUIDE_CONNECTIONS`; nil: the plugin connects to the socket by itself.
  init(inherited: String?, socket: String?) throws(PluginError) {
    path = socket ?? VarlinkClient.defaultPath
    guard let inherited else {
      self.inherited = nil
      return
    }
    let numbers = inherited.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
    guard numbers.count == 2, let requests = numbers[0], let reports = numbers[1], requests != reports,
      fcntl(requests, F_GETFD) >= 0, fcntl(reports, F_GETFD) >= 0
    else { throw .wrongConnections(inherited) }
    // What the plugin starts has no business with them.
    for descriptor in [requests, reports] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    self.inherited = (requests, reports)
  }

  /// Whether there are new connections when the former ones are gone.
  var canReopen: Bool { inherited == nil }

  /// Two connections, which the caller closes.
  func open() throws(PluginError) -> (requests: Int32, reports: Int32) {
    if let inherited { return inherited }
    do throws(UnixSocketError) {
      let requests = try UnixSocket.connect(to: path, waits: false)
      do throws(UnixSocketError) {
        return (requests, try UnixSocket.connect(to: path, waits: false))
      } catch {
        close(requests)
        throw error
      }
    } catch {
      throw .socket(error)
    }
  }
}
