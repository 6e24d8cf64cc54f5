import EventLoop
import Glibc

/// A call of sd-bus or of the event loop that the system refused.
public nonisolated struct BusError: Error, Equatable, CustomStringConvertible {
  /// What was tried, as in "connect to the bus".
  public let operation: String
  /// The positive errno value.
  public let code: Int32

  /// The text says what was tried and what the system answered.
  public var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }

  public init(operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// The same error of the loop.
  public init(_ error: EventLoopError) {
    self.init(operation: error.operation, code: error.code)
  }

  /// Turns libsystemd's negative errno results into errors.
  static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(BusError) {
    guard result < 0 else { return }
    throw BusError(operation: operation(), code: -result)
  }
}
