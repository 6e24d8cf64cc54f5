/// A word or phrase to look for in a device's name, without regard to case and punctuation.
///
/// Words are matched whole; a `*` at either end stands for anything, as in `yubi*` or `*mouse*`. `#` stands for a digit,
/// as in `k###`, three of them.
public struct NamePattern: Equatable, Sendable {
  /// A word of the pattern, taken apart once.
  private struct Word: Equatable {
    var core: [UInt8]
    var isOpenAtStart: Bool
    var isOpenAtEnd: Bool

    func matches(_ word: [UInt8]) -> Bool {
      guard word.count >= core.count else { return false }
      let starts = isOpenAtStart ? 0...(word.count - core.count) : 0...0
      return starts.contains { start in
        guard isOpenAtEnd || start + core.count == word.count else { return false }
        for index in core.indices where !Self.matches(core[index], word[start + index]) { return false }
        return true
      }
    }

    private static func matches(_ pattern: UInt8, _ byte: UInt8) -> Bool {
      pattern == UInt8(ascii: "#") ? (0x30...0x39).contains(byte) : pattern == byte
    }
  }

  /// As it stands in the file.
  public let text: String
  private let words: [Word]

  /// nil for a pattern without a single word.
  public init?(_ text: String) {
    self.text = text
    let star = UInt8(ascii: "*")
    words = text.lowercased().utf8.split(separator: UInt8(ascii: " ")).map { word in
      let core = word.drop { $0 == star }
      let end = core.lastIndex { $0 != star }.map { core.index(after: $0) } ?? core.startIndex
      return Word(core: Array(core[..<end]), isOpenAtStart: word.first == star, isOpenAtEnd: word.last == star)
    }
    guard !words.isEmpty, words.allSatisfy({ !$0.core.isEmpty }) else { return nil }
  }

  /// Where the pattern is found in the words of a name.
  func range(in name: [[UInt8]]) -> Range<Int>? {
    guard name.count >= words.count else { return nil }
    for start in 0...(name.count - words.count)
    where words.indices.allSatisfy({ words[$0].matches(name[start + $0]) }) {
      return start..<start + words.count
    }
    return nil
  }

  /// The words of a name, in lower case; what is not ASCII counts as letters.
  static func words(of name: String) -> [[UInt8]] {
    name.lowercased().utf8.split { byte in
      !(0x30...0x39).contains(byte) && !(0x61...0x7A).contains(byte) && byte < 0x80
    }.map(Array.init)
  }
}
