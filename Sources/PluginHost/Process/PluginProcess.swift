import CLinux
import EventLoop
import Glibc
import JSON
import PluginPolicy

/// A plugin could not be started: what was tried, and what the system answered.
struct LaunchError: Error, CustomStringConvertible {
  let description: String

  init(_ operation: String, _ code: Int32) {
    description = "cannot \(operation): \(String(cString: strerror(code)))"
  }
}

/// One process of a plugin, from the launcher's start to its end.
///
/// It leads a session and process group of its own, which the filter of system calls keeps all that it starts in, so that
/// one signal reaches them all.
final class PluginProcess {
  let processID: pid_t
  /// What its sandbox lacks here.
  private(set) var missing: [String] = []
  /// Why the launcher could not become the plugin.
  private(set) var launchProblem: String?
  /// What it has written last; nil: nothing.
  var lastWords: String? { output.lastLine }
  private let output: PluginOutput
  private let channel: Int32
  private var channelSource: IOSource?
  private var cutter = LineCutter()
  private let onReport: () -> Void

  /// Starts the launcher with the plan and two connections, which stay the caller's.
  ///
  /// `write` gets the lines of its output; `onReport` is called when `missing` or `launchProblem` is another one.
  init(
    _ plan: LaunchPlan, connections: (Int32, Int32), loop: EventLoop, write: @escaping (String) -> Void,
    onReport: @escaping () -> Void
  ) throws {
    self.onReport = onReport
    var channels: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &channels) == 0 else {
      throw LaunchError("make a socket pair", errno)
    }
    defer { close(channels[1]) }
    var pipes: [Int32] = [-1, -1]
    guard pipe(&pipes) == 0 else {
      let code = errno
      close(channels[0])
      throw LaunchError("make a pipe", code)
    }
    defer { close(pipes[1]) }
    channel = channels[0]
    for descriptor in pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(pipes[0], F_SETFL, O_NONBLOCK)
    _ = fcntl(channel, F_SETFL, O_NONBLOCK)
    do {
      output = try PluginOutput(descriptor: pipes[0], loop: loop, write: write)
      try Self.send(plan, to: channel)
      processID = try Self.spawn([pipes[1], connections.0, connections.1, channels[1]])
    } catch {
      // What has begun to watch the pipe closes it together with itself.
      close(channel)
      throw error
    }
    channelSource = try loop.watch(channel, for: .readable, priority: .clients) { [weak self] _ in self?.readReport() }
  }

  /// Asks it to end.
  func terminate() {
    kill(processID, SIGTERM)
  }

  /// Ends it and all that it has started.
  func killAll() {
    kill(-processID, SIGKILL)
  }

  /// It has ended, and is not reaped yet, so that its number is nobody else's: ends what it has left behind.
  func finish() {
    killAll()
    readReport()
    channelSource?.cancel()
    close(channel)
    output.finish()
  }

  // MARK: The launcher

  private func readReport() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        let count = read(channel, buffer.baseAddress, buffer.count)
        guard count > 0 else {
          // The plugin has taken over.
          if count == 0 { channelSource?.pause() }
          return
        }
        cutter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { line in
          let line = line.text
          if line.hasPrefix(LaunchReport.missingPrefix) {
            missing.append(String(line.dropFirst(LaunchReport.missingPrefix.count)))
          } else if line.hasPrefix(LaunchReport.problemPrefix) {
            launchProblem = String(line.dropFirst(LaunchReport.problemPrefix.count))
          }
        }
        onReport()
      }
    }
  }

  private static func send(_ plan: LaunchPlan, to channel: Int32) throws {
    var writer = JSONWriter()
    plan.encode(to: &writer)
    let count = writer.bytes.withUnsafeBytes { Glibc.send(channel, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    // The socket's buffer is larger than any plan, as manifests are limited.
    guard count == writer.bytes.count else { throw LaunchError("hand the plan on", count < 0 ? errno : EMSGSIZE) }
    shutdown(channel, Int32(SHUT_WR))
  }

  /// Starts the launcher with nothing as its input, and these as its output, connections and channel.
  private static func spawn(_ descriptors: [Int32]) throws -> pid_t {
    // Out of the way of the numbers that they are to have.
    let moved = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    defer { for descriptor in moved { close(descriptor) } }
    guard moved.allSatisfy({ $0 >= 0 }) else { throw LaunchError("duplicate descriptors", errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for (source, target) in zip([moved[0]] + moved, [STDOUT_FILENO, STDERR_FILENO, 3, 4, Launcher.channel]) {
      posix_spawn_file_actions_adddup2(&actions, source, target)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID, which only _GNU_SOURCE has.
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("keyguide-plugin-host"), strdup(Launcher.option), nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var child: pid_t = 0
    // Whatever lies at its path by now, the launcher is of the host's own version.
    let result = posix_spawn(&child, "/proc/self/exe", &actions, &attributes, &words, &environment)
    guard result == 0 else { throw LaunchError("start the launcher", result) }
    return child
  }
}
