// Most of a message is checked once and read later, so checking must cost little: no names are made for it.
extension JSONReader {
  /// Skips a value if it is right and there is nothing unusual in it; else the offset is anywhere behind its start.
  mutating func skipPlainValue() -> Bool {
    let former = depth
    defer { depth = former }
    guard let first = peek() else { return false }
    switch first {
    case UInt8(ascii: "\""): return skipPlainString()
    case UInt8(ascii: "{"): return skipPlain(through: UInt8(ascii: "}"), hasNames: true)
    case UInt8(ascii: "["): return skipPlain(through: UInt8(ascii: "]"), hasNames: false)
    case UInt8(ascii: "t"): return take(literal: "true")
    case UInt8(ascii: "f"): return take(literal: "false")
    case UInt8(ascii: "n"): return take(literal: "null")
    default: return (try? scanNumber()) != nil
    }
  }

  /// Skips an object or an array, whose bracket comes next.
  private mutating func skipPlain(through bracket: UInt8, hasNames: Bool) -> Bool {
    offset += 1
    depth += 1
    guard depth <= Self.depthLimit else { return false }
    if take(bracket) { return true }
    repeat {
      skipWhitespace()
      if hasNames {
        guard skipPlainString(), take(UInt8(ascii: ":")) else { return false }
        skipWhitespace()
      }
      guard skipPlainValue() else { return false }
    } while take(UInt8(ascii: ","))
    return take(bracket)
  }
}
