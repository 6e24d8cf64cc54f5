import CEvdev
import DeviceClassification
import KeyboardGuide
import MockInput
import Testing

@testable import InputDevices

extension UnderUmockdev {
  /// Attached, active, internal, connected; tablet mode, lid and dock: from real adapters and mock nodes.
  @Suite struct DeviceFactsTests {
    private var laptopKeyboard: DeviceFixture { get throws { try fixture("dell-laptop-at-keyboard") } }
    private var hotkeys: DeviceFixture { get throws { try fixture("hp-wmi-hotkeys-2015") } }
    private var touchscreen: DeviceFixture { get throws { try fixture("elan2514-touchscreen-node") } }

    private func fixture(_ slug: String) throws -> DeviceFixture { try UnderUmockdev.fixture(slug) }

    @Test("a tablet-mode switch is read at the start, and followed; its node's keys are not")
    func tabletMode() throws {
      let bed = try InputTestbed()
      let keyboard = try bed.plug(laptopKeyboard, at: .platform)[0]
      let node = try bed.plug(hotkeys, at: .platform)[0]
      node.preset(SW_TABLET_MODE, on: true)
      let harness = try RegistryHarness()
      // Where a udev daemon runs, unfinished nodes are taken at their "add".
      for node in [keyboard, node] { node.uevent("add") }
      _ = try harness.changes()
      try harness.wait { harness.facts.tabletMode.source == .tabletModeSwitch }
      #expect(harness.facts.tabletMode.isOn)
      #expect(harness.facts.isPresent && harness.facts.hasInternal && !harness.facts.isActive)
      node.move(SW_TABLET_MODE, on: false)
      try harness.wait { !harness.facts.tabletMode.isOn }
      #expect(harness.facts.isActive)
      node.move(SW_TABLET_MODE, on: true)
      try harness.wait { harness.facts.tabletMode.isOn }
      #expect((0..<KEY_CNT).filter { node.passes($0) } == [], "the node is read for its switches alone")
      #expect(node.passesSwitch(SW_TABLET_MODE) && node.passesSwitch(SW_DOCK))
      #expect(!node.passesSwitch(SW_HEADPHONE_INSERT))
      node.unplug()
      try harness.wait { !harness.facts.tabletMode.isOn }
      #expect(harness.facts.tabletMode.source == .inferred)
      keyboard.unplug()
    }

    @Test("a closed lid takes the internal keyboard away, and leaves an external one")
    func lid() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let keyboard = try bed.plug(laptopKeyboard, at: .platform)[0]
      let lid = try bed.plug(fixture("acpi-lid-switch"), at: .platform)[0]
      #expect(try harness.nextChanges() == [.attached()])
      lid.move(SW_LID, on: true)
      try harness.wait { harness.facts.isLidClosed }
      #expect(harness.facts.isPresent && !harness.facts.isActive)
      let usb = try bed.plug(UnderUmockdev.keyboard)[0]
      try harness.wait { harness.facts.isActive }
      usb.unplug()
      try harness.wait { !harness.facts.isActive }
      lid.move(SW_LID, on: false)
      try harness.wait { harness.facts.isActive }
      keyboard.unplug()
    }

    @Test("KEYGUIDE_SWITCHES=0 has a switch that lies be left alone")
    func lyingSwitch() throws {
      let bed = try InputTestbed()
      let node = try bed.plug(hotkeys, at: .platform)[0]
      node.preset(SW_TABLET_MODE, on: true)
      node.set("KEYGUIDE_SWITCHES", to: "0")
      let harness = try RegistryHarness()
      node.uevent("add")
      _ = try harness.changes()
      #expect(!harness.facts.tabletMode.isOn)
      #expect(node.openCount == 0)
    }

    @Test("linux-surface#846 StarLabs#198 a screen that loses its keyboard is a tablet, and is none again with it")
    func inferred() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let screen = try bed.plug(touchscreen, at: .platform)[0]
      try harness.wait { harness.facts.tabletMode.isOn }
      #expect(harness.facts.tabletMode.source == .inferred)
      let cover = try bed.plug(UnderUmockdev.keyboard)[0]
      try harness.wait { !harness.facts.tabletMode.isOn }
      cover.unplug()
      try harness.wait { harness.facts.tabletMode.isOn }
      let mouse = try bed.plug(UnderUmockdev.mouse)[0]
      try harness.wait { !harness.facts.tabletMode.isOn }
      mouse.unplug()
      try harness.wait { harness.facts.tabletMode.isOn }
      // A program's pointer is nobody's hand.
      let program = try bed.plug(UnderUmockdev.mouse, at: .program)[0]
      _ = try harness.changes()
      #expect(harness.facts.tabletMode.isOn)
      for node in [program, screen] { node.unplug() }
    }

    @Test("keyd#323 switched off in sysfs a keyboard is attached but not active, at the start and at run time")
    func inhibited() throws {
      let bed = try InputTestbed()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      node.inhibit(true)
      let harness = try RegistryHarness()
      node.uevent("add")
      try harness.wait { harness.facts.isPresent }
      #expect(!harness.facts.isActive)
      node.inhibit(false)
      try harness.wait { harness.facts.isActive }
      node.inhibit(true)
      try harness.wait { !harness.facts.isActive }
      #expect(harness.facts.isPresent)
      node.unplug()
      try harness.wait { !harness.facts.isPresent }
    }

    @Test("ubports#351 a Bluetooth keyboard counts while it is connected, as far as that is known")
    func bluetooth() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(fixture("m4-bt-keyboard"), at: .bluetooth(address: "A0:B1:C2:00:11:22"))[0]
      #expect(try harness.nextChanges() == [.attached()])
      #expect(harness.facts.isActive && harness.facts.hasExternal)
      harness.registry.setBluetoothLinks(["a0:b1:c2:00:11:22": false, "a0:b1:c2:00:11:33": true])
      #expect(harness.facts.isPresent && !harness.facts.isActive)
      harness.registry.setBluetoothLinks(["a0:b1:c2:00:11:22": true])
      #expect(harness.facts.isActive)
      harness.registry.setBluetoothLinks([:])
      #expect(harness.facts.isActive, "BlueZ has gone: nobody says that it is not connected")
      node.unplug()
    }

    @Test("wireless-hid#33 one keyboard on cable and radio at once is one, until both are gone")
    func twoStacks() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let radio = try bed.plug(fixture("m4-bt-keyboard"), at: .bluetooth(address: "A0:B1:C2:00:11:22"))[0]
      #expect(try harness.nextChanges() == [.attached()])
      let cable = try bed.plug(UnderUmockdev.keyboard, at: .usbWithSerial("a0b1c2001122"))[0]
      #expect(try harness.changes() == [])
      radio.unplug()
      #expect(try harness.changes() == [])
      cable.unplug()
      #expect(try harness.nextChanges() == [.detached()])
    }

    @Test("the devices behind a receiver whose driver tells them apart are judged one by one")
    func pairedDevices() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let mouse = try bed.plug(fixture("logitech-m570-trackball"), at: .receiver(channel: 1))[0]
      _ = try harness.changes()
      let keyboard = try bed.plug(UnderUmockdev.keyboard, at: .receiver(channel: 2))[0]
      #expect(try harness.nextChanges() == [.attached()])
      #expect(harness.registry.reports.count == 2)
      keyboard.unplug()
      #expect(try harness.nextChanges() == [.detached()])
      mouse.unplug()
    }

    @Test("kanata#1670 a remapper's keyboard is none")
    func virtual() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(fixture("keyd-virtual-keyboard"), at: .program)[0]
      #expect(try harness.changes() == [])
      #expect(node.openCount == 0)
    }

    @Test("keyd#772 a tablet's volume keys are no keyboard, though their node has a lid and a tablet-mode switch")
    func volumeKeys() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(fixture("tablet-gpio-keys-switch"), at: .platform)[0]
      #expect(try harness.changes() == [])
      #expect(!harness.facts.isPresent)
      node.move(SW_TABLET_MODE, on: true)
      try harness.wait { harness.facts.tabletMode.isOn }
      #expect(!node.passes(KEY_VOLUMEUP))
    }

    @Test("what the kernel cannot keep from us, and what we ask for, is told")
    func keyAccess() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let masked = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      #expect(harness.facts.keyAccess == .masked)
      let old = try bed.plug(UnderUmockdev.otherKeyboard, refusingMasks: true)[0]
      try harness.wait { harness.facts.keyAccess == .dropped }
      let receiver = try bed.plug(fixture("ms-nano-0745-keyboard"), fixture("ms-nano-0745-mouse"))
      try harness.wait { harness.facts.keyAccess == .read }
      for node in receiver { node.unplug() }
      try harness.wait { harness.facts.keyAccess == .dropped }
      old.unplug()
      try harness.wait { harness.facts.keyAccess == .masked }
      masked.unplug()
    }

    @Test("typing is noticed only where the administrator wants it, and the key is not told")
    func typing() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness(noticesTyping: true)
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      #expect(harness.facts.keyAccess == .read)
      #expect(node.passes(KEY_H) && !node.passesScanCodes)
      harness.registry.configure(classifier: DeviceClassifier(knowledge: try .standard()), noticesTyping: false)
      #expect(harness.facts.keyAccess == .masked)
      #expect(!node.passes(KEY_H))
      #expect(try harness.changes() == [], "the keyboard was never away")
      node.unplug()
    }
  }
}
