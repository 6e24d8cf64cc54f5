/// A strict pull parser for one JSON value (RFC 8259) in a byte array.
///
/// It reads what the caller asks for and checks the rest, allocates only the strings that are asked for, and never
/// looks outside its range. A value that a callback leaves unread is checked and skipped.
public struct JSONReader {
  /// Deeper nesting is refused, so that recursion is bounded whatever the sender writes.
  public static let depthLimit = 64

  let bytes: [UInt8]
  let end: Int
  /// The next byte to look at, in bytes from the start of the array.
  public internal(set) var offset: Int
  var depth = 0
  /// Nothing unusual has been met yet.
  private var mayBePlain = true

  /// A reader of the whole array, or of the given part of it, which must lie inside.
  public init(_ bytes: [UInt8], range: Range<Int>? = nil) {
    self.bytes = bytes
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    offset = range.lowerBound
    end = range.upperBound
  }

  // MARK: Objects and arrays

  /// Calls `member` once for every member of the object that comes next.
  ///
  /// Errors of the callback are reported with the member's name in front. A name may come twice: RFC 8259 allows it,
  /// and here as in most parsers the last one counts.
  public mutating func readObject(
    _ member: (_ name: String, _ value: inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter(UInt8(ascii: "{"), "an object")
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipWhitespace()
        let name = try readString()
        guard take(UInt8(ascii: ":")) else { throw unexpected("':'") }
        skipWhitespace()
        let start = offset
        do {
          try member(name, &self)
          if offset == start { try skipValue() }
        } catch {
          throw error.inside(name)
        }
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw unexpected("',' or '}'") }
    }
    depth -= 1
  }

  /// Calls `element` once for every element of the array that comes next.
  public mutating func readArray(
    _ element: (_ value: inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter(UInt8(ascii: "["), "an array")
    if !take(UInt8(ascii: "]")) {
      repeat {
        skipWhitespace()
        let start = offset
        try element(&self)
        if offset == start { try skipValue() }
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw unexpected("',' or ']'") }
    }
    depth -= 1
  }

  // MARK: Scalars

  public mutating func readBool() throws(JSONError) -> Bool {
    skipWhitespace()
    if take(literal: "true") { return true }
    if take(literal: "false") { return false }
    throw unexpected("true or false")
  }

  /// Takes `null` if it comes next, and says whether it did.
  public mutating func readNull() -> Bool {
    skipWhitespace()
    return take(literal: "null")
  }

  /// Whether a string comes next.
  public mutating func isAtString() -> Bool {
    skipWhitespace()
    return peek() == UInt8(ascii: "\"")
  }

  /// Whether an object comes next.
  public mutating func isAtObject() -> Bool {
    skipWhitespace()
    return peek() == UInt8(ascii: "{")
  }

  /// Whether an array comes next.
  public mutating func isAtArray() -> Bool {
    skipWhitespace()
    return peek() == UInt8(ascii: "[")
  }

  // MARK: Whole values

  /// Checks the value that comes next and returns its place in the array, without white space around it.
  @discardableResult
  public mutating func skipValue() throws(JSONError) -> Range<Int> {
    skipWhitespace()
    let start = offset
    if mayBePlain {
      if skipPlainValue() { return start..<offset }
      // What is unusual is read as if it were wanted: what is wrong with it is told with its place. So is the rest, or
      // whoever nests something unusual deeply would have it looked at again at each level.
      (offset, mayBePlain) = (start, false)
    }
    guard let first = peek() else { throw unexpected("a value") }
    switch first {
    case UInt8(ascii: "{"): try readObject { (_, _) throws(JSONError) in }
    case UInt8(ascii: "["): try readArray { (_) throws(JSONError) in }
    case UInt8(ascii: "\""): _ = try readString()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBool()
    case UInt8(ascii: "n"): guard readNull() else { throw unexpected("null") }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try scanNumber()
    default: throw unexpected("a value")
    }
    return start..<offset
  }

  /// The text of the value that comes next, checked but not looked into.
  public mutating func readText() throws(JSONError) -> ArraySlice<UInt8> {
    bytes[try skipValue()]
  }

  /// Checks that nothing but white space is left.
  public mutating func finish() throws(JSONError) {
    skipWhitespace()
    guard offset == end else { throw unexpected("nothing more") }
  }

  // MARK: Bytes

  mutating func skipWhitespace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  func peek() -> UInt8? { offset < end ? bytes[offset] : nil }

  func unexpected(_ what: String) -> JSONError {
    JSONError(offset < end ? .expected(what) : .unexpectedEnd, offset: offset)
  }

  mutating func take(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard peek() == byte else { return false }
    offset += 1
    return true
  }

  mutating func take(literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard end - offset >= count else { return false }
    for index in 0..<count where bytes[offset + index] != literal.utf8Start[index] { return false }
    offset += count
    return true
  }

  private mutating func enter(_ bracket: UInt8, _ what: String) throws(JSONError) {
    guard take(bracket) else { throw unexpected(what) }
    depth += 1
    guard depth <= Self.depthLimit else { throw JSONError(.tooDeep(limit: Self.depthLimit), offset: offset - 1) }
  }
}
