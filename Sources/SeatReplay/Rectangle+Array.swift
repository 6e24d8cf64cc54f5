import Geometry
import JSON

/// A rectangle as a person writes it: `[x, y, width, height]`.
struct RectangleArray: JSONEncodable, JSONDecodable {
  var rectangle: Rectangle

  init(_ rectangle: Rectangle) {
    self.rectangle = rectangle
  }

  func encode(to writer: inout JSONWriter) {
    writer.array { writer in
      for number in [rectangle.x, rectangle.y, rectangle.width, rectangle.height] { writer.value(number) }
    }
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let offset = reader.offset
    let numbers = try [Double](from: &reader)
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
      throw JSONError(.invalidValue("[x, y, width, height]"), offset: offset)
    }
    rectangle = Rectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension JSONReader {
  /// Reads a name of an enumeration, or says which there are.
  public mutating func readName<Name: RawRepresentable & CaseIterable>(
    _: Name.Type = Name.self
  ) throws(JSONError) -> Name where Name.RawValue == String {
    let offset = offset
    let text = try readString()
    guard let name = Name(rawValue: text) else {
      throw JSONError(.invalidValue(Name.allCases.map(\.rawValue).joined(separator: ", ")), offset: offset)
    }
    return name
  }

  /// Reads a size: a finite number that is not negative.
  mutating func readLength() throws(JSONError) -> Double {
    let offset = offset
    let number = try readDouble()
    guard number.isFinite, number >= 0 else {
      throw JSONError(.invalidValue("a number of 0 or more"), offset: offset)
    }
    return number
  }

  /// Reads a distance.
  mutating func readFinite() throws(JSONError) -> Double {
    let offset = offset
    let number = try readDouble()
    guard number.isFinite else { throw JSONError(.invalidValue("a finite number"), offset: offset) }
    return number
  }
}
