import CEvdev
import DeviceClassification
import EventLoop
import Glibc
import KeyboardGuide
import MockInput
import Testing

@testable import InputDevices
@testable import KeyguideService

extension UnderUmockdev {
  /// The real adapters, libudev and libevdev, against mock nodes.
  @Suite struct DeviceRegistryTests {
    @Test("R281 a keyboard that is there at the start is taken at once, and once only")
    func enumerated() throws {
      let bed = try InputTestbed()
      let nodes = try bed.plug(UnderUmockdev.keyboard)
      let harness = try RegistryHarness()
      // Where a udev daemon runs, an unfinished node is taken at its "add"; where none does, it was taken already.
      nodes[0].uevent("add")
      #expect(try harness.nextChanges() == [.attached()])
      nodes[0].uevent("add")
      nodes[0].uevent("change")
      #expect(try harness.changes() == [])
      #expect(nodes[0].openCount == 1)
    }

    @Test("a keyboard goes with its read error, with udev's word, and once with both", arguments: [true, false])
    func unplugged(nodeDiesFirst: Bool) throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      #expect(harness.registry.openNodeCount == 1)
      if nodeDiesFirst { node.die() } else { node.announceRemoval() }
      #expect(try harness.nextChanges().last == .detached())
      if nodeDiesFirst { node.announceRemoval() } else { node.die() }
      #expect(try harness.changes() == [])
      #expect(harness.registry.openNodeCount == 0)
    }

    @Test(
      "kanata#1683 every way to die ends that device and no other", arguments: [ENODEV, EIO, EACCES, ENOENT, EBADF])
    func errors(code: Int32) throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let dying = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      let living = try bed.plug(UnderUmockdev.otherKeyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      dying.die(code)
      #expect(try harness.nextChanges().last == .detached())
      #expect(harness.registry.openNodeCount == 1)
      living.key(KEY_LEFTMETA, down: true)
      #expect(try harness.nextChanges().held == [[.meta]])
    }

    @Test("ubuntu-touch#367 a mouse is not opened, and a seat is what udev says")
    func others() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let mouse = try bed.plug(UnderUmockdev.mouse)[0]
      let keyboard = try bed.plug(UnderUmockdev.keyboard, seat: "seat-desk")[0]
      #expect(try harness.nextChanges() == [.attached("seat-desk")])
      #expect(mouse.openCount == 0)
      #expect(keyboard.openCount == 1)
      #expect(harness.registry.openNodeCount == 1)
    }

    @Test("R272 the nodes of one USB device are one keyboard")
    func composite() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let nodes = try bed.plug(
        UnderUmockdev.fixture("razer-blackwidow-2013-main"), UnderUmockdev.fixture("razer-blackwidow-2013-media-evemu"))
      #expect(try harness.nextChanges() == [.attached()])
      #expect(try harness.changes() == [])
      #expect(harness.registry.openNodeCount == 2)
      nodes[1].unplug()
      #expect(try harness.changes() == [])
      nodes[0].unplug()
      #expect(try harness.nextChanges().last == .detached())
    }

    @Test("privacy: the kernel is told to send modifiers and keys of chords only, and a device is never grabbed")
    func mask() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      _ = try harness.nextChanges()
      let passing = (0..<KEY_CNT).filter { node.passes($0) }
      let modifiers = [KEY_LEFTCTRL, KEY_LEFTALT, KEY_RIGHTCTRL, KEY_LEFTMETA, KEY_RIGHTMETA]
      let chords = [
        KEY_F5, KEY_F6, KEY_F7, KEY_F8, KEY_UP, KEY_PAGEUP, KEY_LEFT, KEY_RIGHT, KEY_DOWN, KEY_PAGEDOWN, KEY_KEYBOARD,
        KEY_KBD_LAYOUT_NEXT, KEY_ONSCREEN_KEYBOARD,
      ]
      #expect(passing == (modifiers + chords).sorted())
      #expect(!node.passesScanCodes)
      #expect(node.grabCount == 0)
      for code in [KEY_H, KEY_I, KEY_LEFTSHIFT] {
        node.key(code, down: true)
        node.key(code, down: false)
      }
      #expect(try harness.loop.runOnce() == false, "what is typed must not even wake the daemon")
      node.key(KEY_LEFTCTRL, down: true)
      node.key(KEY_LEFTMETA, down: true)
      node.key(KEY_LEFTCTRL, down: false)
      var seen = try harness.nextChanges().held
      while seen.count < 3 { seen += try harness.nextChanges().held }
      #expect(seen == [[.control], [.control, .meta], [.meta]])
    }

    @Test("where the kernel has no masks, the reader drops what is typed")
    func noMask() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard, refusingMasks: true)[0]
      _ = try harness.nextChanges()
      node.key(KEY_H, down: true)
      node.key(KEY_LEFTMETA, down: true)
      #expect(try harness.nextChanges().held == [[.meta]])
      node.key(KEY_H, down: false)
      #expect(try harness.changes() == [])
    }

    @Test("vocalinux#338 sway#5423 after SYN_DROPPED the device's own state counts")
    func dropped() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      _ = try harness.nextChanges()
      node.key(KEY_LEFTMETA, down: true)
      #expect(try harness.nextChanges().held == [[.meta]])
      node.loseKey(KEY_LEFTMETA, down: false)
      node.loseKey(KEY_LEFTALT, down: true)
      node.drop()
      #expect(try harness.nextChanges().held.last == [.alt])
    }

    @Test("voxtype#737 a key above 255 that is held while events are lost is no endless loop")
    func droppedWithHighKey() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness(noticesTyping: true)
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      _ = try harness.nextChanges()
      node.loseKey(KEY_FN, down: true)
      node.loseKey(KEY_LEFTMETA, down: true)
      node.drop()
      #expect(try harness.nextChanges().held == [[.meta]])
      node.key(KEY_LEFTMETA, down: false)
      #expect(try harness.nextChanges().held == [[]])
    }

    @Test("systemd#38534 a release without a press, as after a resume, is nothing")
    func strayRelease() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      _ = try harness.nextChanges()
      node.key(KEY_LEFTMETA, down: false)
      #expect(try harness.changes() == [])
    }

    @Test("neru#1087 bcon#10 a modifier held when the keyboard is opened counts; unplugging releases it")
    func heldAtStart() throws {
      let bed = try InputTestbed()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      node.loseKey(KEY_RIGHTCTRL, down: true)
      let harness = try RegistryHarness()
      node.uevent("add")
      #expect(try harness.nextChanges().held == [[.control]])
      node.unplug()
      #expect(try harness.nextChanges().last == .detached())
    }

    @Test("a keyboard that stops to be one, or changes its seat, is let go and taken anew")
    func changed() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      node.set("ID_SEAT", to: "seat1")
      node.uevent("change")
      #expect(try harness.nextChanges() == [.attached("seat1"), .detached()])
      node.set("KEYGUIDE_KEYBOARD", to: "0")
      node.uevent("change")
      #expect(try harness.nextChanges() == [.detached("seat1")])
    }

    @Test("keyd#175 systemd#15657 a gaming mouse with a keyboard node is none, neither plugged nor while it goes")
    func gamingMouse() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let nodes = try bed.plug(
        UnderUmockdev.fixture("roccat-kone-xtd-mouse"), UnderUmockdev.fixture("roccat-kone-xtd-kbd"))
      #expect(try harness.changes() == [])
      #expect(nodes.map(\.openCount) == [0, 0])
      // The mouse node goes first: what is left of a mouse is still a mouse.
      nodes[0].unplug()
      nodes[1].uevent("change")
      #expect(try harness.changes() == [])
      nodes[1].unplug()
      #expect(try harness.changes() == [])
    }

    @Test("termux#1995 a security token is no keyboard, until an integrator says so by udev property")
    func override() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.fixture("yubikey-5-otp-fido-ccid"))[0]
      #expect(try harness.changes() == [])
      node.set("KEYGUIDE_KEYBOARD", to: "1")
      node.uevent("change")
      #expect(try harness.nextChanges() == [.attached()])
    }

    @Test("an unproven receiver becomes a keyboard when a person types on it, and is masked from then on")
    func promotion() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let nodes = try bed.plug(
        UnderUmockdev.fixture("ms-nano-0745-keyboard"), UnderUmockdev.fixture("ms-nano-0745-mouse"))
      #expect(try harness.changes() == [])
      let node = nodes[0]
      #expect(node.openCount == 1)
      #expect(node.passes(KEY_H))
      for code in [KEY_H, KEY_E, KEY_L, KEY_O, KEY_W, KEY_R] {
        node.key(code, down: true)
        node.advance(microseconds: 60_000)
        node.key(code, down: false)
        node.advance(microseconds: 90_000)
      }
      #expect(try harness.nextChanges() == [.attached()])
      #expect(!node.passes(KEY_H))
      node.key(KEY_LEFTMETA, down: true)
      #expect(try harness.nextChanges().held == [[.meta]])
      node.unplug()
      #expect(try harness.nextChanges().last == .detached())
    }

    @Test("a scanner behind such a receiver is not believed")
    func burst() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let nodes = try bed.plug(
        UnderUmockdev.fixture("ms-nano-0745-keyboard"), UnderUmockdev.fixture("ms-nano-0745-mouse"))
      _ = try harness.changes()
      for code in [KEY_H, KEY_E, KEY_L, KEY_O, KEY_W, KEY_R, KEY_D, KEY_A, KEY_ENTER] {
        nodes[0].key(code, down: true)
        nodes[0].key(code, down: false)
      }
      #expect(try harness.changes() == [])
      #expect(nodes[0].passes(KEY_H), "it is still to be proven")
    }
  }
}
