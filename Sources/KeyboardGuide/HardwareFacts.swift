/// What the devices of a seat amount to: a function of the set of them, whatever the order they came in.
public struct HardwareFacts: Equatable, Sendable {
  /// Whether a keyboard is attached, internal or external, whether or not one can type on it.
  public private(set) var hasInternal = false
  public private(set) var hasExternal = false
  /// Whether at least one attached keyboard can be typed on now: no tablet mode, lid, link or inhibition is in the way.
  public private(set) var isActive = false
  /// Whether external keyboards are there but do not count.
  public private(set) var ignoresExternal = false
  /// Whether a keyboard is active and not ignored: then it takes the on-screen keyboard's place.
  public private(set) var counts = false
  /// The modifiers held on active keyboards.
  public internal(set) var modifiers = Modifiers()
  public private(set) var tabletMode = TabletMode()
  /// The most that reaches the daemon from any device.
  public private(set) var keyAccess = KeyAccess.masked
  public private(set) var isLidClosed = false

  init() {}

  /// Whether at least one keyboard is attached (R272).
  public var isPresent: Bool { hasInternal || hasExternal }

  init(devices: [AttachedDevice], ignoresExternal: Bool, isDetachable: Bool) {
    let keyboards = devices.compactMap(\.keyboard)
    hasInternal = keyboards.contains(where: \.isInternal)
    hasExternal = keyboards.contains { !$0.isInternal }
    self.ignoresExternal = ignoresExternal
    tabletMode = TabletMode(devices: devices, isDetachable: isDetachable)
    isLidClosed = devices.contains { $0.switches.lid == true }
    keyAccess = devices.map(\.keyAccess).max() ?? .masked
    let active = keyboards.filter { inactivity(of: $0) == nil }
    isActive = !active.isEmpty
    counts = active.contains { $0.isInternal || !ignoresExternal }
  }

  /// Why a keyboard cannot be typed on now; nil when it can.
  func inactivity(of keyboard: HardwareKeyboard) -> KeyboardInactivity? {
    if !keyboard.isConnected { return .disconnected }
    if keyboard.isInhibited { return .inhibited }
    guard keyboard.isInternal else { return nil }
    if tabletMode.isOn { return .tabletMode }
    return isLidClosed ? .lidClosed : nil
  }
}

/// Why an attached keyboard cannot be typed on.
public enum KeyboardInactivity: String, CaseIterable, Sendable {
  /// Its radio link is down.
  case disconnected
  /// It is switched off in sysfs.
  case inhibited
  /// It is part of the machine, and the machine is a tablet now.
  case tabletMode
  /// It is part of the machine, and the lid is closed.
  case lidClosed
}
