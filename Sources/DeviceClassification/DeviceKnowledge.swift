/// What is known of products and cannot be read off their capabilities: data, kept in files.
public struct DeviceKnowledge: Equatable, Sendable {
  /// What kind of product an entry names.
  public enum Kind: String, CaseIterable, Sendable {
    /// A keyboard, whatever its capabilities say; for an integrator's own devices.
    case keyboard
    /// Claims to be a keyboard and is not: mice, scanners, tokens, number pads, remote consoles.
    case pretender
    /// A receiver that looks the same whatever is paired with it.
    case receiver
    /// A keyboard with a pointer in the same node.
    case combo
    /// A keyboard that snaps on to a tablet, and has no lock LEDs.
    case folio
  }

  /// One entry: the ids that it is for, and what they are.
  public struct Entry: Equatable, Sendable {
    /// Vendor and product with `*` at the end for any rest, as in `1050:*` or `1038:18*`.
    public var id: String
    /// nil: nothing is known but what else stands here.
    public var kind: Kind?
    /// Whether the device is part of the machine; nil: as its bus or udev says.
    public var integration: Integration?
    public var note: String

    public init(id: String, kind: Kind?, integration: Integration? = nil, note: String) {
      self.id = id
      self.kind = kind
      self.integration = integration
      self.note = note
    }

    func matches(vendor: String, product: String) -> Bool {
      let whole = "\(vendor):\(product)"
      return id.hasSuffix("*") ? whole.hasPrefix(id.dropLast()) : whole == id
    }
  }

  /// In order of trust: the first that matches counts.
  public var entries: [Entry]
  /// Words in a name that speak against a keyboard.
  public var wordsAgainst: [NamePattern]
  /// Words that speak for one.
  public var wordsFor: [NamePattern]
  /// Phrases that say nothing, though words in them would.
  public var neutralPhrases: [NamePattern]
  /// Phrases that say that a keyboard is part of its machine.
  public var internalPhrases: [NamePattern]

  public init(
    entries: [Entry] = [], wordsAgainst: [NamePattern] = [], wordsFor: [NamePattern] = [],
    neutralPhrases: [NamePattern] = [], internalPhrases: [NamePattern] = []
  ) {
    self.entries = entries
    self.wordsAgainst = wordsAgainst
    self.wordsFor = wordsFor
    self.neutralPhrases = neutralPhrases
    self.internalPhrases = internalPhrases
  }

  /// Puts entries and words in front of these, as a file in /etc does with the package's.
  public mutating func prepend(_ other: DeviceKnowledge) {
    entries = other.entries + entries
    wordsAgainst = other.wordsAgainst + wordsAgainst
    wordsFor = other.wordsFor + wordsFor
    neutralPhrases = other.neutralPhrases + neutralPhrases
    internalPhrases = other.internalPhrases + internalPhrases
  }

  /// The first entry that says what kind of product the node is of.
  func entry(for node: NodeDescription) -> Entry? {
    let (vendor, product) = node.pairedIdentity
    return entries.first { $0.kind != nil && $0.matches(vendor: vendor, product: product) }
  }

  /// What the first entry that has a word on it says of where the node's product belongs.
  ///
  /// What snaps on to a machine belongs to it: folded back, it is behind the screen.
  func integration(of node: NodeDescription) -> Integration? {
    let (vendor, product) = node.pairedIdentity
    let said = entries.first { $0.integration != nil && $0.matches(vendor: vendor, product: product) }?.integration
    if let said { return said }
    let words = NamePattern.words(of: node.name)
    let isNamed = internalPhrases.contains { $0.range(in: words) != nil }
    return isNamed || entry(for: node)?.kind == .folio ? .internal : nil
  }
}

extension NodeDescription {
  /// The product that the name tells of where the ids are the receiver's, as in `Wireless PID:404d`.
  var pairedIdentity: (vendor: String, product: String) {
    guard let mark = name.range(of: "Wireless PID:") else { return (vendor, product) }
    let digits = name[mark.upperBound...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isHexDigit) else { return (vendor, product) }
    return (vendor, digits.lowercased())
  }
}
