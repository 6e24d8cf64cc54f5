/// Whether the machine is held as a tablet, and who says so.
public struct TabletMode: Equatable, Sendable {
  /// What the answer was taken from.
  public enum Source: String, CaseIterable, Sendable {
    /// `SW_TABLET_MODE`.
    case tabletModeSwitch
    /// `SW_DOCK`.
    case dock
    /// `SW_LID`: nobody holds a closed machine.
    case lid
    /// From what is attached: a touchscreen, and neither a keyboard nor a pointer.
    case inferred
  }

  public private(set) var isOn = false
  public private(set) var source = Source.inferred

  init() {}

  /// The answer that the devices give together.
  ///
  /// A switch that is on is believed. One that is off may lie, since some machines do not tell when their keyboard is
  /// taken off: then a screen with nothing beside it is a tablet all the same.
  init(devices: [AttachedDevice], isDetachable: Bool) {
    let switches = devices.map(\.switches)
    if switches.contains(where: { $0.tabletMode == true }) {
      (isOn, source) = (true, .tabletModeSwitch)
    } else if switches.contains(where: { $0.dock == true }) {
      (isOn, source) = (false, .dock)
    } else if switches.contains(where: { $0.lid == true }) {
      (isOn, source) = (false, .lid)
    } else if isDetachable, switches.contains(where: { $0.dock == false }) {
      // Elsewhere "not in a dock" says nothing: most laptops never are.
      (isOn, source) = (true, .dock)
    } else if Self.isBareScreen(devices) {
      (isOn, source) = (true, .inferred)
    } else {
      source = switches.contains { $0.tabletMode != nil } ? .tabletModeSwitch : .inferred
    }
  }

  private static func isBareScreen(_ devices: [AttachedDevice]) -> Bool {
    devices.contains(where: \.isTouchscreen)
      && !devices.contains { $0.isPointer || $0.keyboard?.isUsable == true }
  }
}
