import CLinux
import Foundation
import Glibc

/// Something that a session's test stands on, and that did not work.
public struct SessionError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// A program of a session, which runs while the value lives; its output is read line by line.
public final class SessionProcess {
  /// How long a test waits for what must come, in milliseconds: only a failing one waits so long.
  public static let patience: Int32 = 30_000

  public let processID: pid_t
  /// Where its standard error goes.
  public let log: String
  private let output: Int32
  private let end: Int32
  private var buffered: [UInt8] = []
  private var hasEnded = false

  /// Starts a program in a given environment, as a given user or as this one; `inherited` are its descriptors 3, 4, ….
  ///
  /// It is killed when this process ends, however that happens.
  public init(
    _ command: [String], environment: [String: String], user: uid_t?, log: String, inherited: [Int32] = []
  ) throws {
    self.log = log
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SessionError("pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    // Moved out of the way first: one may have the number that another one is to get.
    let copies = inherited.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    defer { for copy in copies { close(copy) } }
    for (number, copy) in copies.enumerated() { posix_spawn_file_actions_adddup2(&actions, copy, Int32(3 + number)) }
    // The test runner blocks all signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let identity = user.map { ["--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
    var words = (["setpriv", "--pdeathsig", "KILL"] + identity + command).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, "/usr/bin/setpriv", &actions, &attributes, &words, &variables)
    close(ends[1])
    guard result == 0 else {
      close(output)
      throw SessionError("\(command[0]) cannot be started: \(String(cString: strerror(result)))")
    }
    processID = child
    end = linux_pidfd_open(child)
  }

  deinit {
    stop()
    close(end)
    close(output)
  }

  /// Kills it, and waits for its end.
  public func stop() {
    guard !hasEnded else { return }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
    hasEnded = true
  }

  public func signal(_ signal: Int32) {
    if !hasEnded { kill(processID, signal) }
  }

  /// Waits until it has ended by itself, and returns its exit code, or 128 and the signal that ended it.
  public func wait() throws -> Int32 {
    guard isReadable(end) else { throw SessionError("process \(processID) does not end; its log: \(logText)") }
    var status: Int32 = 0
    waitpid(processID, &status, 0)
    hasEnded = true
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  /// The next line that it prints; waits for it.
  public func nextLine() throws -> String {
    while true {
      if let end = buffered.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffered.removeFirst(end + 1) }
        return String(decoding: buffered[..<end], as: UTF8.self)
      }
      guard isReadable(output) else { throw SessionError("it prints nothing; its log: \(logText)") }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &piece, piece.count)
      guard count > 0 else { throw SessionError("it has ended; its log: \(logText)") }
      buffered += piece.prefix(count)
    }
  }

  /// How often it has gone to sleep, read while it sleeps: it may still be on its way after its last message.
  public func switchesOnceAsleep() throws -> Int {
    while true {
      let status = try String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
      guard status.contains("State:\tS") else { continue }
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      guard let count = line?.split(separator: "\t").last.flatMap({ Int($0) }) else { throw SessionError(status) }
      return count
    }
  }

  public var logText: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, Self.patience) == 1
  }
}
