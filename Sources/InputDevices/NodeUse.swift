import KeyActivity

/// What a node is read for; empty: it is left alone.
struct NodeUse: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The modifiers of a keyboard, and the keys that make chords with them.
  static let modifiers = NodeUse(rawValue: 1)
  /// All keys, until what is typed proves that a person types there.
  static let proof = NodeUse(rawValue: 2)
  /// All keys, to notice that a person types at all: the administrator's choice.
  static let typing = NodeUse(rawValue: 4)
  /// The switches that tell the machine's shape.
  static let switches = NodeUse(rawValue: 8)
  /// The keys of chords on a further node of a keyboard, whose modifiers are on another one.
  static let chords = NodeUse(rawValue: 16)
  /// The keys that are chords by themselves, on a node of no keyboard.
  static let buttons = NodeUse(rawValue: 32)

  /// Whether every key must arrive.
  var wantsAllKeys: Bool { !isDisjoint(with: [.proof, .typing]) }

  /// The keys of chords that may be looked at.
  ///
  /// None on a node that is read for proof: until there is one, nobody is known to press its keys.
  func keys(of chords: ChordTable) -> Set<UInt16> {
    if contains(.proof) { return [] }
    if !isDisjoint(with: [.modifiers, .chords]) { return chords.keys }
    return contains(.buttons) ? chords.standaloneKeys : []
  }
}
