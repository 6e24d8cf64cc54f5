import CLinux
import Glibc

/// Tells systemd how the service is, as sd_notify(3) does.
///
/// That one makes a socket for each message and waits until there is room for it. A daemon that has run out of
/// descriptors must not be killed for being silent, and one whose manager is slow must not be as slow.
public final class ServiceNotifier {
  private let socket = linux_notify_socket()
  /// nil: nobody asks.
  private let path: String?

  /// A notifier of whoever started this process.
  public convenience init() {
    self.init(path: getenv("NOTIFY_SOCKET").map { String(cString: $0) })
  }

  init(path: String?) {
    self.path = path.flatMap { $0.isEmpty ? nil : $0 }
  }

  deinit {
    close(socket)
  }

  /// Sends assignments, one a line, as in `READY=1`, and says whether that went well; without systemd it does.
  @discardableResult
  public func send(_ assignments: String) -> Bool {
    path.map { linux_notify(socket, $0, assignments, -1) == 0 } ?? true
  }

  /// Has systemd keep a copy of a descriptor for the next process (`FDSTORE=1`), until it hangs up or is removed; says
  /// whether it was taken. The name has letters, digits and hyphens.
  public func store(_ descriptor: Int32, as name: String) -> Bool {
    path.map { linux_notify(socket, $0, "FDSTORE=1\nFDNAME=\(name)", descriptor) == 0 } ?? false
  }

  /// Has systemd forget all descriptors of that name.
  @discardableResult
  public func unstore(_ name: String) -> Bool { send("FDSTOREREMOVE=1\nFDNAME=\(name)") }
}
