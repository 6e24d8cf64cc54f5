/// A value that can write itself as JSON.
public protocol JSONEncodable {
  func encode(to writer: inout JSONWriter)
}

/// A value that can read itself from JSON.
public protocol JSONDecodable {
  /// Reads the value that comes next; throws when it is malformed or means nothing.
  init(from reader: inout JSONReader) throws(JSONError)
}

extension JSONWriter {
  /// Writes a member whose value writes itself.
  public mutating func member(_ name: StaticString, _ value: some JSONEncodable) {
    key(name)
    value.encode(to: &self)
  }

  /// Writes a member, or nothing at all when there is no value.
  public mutating func member(_ name: StaticString, _ value: (some JSONEncodable)?) {
    guard let value else { return }
    key(name)
    value.encode(to: &self)
  }
}

extension JSONReader {
  /// Reads a value that reads itself.
  public mutating func read<Value: JSONDecodable>(_: Value.Type = Value.self) throws(JSONError) -> Value {
    try Value(from: &self)
  }

  /// Reads a value, or nil for `null`.
  public mutating func readOptional<Value: JSONDecodable>(_: Value.Type = Value.self) throws(JSONError) -> Value? {
    readNull() ? nil : try Value(from: &self)
  }
}

extension Optional {
  /// The value of a member that must have been given by now; the error names it.
  public func required(_ member: String, in reader: JSONReader) throws(JSONError) -> Wrapped {
    guard let self else { throw JSONError(.missingMember, offset: reader.offset, member: member) }
    return self
  }
}

extension Bool: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) { writer.value(self) }
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readBool() }
}

extension Int: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) { writer.value(self) }
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readInt() }
}

extension Double: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) { writer.value(self) }
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readDouble() }
}

extension String: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) { writer.value(self) }
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readString() }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.array { writer in for element in self { element.encode(to: &writer) } }
  }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    var elements: [Element] = []
    try reader.readArray { (value) throws(JSONError) in elements.append(try Element(from: &value)) }
    self = elements
  }
}
