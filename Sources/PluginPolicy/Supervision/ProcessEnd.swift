/// How a process has ended (wait(2)).
public enum ProcessEnd: Equatable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case killed(signal: Int32)

  /// From the status that waitpid(2) gives.
  public init(status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
  }

  public var description: String {
    switch self {
    case .exited(let code): "it ended with exit code \(code)"
    case .killed(let signal): "signal \(signal) ended it"
    }
  }
}
