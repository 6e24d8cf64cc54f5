import Foundation
import JSON

/// A JSON value as a tree, read by our reader or by Foundation's: what one takes the other must take for the same.
public indirect enum JSONTree: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// The value that our reader takes a whole text for; throws what it throws.
  public init(keyguide text: [UInt8]) throws(JSONError) {
    var reader = JSONReader(text)
    self = try Self.read(&reader)
    try reader.finish()
  }

  /// The value that Foundation takes a whole text for; nil when it refuses it.
  public init?(foundation text: [UInt8]) {
    guard let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(text)) else { return nil }
    self = tree
  }

  private static func read(_ reader: inout JSONReader) throws(JSONError) -> JSONTree {
    if reader.isAtString() { return .string(try reader.readString()) }
    if reader.isAtObject() {
      var members: [String: JSONTree] = [:]
      // Foundation keeps the first of several members of one name.
      try reader.readObject { (name, value) throws(JSONError) in
        let tree = try read(&value)
        if members[name] == nil { members[name] = tree }
      }
      return .object(members)
    }
    if reader.isAtArray() {
      var elements: [JSONTree] = []
      try reader.readArray { (element) throws(JSONError) in elements.append(try read(&element)) }
      return .array(elements)
    }
    if reader.readNull() { return .null }
    var attempt = reader
    guard let value = try? attempt.readBool() else { return .number(try reader.readDouble()) }
    reader = attempt
    return .bool(value)
  }
}

extension JSONTree: Decodable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let elements = try? value.decode([JSONTree].self) {
      self = .array(elements)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }
}
