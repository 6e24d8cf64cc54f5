/// A set of event codes, as the kernel's capability bitmaps give it.
public struct CodeSet: Equatable, Sendable {
  private var words: [UInt64]

  public init(_ codes: some Sequence<Int> = []) {
    words = []
    for code in codes { insert(code) }
  }

  /// Reads hex words, the most significant first, as in `/proc/bus/input/devices` and in sysfs' `capabilities`.
  ///
  /// Words have 32 bits where the kernel or the reader has. nil for anything that is not such a bitmap.
  public init?(bitmap: String, wordBits: Int = 64) {
    self.init()
    guard wordBits == 64 || wordBits == 32 else { return nil }
    for (position, text) in bitmap.split(separator: " ").reversed().enumerated() {
      guard let word = UInt64(text, radix: 16), word >> UInt64(wordBits - 1) <= 1, position < 64 else { return nil }
      let bit = position * wordBits
      while words.count <= bit / 64 { words.append(0) }
      words[bit / 64] |= word << UInt64(bit % 64)
    }
  }

  public mutating func insert(_ code: Int) {
    guard code >= 0 else { return }
    while words.count <= code / 64 { words.append(0) }
    words[code / 64] |= 1 << UInt64(code % 64)
  }

  public func contains(_ code: Int) -> Bool {
    code >= 0 && code / 64 < words.count && words[code / 64] >> UInt64(code % 64) & 1 == 1
  }

  public func contains(all codes: some Sequence<Int>) -> Bool { codes.allSatisfy(contains) }

  /// How many of the given codes are in the set.
  public func count(of codes: some Sequence<Int>) -> Int { codes.count(where: contains) }
}

extension CodeSet {
  /// The set as hex words of 64 bits, the most significant first, as the kernel prints it.
  public var bitmap: String {
    let used = words.reversed().drop { $0 == 0 }
    return used.isEmpty ? "0" : used.map { String($0, radix: 16) }.joined(separator: " ")
  }
}
