/// A value of a TOML document, with its place, so that what is wrong with it can be pointed at.
public struct TOMLValue: Equatable, Sendable {
  public indirect enum Content: Equatable, Sendable {
    case table([Member])
    case array([TOMLValue])
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date or time, which no setting of ours is.
    case date
  }

  public struct Member: Equatable, Sendable {
    public var key: String
    /// Where the key stands; a table's is that of its first mention.
    public var place: TOMLPlace
    public var value: TOMLValue
  }

  public var content: Content
  public var place: TOMLPlace

  /// The value's members, or an error that says that a table is needed.
  public func table(_ what: String) throws(TOMLError) -> [Member] {
    guard case .table(let members) = content else { throw TOMLError("\(what) must be a table", at: place) }
    return members
  }

  /// The value's elements, or an error that says that an array is needed.
  public func array(_ what: String) throws(TOMLError) -> [TOMLValue] {
    guard case .array(let elements) = content else { throw TOMLError("\(what) must be an array", at: place) }
    return elements
  }

  /// The value's text, or an error that says that a string is needed.
  public func string(_ what: String) throws(TOMLError) -> String {
    guard case .string(let text) = content else { throw TOMLError("\(what) must be a string", at: place) }
    return text
  }

  /// The value's number, whole or not, or an error that says which numbers are needed.
  public func number(_ what: String, in range: ClosedRange<Double>) throws(TOMLError) -> Double {
    let number: Double? =
      switch content {
      case .integer(let value): Double(value)
      case .float(let value): value
      default: nil
      }
    guard let number, range.contains(number) else {
      throw TOMLError("\(what) must be a number from \(range.lowerBound) to \(range.upperBound)", at: place)
    }
    return number
  }

  /// The value's whole number, or an error that says which numbers are needed.
  public func integer(_ what: String, in range: ClosedRange<Int>) throws(TOMLError) -> Int {
    guard case .integer(let number) = content, range.contains(number) else {
      throw TOMLError("\(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)", at: place)
    }
    return number
  }

  /// The value as one of a list of names, or an error that has the list.
  public func name<Name: RawRepresentable & CaseIterable>(
    _ what: String, _: Name.Type = Name.self
  ) throws(TOMLError) -> Name where Name.RawValue == String {
    guard case .string(let text) = content, let name = Name(rawValue: text) else {
      let names = Name.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw TOMLError("\(what) must be one of \(names)", at: place)
    }
    return name
  }

  /// The value's truth, or an error that says that true or false is needed.
  public func boolean(_ what: String) throws(TOMLError) -> Bool {
    guard case .boolean(let value) = content else { throw TOMLError("\(what) must be true or false", at: place) }
    return value
  }
}

/// A place in a document; line and column count from 1.
public struct TOMLPlace: Equatable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// What is wrong with a document, and where.
public struct TOMLError: Error, Equatable, Sendable, CustomStringConvertible {
  public var problem: String
  public var place: TOMLPlace

  public init(_ problem: String, at place: TOMLPlace) {
    self.problem = problem
    self.place = place
  }

  /// As in `12:5: 'kind' must be a string`; put the file's name in front.
  public var description: String { "\(place.line):\(place.column): \(problem)" }
}
