import DeviceClassification

/// The nodes of every physical device, judged together, and what each is to be opened for.
///
/// A device is judged by all nodes that it has shown since it was plugged in: while its nodes go one by one, what is
/// left of a mouse is no keyboard.
struct PhysicalDevices {
  /// What a node is read for.
  enum Use: Equatable {
    /// It makes a keyboard present, and has its modifiers.
    case keyboard
    /// Modifiers only: a further node of a keyboard.
    case modifiers
    /// Everything, until what is typed on it proves a keyboard.
    case proof
    /// It is left alone.
    case nothing
  }

  /// A device whose nodes come and go without end must not be remembered without end.
  private static let mostRemembered = 64

  private struct Device {
    /// All that have been seen, by syspath.
    var seen: [String: NodeDescription] = [:]
    /// Those that are there.
    var present: Set<String> = []
    /// Use has shown that a person types on it.
    var isProven = false
  }

  private var devices: [String: Device] = [:]
  private let classifier: DeviceClassifier

  init(classifier: DeviceClassifier) {
    self.classifier = classifier
  }

  /// Adds a node, or what is new of it, and siblings that are known but not announced yet.
  mutating func add(_ node: NodeDescription, to device: String, siblings: [NodeDescription]) {
    for sibling in siblings { devices[device, default: Device()].seen[sibling.id] = sibling }
    devices[device, default: Device()].seen[node.id] = node
    devices[device]?.present.insert(node.id)
    if let entry = devices[device], entry.seen.count > Self.mostRemembered {
      devices[device]?.seen = entry.seen.filter { entry.present.contains($0.key) }
    }
  }

  /// Removes a node; with its last one the device is forgotten.
  mutating func remove(_ node: String, from device: String) {
    devices[device]?.present.remove(node)
    if devices[device]?.present.isEmpty == true { devices[device] = nil }
  }

  /// Says that a person has typed on the device.
  mutating func prove(_ device: String) {
    devices[device]?.isProven = true
  }

  /// How many nodes of a device are remembered, those that have gone included.
  func rememberedCount(of device: String) -> Int { devices[device]?.seen.count ?? 0 }

  /// What each present node of a device is to be opened for.
  func uses(of device: String) -> [String: Use] {
    guard let entry = devices[device] else { return [:] }
    let nodes = entry.seen.values.sorted { $0.id < $1.id }
    var uses: [String: Use] = [:]
    for (node, judgement) in zip(nodes, classifier.judge(nodes)) where entry.present.contains(node.id) {
      switch judgement.verdict {
      case .keyboard: uses[node.id] = .keyboard
      case .unproven: uses[node.id] = entry.isProven ? .keyboard : .proof
      case .aux: uses[node.id] = ModifierKeys.exist(in: node.keys) ? .modifiers : .nothing
      case .notKeyboard: uses[node.id] = .nothing
      }
    }
    return uses
  }
}
