/// What was wrong with a JSON text, where, and in which member.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    /// The text stops inside a value.
    case unexpectedEnd
    /// Something else was needed here; the text names it ("a string", "',' or '}'").
    case expected(String)
    /// A string that is not UTF-8, holds a raw control character, or has a broken escape.
    case invalidString
    /// A number that breaks RFC 8259's grammar or does not fit.
    case invalidNumber
    /// Arrays and objects nested deeper than the limit.
    case tooDeep(limit: Int)
    /// A member that must be there is not.
    case missingMember
    /// A member that nobody knows, where unknown ones are refused.
    case unknownMember
    /// A well-formed value that means nothing here; the text says what would.
    case invalidValue(String)
    /// A well-formed value with something wrong in it; the text says what.
    case problem(String)
  }

  public var reason: Reason
  /// Where in the text, in bytes from its start.
  public var offset: Int
  /// The member that the error is about, as in `frame.width`; empty for the text as a whole.
  public var member: String

  public init(_ reason: Reason, offset: Int, member: String = "") {
    self.reason = reason
    self.offset = offset
    self.member = member
  }

  /// What is wrong, without the place.
  public var problemText: String {
    switch reason {
    case .unexpectedEnd: "the text ends in the middle of a value"
    case .expected(let what): "expected \(what)"
    case .invalidString: "invalid string (UTF-8 without raw control characters is needed)"
    case .invalidNumber: "invalid or too large number"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .missingMember: "is missing"
    case .unknownMember: "is not known"
    case .invalidValue(let what): "expected \(what)"
    case .problem(let what): what
    }
  }

  public var description: String {
    let what = problemText
    return member.isEmpty ? "\(what) at byte \(offset)" : "'\(member)': \(what) at byte \(offset)"
  }

  /// The same error seen from the object that holds the member.
  func inside(_ parent: String) -> JSONError {
    let separator = member.isEmpty || member.first == "[" ? "" : "."
    return JSONError(reason, offset: offset, member: parent + separator + member)
  }

  /// The same error seen from the array that holds the element.
  public func inside(element index: Int) -> JSONError {
    let separator = member.isEmpty || member.first == "[" ? "" : "."
    return JSONError(reason, offset: offset, member: "[\(index)]\(separator)\(member)")
  }
}
