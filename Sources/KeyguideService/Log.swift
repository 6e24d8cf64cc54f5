import Glibc

/// Writes lines to standard error, with the journal's priority in front (sd-daemon(3)) unless a person reads along.
public struct Log: Sendable {
  /// How much a line matters, by syslog's numbers.
  public enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  private let program: String
  private let isTerminal: Bool

  public init(program: String) {
    self.program = program
    isTerminal = isatty(STDERR_FILENO) == 1
  }

  public func callAsFunction(_ priority: Priority, _ message: String) {
    let line = isTerminal ? "\(program): \(message)\n" : "<\(priority.rawValue)>\(message)\n"
    // One write, so that lines do not mix; a lost line must not stop the daemon.
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
