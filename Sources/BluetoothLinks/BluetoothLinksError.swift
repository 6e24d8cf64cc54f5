import EventLoop
import Glibc

/// A call of sd-bus or of the event loop that the system refused.
public nonisolated struct BluetoothLinksError: Error, Equatable, CustomStringConvertible {
  /// What was tried, as in "connect to the system bus".
  public let operation: String
  /// The positive errno value.
  public let code: Int32

  /// The text says what was tried and what the system answered.
  public var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }

  init(operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  init(_ error: EventLoopError) {
    self.init(operation: error.operation, code: error.code)
  }

  /// Turns libsystemd's negative errno results into errors.
  static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(BluetoothLinksError) {
    guard result < 0 else { return }
    throw BluetoothLinksError(operation: operation(), code: -result)
  }
}
