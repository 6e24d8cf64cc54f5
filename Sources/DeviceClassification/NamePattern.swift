/// A word or phrase to look for in a device's name, without regard to case and punctuation.
///
/// Words are matched whole; a `*` at either end stands for anything, as in `yubi*` or `*mouse*`. `#` stands for digits,
/// as in `k###`, three of them.
public struct NamePattern: Equatable, Sendable {
  /// As it stands in the file.
  public let text: String
  private let words: [String]

  /// nil for a pattern without a single word.
  public init?(_ text: String) {
    self.text = text
    words = text.lowercased().split(separator: " ").map(String.init)
    guard !words.isEmpty, words.allSatisfy({ $0.contains { $0 != "*" } }) else { return nil }
  }

  /// Where the pattern is found in the words of a name.
  func range(in name: [Substring]) -> Range<Int>? {
    guard name.count >= words.count else { return nil }
    for start in 0...(name.count - words.count)
    where zip(words, name[start...]).allSatisfy({ Self.matches($0, $1) }) {
      return start..<start + words.count
    }
    return nil
  }

  /// The words of a name, in lower case.
  static func words(of name: String) -> [Substring] {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }
  }

  private static func matches(_ pattern: String, _ word: Substring) -> Bool {
    let open = (start: pattern.hasPrefix("*"), end: pattern.hasSuffix("*"))
    let core = Array(pattern.drop { $0 == "*" }.reversed().drop { $0 == "*" }.reversed())
    let word = Array(word)
    guard word.count >= core.count else { return false }
    let starts = open.start ? 0...(word.count - core.count) : 0...0
    return starts.contains { start in
      (open.end || start + core.count == word.count)
        && zip(core, word[start...]).allSatisfy { $0 == "#" ? $1.isNumber : $0 == $1 }
    }
  }
}
