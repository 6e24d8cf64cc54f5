/// A device address in lower case, "a0:b1:c2:d3:e4:f5". It is private: it goes into no log.
nonisolated struct BluetoothAddress: Equatable, Sendable {
  let text: String

  /// Nil if the text is anything but six hexadecimal bytes with colons between them.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 17 else { return nil }
    for (index, byte) in bytes.enumerated() {
      guard index % 3 == 2 ? byte == UInt8(ascii: ":") : Self.isHexadecimal(byte) else { return nil }
    }
    self.text = text.lowercased()
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
