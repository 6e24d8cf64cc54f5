extension JSONReader {
  /// Reads an integer; a fraction, an exponent or more than 64 bits is an error, never a rounded value.
  public mutating func readInt() throws(JSONError) -> Int {
    skipWhitespace()
    let start = offset
    let isInteger = try scanNumber()
    guard isInteger, let value = shortInteger(in: start..<offset) ?? Int(text(of: start..<offset)) else {
      throw JSONError(.expected("an integer"), offset: start)
    }
    return value
  }

  /// Reads a number as a finite double.
  public mutating func readDouble() throws(JSONError) -> Double {
    skipWhitespace()
    let start = offset
    // Of an integer so short nothing is lost; but -0 is not 0.
    if try scanNumber(), let value = shortInteger(in: start..<offset), value != 0 { return Double(value) }
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

  /// The integer of at most 15 digits that the number grammar has checked; nil: it is longer.
  private func shortInteger(in range: Range<Int>) -> Int? {
    guard range.count <= 15 else { return nil }
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var value = 0
    for byte in bytes[isNegative ? range.dropFirst() : range] { value = value * 10 + Int(byte - UInt8(ascii: "0")) }
    return isNegative ? -value : value
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
