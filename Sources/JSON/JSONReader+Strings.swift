extension JSONReader {
  /// Reads a string; every escape is resolved, and what is not valid Unicode is refused.
  public mutating func readString() throws(JSONError) -> String {
    skipWhitespace()
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a string") }
    let start = offset
    if skipPlainString() { return String(decoding: bytes[start + 1..<offset - 1], as: UTF8.self) }
    offset += 1
    let textStart = offset
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return try validated(bytes[textStart..<offset - 1], from: start)
      case UInt8(ascii: "\\"):
        return try readEscapedString(from: start, text: textStart)
      case 0..<0x20:
        throw JSONError(.invalidString, offset: offset)
      default:
        offset += 1
      }
    }
    throw JSONError(.unexpectedEnd, offset: offset)
  }

  /// Skips a string of ASCII without escapes, as nearly all are; where it is another one, nothing is skipped.
  mutating func skipPlainString() -> Bool {
    guard peek() == UInt8(ascii: "\"") else { return false }
    var index = offset + 1
    while index < end, case let byte = bytes[index], byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") {
      index += 1
      if byte == UInt8(ascii: "\"") {
        offset = index
        return true
      }
    }
    return false
  }

  /// The rest of a string in which an escape was met: collected in an array of its own.
  private mutating func readEscapedString(from start: Int, text textStart: Int) throws(JSONError) -> String {
    var text = Array(bytes[textStart..<offset])
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return try validated(text[...], from: start)
      case UInt8(ascii: "\\"):
        offset += 1
        text.append(contentsOf: String(try readEscape()).utf8)
      case 0..<0x20:
        throw JSONError(.invalidString, offset: offset)
      default:
        text.append(byte)
        offset += 1
      }
    }
    throw JSONError(.unexpectedEnd, offset: offset)
  }

  /// The character behind a backslash.
  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = peek() else { throw JSONError(.unexpectedEnd, offset: offset) }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape()
    default: throw JSONError(.invalidString, offset: offset - 1)
    }
  }

  /// The character of `\uXXXX`, or of the surrogate pair that two of them make.
  private mutating func readUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let start = offset
    let unit = try readHexUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), peek() == UInt8(ascii: "\\") else {
      throw JSONError(.invalidString, offset: start)
    }
    offset += 1
    guard peek() == UInt8(ascii: "u") else { throw JSONError(.invalidString, offset: start) }
    offset += 1
    let trail = try readHexUnit()
    guard UTF16.isTrailSurrogate(trail) else { throw JSONError(.invalidString, offset: start) }
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
    guard let scalar = Unicode.Scalar(value) else { throw JSONError(.invalidString, offset: start) }
    return scalar
  }

  private mutating func readHexUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek() else { throw JSONError(.unexpectedEnd, offset: offset) }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw JSONError(.invalidString, offset: offset)
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }

  private func validated(_ text: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> String {
    guard let string = String(validating: text, as: UTF8.self) else { throw JSONError(.invalidString, offset: start) }
    return string
  }
}
