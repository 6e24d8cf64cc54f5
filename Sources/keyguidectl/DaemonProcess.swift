import EventLoop
import Glibc
import Varlink

/// A daemon that this program has started, told about by systemd's notification protocol (sd_notify(3)).
final class DaemonProcess {
  private let process: pid_t
  private let notifications: Int32
  private let notificationPath: String

  /// Starts a program whose standard error is this one's; its notification socket lies in the given folder.
  init(path: String, arguments: [String], folder: String) throws {
    notificationPath = "\(folder)/notify"
    notifications = try UnixSocket.datagram(at: notificationPath)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [
      strdup("NOTIFY_SOCKET=\(notificationPath)"), strdup("PATH=/usr/bin:/bin"), nil,
    ]
    defer { for word in words + environment { free(word) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, path, nil, nil, &words, &environment)
    guard result == 0 else { throw UnixSocketError(operation: "start \(path)", code: result) }
    process = child
  }

  /// Waits for READY=1; throws when the program ends first.
  func waitUntilReady() throws(UnixSocketError) {
    var message = [UInt8](repeating: 0, count: 4096)
    while true {
      var ready = pollfd(fd: notifications, events: Int16(POLLIN), revents: 0)
      // A program that dies says nothing on this socket, so its end is asked for now and then.
      if poll(&ready, 1, 200) > 0 {
        let count = recv(notifications, &message, message.count, 0)
        let text = String(decoding: message.prefix(max(count, 0)), as: UTF8.self)
        if text.split(separator: "\n").contains("READY=1") { return }
      } else if waitpid(process, nil, WNOHANG) == process {
        throw UnixSocketError(operation: "start the daemon; see what it said above", code: ECHILD)
      }
    }
  }

  /// Ends the program and waits until it has ended.
  func stop() {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
    close(notifications)
    unlink(notificationPath)
  }
}
