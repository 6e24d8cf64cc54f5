import KeyboardGuide

/// Modifiers and the one key that is pressed while exactly they are held; a key alone where it has one purpose.
///
/// A chord never has a key that is part of typing text, for what makes a chord is read (design, section 5).
public nonisolated struct Chord: Hashable, Sendable {
  /// The modifiers that must be held, and no others; empty for a key alone.
  public let modifiers: Modifiers
  /// The key's code, as in linux/input-event-codes.h.
  public let key: UInt16

  /// For keys that are known to be allowed; what a person writes goes through `init(_:)`.
  init(modifiers: Modifiers = [], key: UInt16) {
    self.modifiers = modifiers
    self.key = key
  }

  /// Reads a chord such as `Alt+Meta+Left`, `Control+F5` or `KbdLayoutNext`.
  ///
  /// Modifiers are Control or Ctrl, Alt (the left one), and Meta or Super; the last part is the kernel's name of a key
  /// without `KEY_`. Case does not matter. The error says which part is wrong, and what to write instead.
  public init(_ text: String) throws(ChordError) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(Self.trimmed)
    guard parts != [""], let name = parts.last else { throw .empty }
    guard !parts.contains("") else { throw .emptyPart(of: text) }
    var modifiers = Modifiers()
    for part in parts.dropLast() {
      guard modifiers.insert(try Self.modifier(part)).inserted else { throw .repeatedModifier(part) }
    }
    self.init(modifiers: modifiers, key: try Self.key(name, isAlone: modifiers.isEmpty))
  }

  // MARK: Parts

  private static let modifierNames: [(name: String, modifier: Modifiers)] = [
    ("Control", .control), ("Alt", .alt), ("Meta", .meta), ("Ctrl", .control), ("Super", .meta),
  ]

  private static func knownModifier(_ name: String) -> Modifiers? {
    modifierNames.first { $0.name.lowercased() == name.lowercased() }?.modifier
  }

  /// Whether a name is that of a modifier or lock that goes with text.
  private static func isTextModifier(_ name: String) -> Bool {
    ["shift", "altgr", "fn", "capslock", "numlock", "scrolllock", "leftshift", "rightshift", "rightalt"]
      .contains(name.lowercased())
  }

  private static func modifier(_ name: String) throws(ChordError) -> Modifiers {
    if let modifier = knownModifier(name) { return modifier }
    throw isTextModifier(name) ? .textModifier(name) : .unknownModifier(name)
  }

  private static func key(_ name: String, isAlone: Bool) throws(ChordError) -> UInt16 {
    if knownModifier(name) != nil || isTextModifier(name) { throw .modifierAsKey(name) }
    guard let code = ChordKeyName.code(of: name) else { throw .unknownKey(name) }
    switch ChordKeyRole(code) {
    case .text: throw .textKey(name)
    case .modifier: throw .modifierAsKey(name)
    case .button: throw .button(name)
    case .none: throw .unknownKey(name)
    case .editing where isAlone: throw .needsModifier(ChordKeyName.name(of: code))
    case .editing, .command: return code
    }
  }

  private static func trimmed(_ part: Substring) -> String {
    let start = part.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

nonisolated extension Chord: CustomStringConvertible {
  /// The chord as a person writes it, in one form for each: `Control+Alt+Meta+PageUp`. It reads back as the chord.
  public var description: String {
    let names = Self.modifierNames.prefix(3).filter { modifiers.contains($0.modifier) }.map(\.name)
    return (names + [ChordKeyName.name(of: key)]).joined(separator: "+")
  }
}
