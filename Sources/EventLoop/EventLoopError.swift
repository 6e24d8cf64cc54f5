import Glibc

/// A call of the event loop that the system refused.
public struct EventLoopError: Error, Equatable, CustomStringConvertible {
  /// What was tried, as in "watch descriptor 7".
  public let operation: String
  /// The positive errno value.
  public let code: Int32

  public init(operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// The text says what was tried and what the system answered.
  public var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }

  /// Turns libsystemd's negative errno results into errors.
  @discardableResult
  public static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(EventLoopError) -> Int32 {
    guard result >= 0 else { throw EventLoopError(operation: operation(), code: -result) }
    return result
  }
}
