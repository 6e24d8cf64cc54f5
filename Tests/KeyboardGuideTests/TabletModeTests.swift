import KeyboardGuide
import Testing

/// Whether the machine is a tablet, and who says so.
@Suite struct TabletModeTests {
  /// Devices that are there, and the answer.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var devices: [AttachedDevice]
    var isDetachable = false
    var isOn: Bool
    var source: TabletMode.Source

    init(
      _ name: String, _ devices: [AttachedDevice], isDetachable: Bool = false, _ isOn: Bool, _ source: TabletMode.Source
    ) {
      testDescription = name
      self.devices = devices
      self.isDetachable = isDetachable
      self.isOn = isOn
      self.source = source
    }
  }

  private static let screen = AttachedDevice(isTouchscreen: true)
  private static let mouse = AttachedDevice(isPointer: true)
  private static let own = AttachedDevice(keyboard: HardwareKeyboard(isInternal: true))
  private static let unlinked = AttachedDevice(keyboard: HardwareKeyboard(isConnected: false))
  private static func switches(tabletMode: Bool? = nil, lid: Bool? = nil, dock: Bool? = nil) -> AttachedDevice {
    AttachedDevice(switches: Switches(tabletMode: tabletMode, lid: lid, dock: dock))
  }

  private static let cases = [
    Case("nothing", [], false, .inferred),
    Case("a switch that is on", [own, switches(tabletMode: true)], true, .tabletModeSwitch),
    Case("a switch that is off", [own, screen, switches(tabletMode: false)], false, .tabletModeSwitch),
    Case(
      "two switches, one on", [own, switches(tabletMode: false), switches(tabletMode: true)], true, .tabletModeSwitch),
    Case("linux-surface#846 no switch, no keyboard, touch", [screen], true, .inferred),
    Case(
      "StarLabs#198 the keyboard was taken off and the switch does not tell", [screen, switches(tabletMode: false)],
      true,
      .inferred),
    Case("a keyboard beside the screen", [screen, own], false, .inferred),
    Case("a keyboard without its link is none", [screen, unlinked], true, .inferred),
    Case("a mouse beside the screen", [screen, mouse], false, .inferred),
    Case("a pointer and no screen", [mouse], false, .inferred),
    Case("in a dock", [screen, switches(dock: true)], false, .dock),
    Case("out of its dock, which most laptops always are", [own, switches(dock: false)], false, .inferred),
    Case("a detachable out of its dock", [own, screen, switches(dock: false)], isDetachable: true, true, .dock),
    Case("a detachable in its dock", [screen, switches(dock: true)], isDetachable: true, false, .dock),
    Case("closed", [screen, switches(lid: true)], false, .lid),
    Case("open", [screen, own, switches(lid: false)], false, .inferred),
    Case("folded and in a dock", [switches(tabletMode: true, lid: true, dock: true)], true, .tabletModeSwitch),
  ]

  @Test("every combination has one answer, whatever the order", arguments: cases)
  func answer(entry: Case) {
    for devices in [entry.devices, entry.devices.reversed()] {
      var configuration = SeatFixture.configuration
      configuration.isDetachable = entry.isDetachable
      var seat = Seat(configuration: configuration)
      for (index, device) in devices.enumerated() {
        _ = seat.apply(.deviceChanged(DeviceID("\(index)"), device), at: Instant(microseconds: 0))
      }
      #expect(seat.hardware.facts.tabletMode.isOn == entry.isOn)
      #expect(seat.hardware.facts.tabletMode.source == entry.source)
    }
  }

  @Test("a change of it is told once, with the seat")
  func told() {
    var fixture = SeatFixture()
    #expect(fixture.apply(.switches(tabletMode: false)).sections == [.hardware, .tabletMode])
    #expect(fixture.apply(.switches(tabletMode: true)).sections == [.hardware, .tabletMode])
    #expect(fixture.apply(.switches(tabletMode: true)) == [])
  }
}
