/// One node with everything that is asked about it more than once.
struct Evidence {
  let node: NodeDescription
  let siblings: [NodeDescription]
  /// What is known of the product.
  let entry: DeviceKnowledge.Entry?
  private let knowledge: DeviceKnowledge

  init(node: NodeDescription, siblings: [NodeDescription], knowledge: DeviceKnowledge) {
    self.node = node
    self.siblings = siblings
    self.knowledge = knowledge
    entry = knowledge.entry(for: node)
  }

  /// The word in the name that speaks against a keyboard. Looked for only when asked: most nodes cannot type at all.
  var wordAgainst: String? {
    let full = Self.words(node.name, knowledge)
    let base = Self.words(Self.strippedName(node, siblings), knowledge)
    return knowledge.wordsAgainst.first { $0.range(in: full) != nil || $0.range(in: base) != nil }?.text
  }

  /// The word in the name that speaks for one.
  var wordFor: String? {
    let base = Self.words(Self.strippedName(node, siblings), knowledge)
    return knowledge.wordsFor.first { $0.range(in: base) != nil }?.text
  }

  var isExternal: Bool { !Bus.internalOnes.contains(node.bus) }

  /// The product is a receiver, or the node is one of the devices behind one.
  var isThroughReceiver: Bool { entry?.kind == .receiver || node.isPairedDevice }

  /// Another node of the device types text and has the lock LEDs: that one is the keyboard.
  var hasKeyboardSibling: Bool { siblings.contains { $0.hasTypingBlock && $0.hasLockLEDs } }

  /// The name's words without the phrases that say nothing.
  private static func words(_ name: String, _ knowledge: DeviceKnowledge) -> [[UInt8]] {
    var words = NamePattern.words(of: name)
    for phrase in knowledge.neutralPhrases {
      while let range = phrase.range(in: words) { words.removeSubrange(range) }
    }
    return words
  }

  /// What hid-input hangs on to the product's name, by the usage of the collection: it says nothing of the product.
  private static let kernelSuffixes = [
    " Keyboard", " Mouse", " Consumer Control", " System Control", " Touchpad", " Keypad", " Pen", " Stylus",
    " Wireless Radio Control", " UNKNOWN",
  ]

  /// The name without the kernel's suffix, if a sibling shows that the suffix is the kernel's.
  private static func strippedName(_ node: NodeDescription, _ siblings: [NodeDescription]) -> String {
    let own = stripped(node.name)
    return siblings.contains { $0.name != node.name && stripped($0.name) == own } ? own : node.name
  }

  private static func stripped(_ name: String) -> String {
    kernelSuffixes.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) } ?? name
  }
}
