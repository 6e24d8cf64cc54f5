import CLinux
import EventLoop
import Glibc

/// A program that runs for a while, without a shell between, and is killed when it takes too long.
///
/// The actor is named although it is every type's here: without, optimised builds of other modules refuse the deinit.
@MainActor public final class Command {
  /// How it has ended.
  public enum Outcome: Equatable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
    case tookTooLong
    case notStarted(reason: String)

    /// What went wrong, as in "has ended with code 1"; nil: nothing did.
    public var problem: String? {
      switch self {
      case .exited(0): nil
      case .exited(let code): "has ended with code \(code)"
      case .killed(let signal): "was ended by signal \(signal)"
      case .tookTooLong: "has taken too long"
      case .notStarted(let reason): "cannot be started: \(reason)"
      }
    }
  }

  private var process: pid_t = 0
  private var descriptor: Int32 = -1
  private var end: IOSource?
  private var limit: TimerSource?
  private var lines: LineSource?
  private var isLate = false
  private let completion: (Outcome) -> Void

  /// Starts a program, which is looked for in PATH; `variables` are added to this process's environment.
  ///
  /// `completion` is called on the loop when it has ended, also when it could not be started. After `limit` microseconds
  /// it is killed, though not what it has started itself: that ends with the plugin's process group, which the host's
  /// sandbox has nobody leave. nil: it may run for ever. `onLine` gets each line of its output, which else goes where this
  /// process's goes.
  public init(
    _ words: [String], variables: [String: String] = [:], limit: UInt64?, loop: EventLoop,
    onLine: ((String) -> Void)? = nil, completion: @escaping (Outcome) -> Void
  ) throws(EventLoopError) {
    self.completion = completion
    if let onLine { lines = try LineSource(loop: loop, handler: onLine) }
    let result = spawn(words, variables)
    lines?.closeWritingEnd()
    guard result == 0 else {
      let outcome = Outcome.notStarted(reason: String(cString: strerror(result)))
      // In its own turn, as every other end is.
      let now = try loop.timer(priority: .clients) { [weak self] in self?.completion(outcome) }
      now.schedule(at: loop.now)
      self.limit = now
      return
    }
    descriptor = linux_pidfd_open(process)
    end = try loop.watch(descriptor, for: .readable, priority: .clients) { [weak self] _ in self?.reap() }
    guard let limit else { return }
    self.limit = try loop.timer(priority: .clients) { [weak self] in self?.kill() }
    self.limit?.schedule(at: loop.now + limit)
  }

  /// A program that still runs is killed.
  isolated deinit {
    limit?.cancel()
    end?.cancel()
    if descriptor >= 0 { close(descriptor) }
    guard process > 0 else { return }
    Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  private func kill() {
    isLate = true
    Glibc.kill(process, SIGKILL)
  }

  private func reap() {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return }
    process = 0
    end?.cancel()
    limit?.cancel()
    // What it wrote before it ended comes before its end.
    lines?.finish()
    // wait(2): the low seven bits are the signal, the next byte is the exit code.
    let signal = status & 0x7f
    completion(
      isLate ? .tookTooLong : signal == 0 ? .exited(code: (status >> 8) & 0xff) : .killed(signal: signal))
  }

  private func spawn(_ command: [String], _ variables: [String: String]) -> Int32 {
    var words = command.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") }
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
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if let lines { posix_spawn_file_actions_adddup2(&actions, lines.writingEnd, STDOUT_FILENO) }
    // The loop has signals blocked, which a child must not inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return posix_spawnp(&process, command[0], &actions, &attributes, &words, &environment)
  }
}
