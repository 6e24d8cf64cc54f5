import Foundation
import Glibc
import Testing

/// A program that runs while the value lives, and answers lines on its standard input with lines on its output.
///
/// Foundation's `Process` leaks, which ends a run under the address sanitizer.
final class Child {
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var buffered: [UInt8] = []

  /// Starts it; it is killed when this process ends, however that happens.
  init(_ program: String, _ arguments: [String], isQuiet: Bool = false) throws {
    let (toChild, fromChild) = (try Self.pipe(), try Self.pipe())
    (input, output) = (toChild.writing, fromChild.reading)
    defer {
      close(toChild.reading)
      close(fromChild.writing)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild.writing, 1)
    if isQuiet { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    // The test runner blocks all signals, and dbus-daemon waits for SIGCHLD.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    // A program that has died is an error here, and not the end of this process.
    signal(SIGPIPE, SIG_IGN)
    var words = (["setpriv", "--pdeathsig", "KILL", program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    try #require(posix_spawn(&process, "/usr/bin/setpriv", &actions, &attributes, &words, environ) == 0)
    self.process = process
  }

  /// Starts a script of the folder Clients, in Debian's Python: it has the packages.
  static func client(_ name: String, _ arguments: [String]) throws -> Child {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients/\(name)")
    return try Child("/usr/bin/python3", [script.path] + arguments)
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(input)
    close(output)
  }

  /// Writes a line, and waits until it is done.
  func tell(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    try #require(write(input, bytes, bytes.count) == bytes.count, "the program has ended")
    let answer = try nextLine()
    try #require(answer == "ok", "\(line): \(answer)")
  }

  /// Whether it has printed something that was not read yet.
  var hasOutput: Bool {
    !buffered.isEmpty || isReadable(within: 0)
  }

  /// The next line that it prints; waits for it.
  func nextLine() throws -> String {
    while true {
      if let end = buffered.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffered.removeFirst(end + 1) }
        return String(decoding: buffered[..<end], as: UTF8.self)
      }
      try #require(isReadable(within: 20_000), "the program says nothing")
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &piece, piece.count)
      try #require(count > 0, "the program has ended")
      buffered += piece.prefix(count)
    }
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, milliseconds) == 1
  }

  /// Both ends are closed in programs that are started, which would keep each other's alive.
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
