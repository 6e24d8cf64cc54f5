import CEvdev

/// The names of keys as chords have them: the kernel's without `KEY_`, in words.
nonisolated enum ChordKeyName {
  /// Where the kernel writes two words as one, and everybody else does not.
  private static let spellings: [Int32: String] = [KEY_PAGEUP: "PageUp", KEY_PAGEDOWN: "PageDown"]

  /// The code of a key, or button, with that name in any case; nil when there is none.
  ///
  /// `PageUp` is KEY_PAGEUP, and `KbdLayoutNext` is KEY_KBD_LAYOUT_NEXT: words are tried as one, then with `_` between
  /// them.
  static func code(of name: String) -> UInt16? {
    // Everything else would end the name early, or is in no name.
    guard name.utf8.allSatisfy({ isWordByte($0) }) else { return nil }
    for name in [name.uppercased(), withUnderscores(name).uppercased()] {
      for candidate in ["KEY_\(name)", name] {
        let isOfKeys = candidate.hasPrefix("KEY_") || candidate.hasPrefix("BTN_")
        if isOfKeys, let code = UInt16(exactly: libevdev_event_code_from_code_name(candidate)) { return code }
      }
    }
    return nil
  }

  /// The name that stands for the key in messages, and reads back as the key.
  static func name(of code: UInt16) -> String {
    if let spelling = spellings[Int32(code)] { return spelling }
    guard let name = libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)) else { return "\(code)" }
    let words = String(cString: name).split(separator: "_")
    // Buttons have names as keys have: without BTN_ one would stand for the other.
    guard words.first == "KEY" else { return String(cString: name) }
    return words.dropFirst().reduce("") { text, word in
      // Between a word and a number nothing else would show where one ends: Fn_1.
      let separator = text.isEmpty || word.first?.isNumber != true ? "" : "_"
      return text + separator + word.prefix(1) + word.dropFirst().lowercased()
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// A name with `_` before each word but the first; words begin with capitals.
  private static func withUnderscores(_ name: String) -> String {
    name.reduce("") { text, letter in
      let isNewWord = letter.isUppercase && !text.isEmpty && text.last != "_"
      return text + (isNewWord ? "_" : "") + String(letter)
    }
  }
}
