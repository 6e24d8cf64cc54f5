import DeviceClassification
import KeyboardGuide

/// All facts about the devices of the machine, and what follows from them: values alone, nothing is opened here.
///
/// A device is judged by all nodes that it has shown since it was plugged in: while its nodes go one by one, what is
/// left of a mouse is no keyboard.
struct PhysicalDevices {
  /// What only an open node tells.
  struct Readings: Equatable {
    var switches: Switches
    var access: KeyAccess
  }

  private struct Device {
    /// All nodes that have been seen, by syspath.
    var seen: [String: AnnouncedNode] = [:]
    /// Those that are there.
    var present: Set<String> = []
    /// Of those that are open.
    var readings: [String: Readings] = [:]
  }

  /// A device whose nodes come and go without end must not be remembered without end.
  private static let mostRemembered = 64

  /// Who decides what is a keyboard.
  var classifier: DeviceClassifier
  /// Whether typing is to be noticed: the administrator's choice.
  var noticesTyping = false
  /// What keys do: it decides which of them are looked at.
  var chords: ChordTable
  /// Whether Bluetooth devices are connected, by address in lower case; one that is not listed counts as connected.
  var bluetoothLinks: [String: Bool] = [:]
  private var devices: [String: Device] = [:]
  private var proven = ProvenDevices()

  init(classifier: DeviceClassifier, chords: ChordTable = .standard) {
    self.classifier = classifier
    self.chords = chords
  }

  /// The syspaths of all physical devices that are there.
  var all: [String] { devices.keys.sorted() }

  // MARK: Facts

  /// Adds a node, or what is new of it, and siblings that are known but not announced yet.
  mutating func add(_ node: AnnouncedNode, siblings: [AnnouncedNode] = []) {
    var device = devices[node.device] ?? Device()
    for sibling in siblings { device.seen[sibling.syspath] = sibling }
    device.seen[node.syspath] = node
    device.present.insert(node.syspath)
    if device.seen.count > Self.mostRemembered {
      device.seen = device.seen.filter { device.present.contains($0.key) }
    }
    devices[node.device] = device
  }

  /// Removes a node; with its last one the device is forgotten, but for what use has proven.
  mutating func remove(_ node: String, of device: String) {
    devices[device]?.present.remove(node)
    devices[device]?.readings[node] = nil
    if devices[device]?.present.isEmpty == true { devices[device] = nil }
  }

  /// Says what an open node tells; nil when it is closed.
  mutating func setReadings(_ readings: Readings?, of node: String, of device: String) {
    devices[device]?.readings[node] = readings
  }

  /// Says whether the input device of a node is switched off in sysfs.
  mutating func setInhibited(_ isInhibited: Bool, node: String, of device: String) {
    devices[device]?.seen[node]?.isInhibited = isInhibited
  }

  /// Says that a person has typed text on the device.
  mutating func prove(_ device: String) {
    if let found = devices[device] { proven.insert(Self.identity(of: found, at: device)) }
  }

  /// How many nodes of a device are remembered, those that have gone included.
  func rememberedCount(of device: String) -> Int { devices[device]?.seen.count ?? 0 }

  // MARK: Conclusions

  /// Everything that follows about a device; nil when it is not there.
  func assess(_ syspath: String) -> DeviceAssessment? {
    guard let device = devices[syspath] else { return nil }
    let seen = device.seen.values.sorted { $0.syspath < $1.syspath }
    let judgements = classifier.judge(seen.map(\.description))
    let identity = Self.identity(of: device, at: syspath)
    let isProven = proven.contains(identity)
    let nodes = zip(seen, judgements).filter { device.present.contains($0.0.syspath) }.map { (node: $0, judgement: $1) }
    var judgement = DeviceClassifier.verdict(of: nodes.map(\.judgement))
    if judgement.verdict == .unproven, isProven {
      judgement = Judgement(.keyboard, "\(judgement.reason), but a person has typed on it")
    }
    let counting = nodes.filter { $0.judgement.verdict == .keyboard || $0.judgement.verdict == .unproven }.map(\.node)
    var uses: [String: NodeUse] = [:]
    for (node, judgement) in nodes {
      uses[node.syspath] = node.use(judgement, isProven: isProven, noticesTyping: noticesTyping, chords: chords)
    }
    let real = nodes.map(\.node.description).filter { !$0.isMadeByProgram }
    var facts = AttachedDevice(
      isTouchscreen: real.contains { $0.isTouchscreen || $0.udev["ID_INPUT_TOUCHSCREEN"] == "1" },
      isPointer: real.contains(where: \.isPointer))
    if judgement.verdict == .keyboard {
      facts.keyboard = HardwareKeyboard(
        isInternal: classifier.isInternal(counting.map(\.description)),
        isConnected: counting.contains(where: isConnected), isInhibited: counting.allSatisfy(\.isInhibited))
    }
    for readings in device.readings.values {
      facts.switches = facts.switches.merged(with: readings.switches)
      facts.keyAccess = max(facts.keyAccess, readings.access)
    }
    return DeviceAssessment(
      syspath: syspath, id: identity.id,
      // All nodes of a device hang on one port, so they have one seat; the one that types decides if not.
      seat: counting.first?.seat ?? nodes.first?.node.seat ?? "seat0", judgement: judgement, nodes: nodes, uses: uses,
      facts: facts == AttachedDevice() ? nil : facts)
  }

  private func isConnected(_ node: AnnouncedNode) -> Bool {
    !node.description.isBluetooth || bluetoothLinks[node.uniq.lowercased()] != false
  }

  private static func identity(of device: Device, at syspath: String) -> ProvenDevices.Identity {
    let nodes = device.seen.values.sorted { $0.syspath < $1.syspath }
    let node = nodes.first { $0.distinctUniq != nil } ?? nodes.first
    let id = DeviceID(node?.distinctUniq ?? syspath)
    return ProvenDevices.Identity(
      id: id, vendor: node?.description.vendor ?? "", product: node?.description.product ?? "")
  }
}
