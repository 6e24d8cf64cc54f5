import CLinux
import Glibc
import Varlink

/// A service that this program starts as systemd would: told ready by notification (sd_notify(3)), ended by SIGTERM.
public final class ServiceProcess {
  public let processID: pid_t
  private let processDescriptor: Int32
  private let notifications: Int32
  private let notificationPath: String
  private var exitStatus: Int32?

  /// Starts a program in this one's environment.
  ///
  /// The folder is for the notification socket. Standard error is this program's, or goes to the given file.
  public init(
    path: String, arguments: [String], folder: String, standardError: String? = nil
  ) throws(UnixSocketError) {
    notificationPath = "\(folder)/notify"
    notifications = try UnixSocket.datagram(at: notificationPath)
    do throws(UnixSocketError) {
      processID = try Self.spawn([path] + arguments, notify: notificationPath, standardError: standardError)
    } catch {
      close(notifications)
      unlink(notificationPath)
      throw error
    }
    processDescriptor = linux_pidfd_open(processID)
  }

  /// Waits for READY=1; throws when the program ends first.
  public func waitUntilReady() throws(UnixSocketError) {
    while try !notification().contains("READY=1") {}
  }

  /// Waits for the next notification and returns its assignments; throws when the program ends first.
  public func notification() throws(UnixSocketError) -> [String] {
    var message = [UInt8](repeating: 0, count: 4096)
    while true {
      var ready = [
        pollfd(fd: notifications, events: Int16(POLLIN), revents: 0),
        pollfd(fd: processDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ready, 2, -1) > 0 else { continue }
      if ready[0].revents != 0 {
        let count = recv(notifications, &message, message.count, 0)
        let text = String(decoding: message.prefix(max(count, 0)), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
      } else if ready[1].revents != 0 {
        throw UnixSocketError(operation: "start the service; it said why on standard error", code: ECHILD)
      }
    }
  }

  /// Sends a signal; does nothing when the program has ended.
  public func signal(_ signal: Int32) {
    if exitStatus == nil { kill(processID, signal) }
  }

  /// Waits until the program has ended and returns its exit code, or 128 and the signal that killed it, as a shell does.
  @discardableResult
  public func wait() -> Int32 {
    if let exitStatus { return exitStatus }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
    // wait(2): the low seven bits are the signal, the next byte is the exit code.
    let result = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    exitStatus = result
    return result
  }

  /// Ends the program, waits for its end, and removes the notification socket.
  @discardableResult
  public func stop() -> Int32 {
    signal(SIGTERM)
    let result = wait()
    unlink(notificationPath)
    return result
  }

  deinit {
    if exitStatus == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
      unlink(notificationPath)
    }
    close(processDescriptor)
    close(notifications)
  }

  private static func spawn(
    _ command: [String], notify: String, standardError: String?
  ) throws(UnixSocketError) -> pid_t {
    var words = command.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("NOTIFY_SOCKET=\(notify)")]
    var inherited = linux_environment()
    while let pointer = inherited, let variable = pointer.pointee {
      environment.append(strdup(variable))
      inherited = pointer.advanced(by: 1)
    }
    environment.append(nil)
    defer { for word in words + environment { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let standardError {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, standardError, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    // A caller that takes signals in an event loop has them blocked; its child must not inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    let result = posix_spawn(&child, command[0], &actions, &attributes, &words, &environment)
    guard result == 0 else { throw UnixSocketError(operation: "start \(command[0])", code: result) }
    return child
  }
}
