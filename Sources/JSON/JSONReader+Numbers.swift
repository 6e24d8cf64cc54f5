extension JSONReader {
  /// Reads an integer; a fraction, an exponent or more than 64 bits is an error, never a rounded value.
  public mutating func readInt() throws(JSONError) -> Int {
    skipWhitespace()
    let start = offset
    let isInteger = try scanNumber()
    guard isInteger, let value = Int(text(of: start..<offset)) else {
      throw JSONError(.expected("an integer"), offset: start)
    }
    return value
  }

  /// Reads a number as a finite double.
  public mutating func readDouble() throws(JSONError) -> Double {
    skipWhitespace()
    let start = offset
    _ = try scanNumber()
    guard let value = Double(text(of: start..<offset)), value.isFinite else {
      throw JSONError(.invalidNumber, offset: start)
    }
    return value
  }

  /// Checks RFC 8259's number grammar, moves behind the number, and says whether it has no fraction or exponent.
  mutating func scanNumber() throws(JSONError) -> Bool {
    let start = offset
    if peek() == UInt8(ascii: "-") { offset += 1 }
    let leadingZero = peek() == UInt8(ascii: "0")
    let digits = skipDigits()
    guard digits > 0 else { throw unexpected("a number") }
    guard !leadingZero || digits == 1 else { throw JSONError(.invalidNumber, offset: start) }
    var isInteger = true
    if peek() == UInt8(ascii: ".") {
      isInteger = false
      offset += 1
      guard skipDigits() > 0 else { throw JSONError(.invalidNumber, offset: start) }
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      isInteger = false
      offset += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { offset += 1 }
      guard skipDigits() > 0 else { throw JSONError(.invalidNumber, offset: start) }
    }
    return isInteger
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset - start
  }

  /// The text of bytes that the number grammar has checked, hence ASCII.
  private func text(of range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
