/// Writes JSON into a byte array that the caller may use again and again.
///
/// The comma before a member or element is the writer's business; matching brackets are the closures'.
public struct JSONWriter {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  /// Forgets what was written and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a message with a byte that is not JSON, as Varlink's NUL.
  public mutating func terminate(with byte: UInt8) {
    bytes.append(byte)
    needsComma = false
  }

  // MARK: Objects and arrays

  public mutating func object<Failure: Error>(_ members: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
    open(UInt8(ascii: "{"))
    try members(&self)
    close(UInt8(ascii: "}"))
  }

  public mutating func array<Failure: Error>(_ elements: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
    open(UInt8(ascii: "["))
    try elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a member's name; its value must follow. The name must need no escape.
  public mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member's name that is known only now; its value must follow.
  public mutating func key(escaping name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Scalars

  public mutating func null() { raw("null") }

  public mutating func value(_ value: Bool) { raw(value ? "true" : "false") }

  public mutating func value(_ value: Int) { raw(value.description) }

  /// Writes a double in the shortest form that reads back as the same value; JSON has no infinities, they become null.
  public mutating func value(_ value: Double) {
    if value.isFinite { raw(value.description) } else { null() }
  }

  public mutating func value(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 { appendEscaped(byte) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a value that is JSON already.
  public mutating func verbatim(_ value: [UInt8]) {
    separate()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  // MARK: Bytes

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      let hex: StaticString = "0123456789abcdef"
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(hex.utf8Start[Int(byte >> 4)])
      bytes.append(hex.utf8Start[Int(byte & 15)])
    default:
      bytes.append(byte)
    }
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }
}
