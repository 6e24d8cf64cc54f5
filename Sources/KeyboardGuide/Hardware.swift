/// The devices of one seat, and what follows from them together.
///
/// All keyboards count as one: attached with the first, detached with the last (R272).
public struct Hardware: Equatable, Sendable {
  private var devices: [DeviceID: AttachedDevice] = [:]
  private var held: [DeviceID: Modifiers] = [:]
  private var ignoresExternal = false
  private var isDetachable = false
  /// What follows; it is what changes are told of.
  public private(set) var facts = HardwareFacts()

  public init() {}

  /// How many keyboards are attached.
  public var keyboardCount: Int { devices.values.count { $0.keyboard != nil } }

  /// Why a keyboard cannot be typed on; nil when it can, or when there is no such keyboard.
  public func inactivity(of device: DeviceID) -> KeyboardInactivity? {
    devices[device]?.keyboard.flatMap { facts.inactivity(of: $0) }
  }

  /// Takes a device that is new, or of which something is; nil for one that has gone, with whatever was held on it.
  mutating func update(_ id: DeviceID, to device: AttachedDevice?) {
    devices[id] = device
    if device?.keyboard == nil { held[id] = nil }
    derive()
  }

  /// Says what is held on one keyboard now; unknown keyboards are ignored, they may just have gone.
  mutating func hold(_ modifiers: Modifiers, on id: DeviceID) {
    guard devices[id]?.keyboard != nil else { return }
    // What holds nothing leaves nothing behind, or undoing would not give the same value again.
    held[id] = modifiers.isEmpty ? nil : modifiers
    derive()
  }

  /// The person's switch: external keyboards are there, but do not count.
  mutating func ignoreExternalKeyboards(_ ignores: Bool) {
    ignoresExternal = ignores
    derive()
  }

  /// Says that the machine is a screen that is taken off its keyboard, so that being out of its dock is being a tablet.
  mutating func setDetachable(_ isDetachable: Bool) {
    guard isDetachable != self.isDetachable else { return }
    self.isDetachable = isDetachable
    derive()
  }

  /// Whether what is typed on the device is typed by a person in front of the screen.
  func isActive(_ id: DeviceID) -> Bool {
    devices[id]?.keyboard.map { facts.inactivity(of: $0) == nil } ?? false
  }

  /// Some keyboard that a person can type on.
  var activeDevice: DeviceID? { devices.keys.filter(isActive).min() }

  /// Inputs that make the same of a new value.
  var deviceInputs: [SeatInput] {
    let ids = devices.keys.sorted()
    var inputs: [SeatInput] = ids.map { .deviceChanged($0, devices[$0]) }
    inputs += ids.compactMap { id in held[id].map { .modifiersHeld($0, on: id) } }
    return inputs
  }

  /// What a person has said about them.
  var decisions: [SeatInput] { ignoresExternal ? [.externalKeyboardsIgnored(true)] : [] }

  private mutating func derive() {
    facts = HardwareFacts(
      devices: Array(devices.values), ignoresExternal: ignoresExternal, isDetachable: isDetachable)
    for (id, modifiers) in held where isActive(id) { facts.modifiers.formUnion(modifiers) }
  }
}
