import CLinux
import Glibc
import JSON
import PluginPolicy

/// The stage between the host and a plugin: this program again, which puts the sandbox on and becomes the plugin.
///
/// A process with threads, or with a heap, cannot do that between fork and exec; one that has just begun can.
nonisolated public enum Launcher {
  /// The option that makes this program the launcher.
  public static let option = "--launch"
  /// The plan comes in here, and out goes what could not be done; it closes when the plugin has taken over.
  static let channel: Int32 = 5

  /// Becomes the plugin of the plan that comes by `channel`; returns only when that fails.
  public static func run() -> Int32 {
    let report = LaunchReport(descriptor: channel)
    guard let plan = readPlan() else {
      report.problem("the host's plan cannot be read")
      return 1
    }
    if linux_die_with_parent(SIGKILL) != 0 { report.missing(.parentDeath) }
    // The host may have ended before it could be told of.
    guard getppid() == plan.host else { return 1 }
    umask(0o077)
    guard chdir(plan.folder) == 0 else {
      report.problem("its folder \(plan.folder) cannot be entered: \(String(cString: strerror(errno)))")
      return 1
    }
    if linux_close_from(UInt32(channel) + 1) != 0 { report.missing(.descriptors) }
    if !plan.sandbox.startsPrograms, let problem = indirectInterpreter(of: plan.executable) {
      report.problem(problem)
      return 1
    }
    let launch = LaunchMemory(plan)
    let filter = SystemCallFilter.rules(plan.sandbox, processID: getpid(), launch: launch.addresses)
    // From here on the process can do less and less.
    if linux_forbid_new_privileges() != 0 { report.missing(.privileges) }
    for protection in LandlockShell.enter(plan.sandbox) { report.missing(protection) }
    if linux_drop_capabilities() != 0 { report.missing(.capabilities) }
    if plan.sandbox.limits.processes != nil { report.missing(.processes) }
    if !SeccompShell.load(filter) { report.missing(.systemCalls) }
    // Last, as this process may hold more than the plugin may.
    if !ResourceLimits.set(plan.sandbox.limits) { report.missing(.limits) }
    launch.execute()
    report.problem(explain(errno, of: plan))
    return 1
  }

  private static func readPlan() -> LaunchPlan? {
    guard fcntl(channel, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(channel, &piece, piece.count)
      if count == 0 { break }
      guard count > 0 || errno == EINTR else { return nil }
      bytes += piece[..<max(count, 0)]
    }
    do throws(JSONError) {
      var reader = JSONReader(bytes)
      return try LaunchPlan(from: &reader)
    } catch {
      return nil
    }
  }

  /// The kernel starts a script's interpreter together with it; `env` would have to start one itself.
  private static func indirectInterpreter(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var start = [UInt8](repeating: 0, count: 256)
    let count = read(file, &start, start.count)
    let line = String(decoding: start.prefix(max(0, count)), as: UTF8.self).prefix { $0 != "\n" }
    guard line.hasPrefix("#!"), line.split(whereSeparator: { "/ ".contains($0) }).contains("env") else { return nil }
    return
      "\(path) begins with '\(line)', which starts a program: name the interpreter itself, as in #!/usr/bin/python3"
  }

  private static func explain(_ code: Int32, of plan: LaunchPlan) -> String {
    let problem = "\(plan.executable) cannot be started: \(String(cString: strerror(code)))"
    return switch code {
    case EACCES: "\(problem); it must be executable, and so must be what its first line names, which must be below /usr"
    case ENOEXEC: "\(problem); a script needs a first line such as #!/usr/bin/python3"
    default: problem
    }
  }
}

/// What the launcher tells the host, a line each: the host's `PluginProcess` reads it.
nonisolated struct LaunchReport {
  static let missingPrefix = "missing "
  static let problemPrefix = "problem "

  let descriptor: Int32

  func missing(_ protection: MissingProtection) { send("\(Self.missingPrefix)\(protection.rawValue)\n") }
  func problem(_ text: String) { send("\(Self.problemPrefix)\(text)\n") }

  private func send(_ line: String) {
    _ = line.withCString { write(descriptor, $0, strlen($0)) }
  }
}
