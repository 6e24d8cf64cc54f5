import KeyActivity

/// What a node is read for; empty: it is left alone.
struct NodeUse: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The modifiers of a keyboard.
  static let modifiers = NodeUse(rawValue: 1)
  /// All keys, until what is typed proves that a person types there.
  static let proof = NodeUse(rawValue: 2)
  /// All keys, to notice that a person types at all: the administrator's choice.
  static let typing = NodeUse(rawValue: 4)
  /// The switches that tell the machine's shape.
  static let switches = NodeUse(rawValue: 8)

  /// Whether every key must arrive.
  var wantsAllKeys: Bool { !isDisjoint(with: [.proof, .typing]) }

  /// Whether a key may be looked at.
  func passes(key code: UInt16) -> Bool {
    wantsAllKeys || (contains(.modifiers) && ModifierKeys.contains(code))
  }
}
