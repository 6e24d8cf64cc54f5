/// What a seat knows of one physical device: only what bears on keyboards and tablet mode.
public struct AttachedDevice: Equatable, Sendable {
  /// The device as a keyboard that a person types on; nil for one that nobody types on.
  public var keyboard: HardwareKeyboard?
  public var switches: Switches
  /// A screen that is touched.
  public var isTouchscreen: Bool
  /// A mouse, touchpad or stick that moves a pointer.
  public var isPointer: Bool
  public var keyAccess: KeyAccess

  public init(
    keyboard: HardwareKeyboard? = nil, switches: Switches = Switches(), isTouchscreen: Bool = false,
    isPointer: Bool = false, keyAccess: KeyAccess = .masked
  ) {
    self.keyboard = keyboard
    self.switches = switches
    self.isTouchscreen = isTouchscreen
    self.isPointer = isPointer
    self.keyAccess = keyAccess
  }
}

/// The facts about one attached keyboard that do not depend on other devices.
public struct HardwareKeyboard: Equatable, Sendable {
  /// Part of the machine, so that it is behind the screen in tablet mode, and under it when the lid is closed.
  public var isInternal: Bool
  /// Whether its radio link is up, where it has one; without one, always.
  public var isConnected: Bool
  /// Switched off by whoever owns the machine (`inhibited` in sysfs).
  public var isInhibited: Bool

  public init(isInternal: Bool = false, isConnected: Bool = true, isInhibited: Bool = false) {
    self.isInternal = isInternal
    self.isConnected = isConnected
    self.isInhibited = isInhibited
  }

  /// Whether a person could type on it, if nothing of the machine is in the way.
  var isUsable: Bool { isConnected && !isInhibited }
}

/// The switches of a device that tell the machine's shape; nil for one that it does not have, or that cannot be read.
public struct Switches: Equatable, Sendable {
  /// `SW_TABLET_MODE`: folded, or taken off its keyboard.
  public var tabletMode: Bool?
  /// `SW_LID`: true when closed.
  public var lid: Bool?
  /// `SW_DOCK`: true when in a dock.
  public var dock: Bool?

  public init(tabletMode: Bool? = nil, lid: Bool? = nil, dock: Bool? = nil) {
    self.tabletMode = tabletMode
    self.lid = lid
    self.dock = dock
  }
}

/// What of a device's keys can reach the daemon, from least to most (design, section 5).
public enum KeyAccess: String, Comparable, CaseIterable, Sendable {
  /// The kernel keeps everything but modifiers and the keys of chords from the daemon.
  case masked
  /// The kernel cannot: everything arrives, and is dropped as it is read.
  case dropped
  /// All keys are read: to prove an unproven device, or since the administrator wants typing to be noticed.
  case read

  public static func < (left: KeyAccess, right: KeyAccess) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .masked: 0
    case .dropped: 1
    case .read: 2
    }
  }
}
