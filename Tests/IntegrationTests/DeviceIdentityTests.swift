import CEvdev
import Glibc
import KeyboardGuide
import MockInput
import Testing

@testable import InputDevices

extension UnderUmockdev {
  /// Who is who when devices come again, and what storms of them do.
  @Suite struct DeviceIdentityTests {
    private func receiver(_ bed: InputTestbed, at place: InputTestbed.Place) throws -> [MockNode] {
      try bed.plug(
        UnderUmockdev.fixture("ms-nano-0745-keyboard"), UnderUmockdev.fixture("ms-nano-0745-mouse"), at: place)
    }

    private func type(on node: MockNode) {
      for code in [KEY_H, KEY_E, KEY_L, KEY_O, KEY_W, KEY_R] {
        node.key(code, down: true)
        node.advance(microseconds: 60_000)
        node.key(code, down: false)
        node.advance(microseconds: 90_000)
      }
    }

    @Test(
      "linux-surface#342 what use has proven holds when the device comes back into its port, and elsewhere does not")
    func provenAgain() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let first = try receiver(bed, at: .usbPort(3))
      _ = try harness.changes()
      type(on: first[0])
      #expect(try harness.nextChanges() == [.attached()])
      for node in first { node.unplug() }
      #expect(try harness.nextChanges() == [.detached()])
      let again = try receiver(bed, at: .usbPort(3))
      #expect(try harness.nextChanges() == [.attached()])
      #expect(!again[0].passes(KEY_H))
      let other = try receiver(bed, at: .usbPort(4))
      #expect(try harness.changes() == [])
      #expect(other[0].passes(KEY_H), "another one is to be proven by itself")
    }

    @Test("another product in the same port is another device")
    func otherProduct() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let first = try receiver(bed, at: .usbPort(3))
      type(on: first[0])
      #expect(try harness.nextChanges() == [.attached()])
      for node in first { node.unplug() }
      #expect(try harness.nextChanges() == [.detached()])
      let other = try bed.plug(UnderUmockdev.fixture("logitech-c534-nano-kbd"), at: .usbPort(3))[0]
      #expect(try harness.changes() == [])
      #expect(other.passes(KEY_H))
    }

    @Test("with a serial number a device is known in every port")
    func serial() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let first = try receiver(bed, at: .usbWithSerial("K7F3A29B01"))
      type(on: first[0])
      #expect(try harness.nextChanges() == [.attached()])
      for node in first { node.unplug() }
      #expect(try harness.nextChanges() == [.detached()])
      let again = try receiver(bed, at: .usbWithSerial("K7F3A29B01"))
      #expect(try harness.nextChanges() == [.attached()])
      for node in again { node.unplug() }
    }

    @Test("kanata#1683 a node that comes and dies before it is read is not told of, and ends nothing else")
    func shortLived() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let living = try bed.plug(UnderUmockdev.otherKeyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      for _ in 0..<20 {
        try bed.plug(UnderUmockdev.keyboard)[0].unplug()
        #expect(try harness.changes() == [])
      }
      let last = try bed.plug(UnderUmockdev.keyboard)[0]
      last.die()
      living.key(KEY_LEFTMETA, down: true)
      #expect(try harness.nextChanges() == [.held([.meta])])
      last.announceRemoval()
      living.unplug()
      #expect(try harness.nextChanges() == [.detached()])
      #expect(harness.registry.openNodeCount == 0)
    }

    @Test("a storm of hundreds of uevents ends in the truth, and others get their turn meanwhile")
    func storm() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let nodes = try (0..<8).map { _ in
        let node = try bed.plug(UnderUmockdev.keyboard)[0]
        #expect(try harness.nextChanges() == [.attached()])
        return node
      }
      let before = UnderUmockdev.descriptorCount()
      var wasServed = false
      let bystander = try harness.loop.deferred(priority: .background) { wasServed = true }
      for _ in 0..<60 {
        // As many as fit into the mock's socket, and more than are dealt with in one turn.
        for round in 0..<10 { nodes[round % 8].uevent("change") }
        wasServed = false
        bystander.schedule()
        var turns = 0
        while try harness.loop.runOnce() { turns += 1 }
        #expect(turns >= 3 && wasServed)
      }
      #expect(try harness.changes() == [])
      #expect(harness.registry.openNodeCount == 8)
      // Fewer are no leak: what children of earlier tests have left is closed when they have ended.
      #expect(UnderUmockdev.descriptorCount() <= before)
    }

    @Test("a device that floods is read a piece at a time, and nothing of it is lost")
    func flood() throws {
      let bed = try InputTestbed()
      let harness = try RegistryHarness()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      #expect(try harness.nextChanges() == [.attached()])
      for _ in 0..<40 {
        node.key(KEY_LEFTMETA, down: true)
        node.key(KEY_LEFTMETA, down: false)
      }
      node.key(KEY_LEFTCTRL, down: true)
      var wasServed = false
      let bystander = try harness.loop.deferred(priority: .clients) { wasServed = true }
      bystander.schedule()
      #expect(try harness.loop.runOnce())
      #expect(!wasServed, "devices go first")
      #expect(try harness.loop.runOnce())
      let changes = try harness.changes().held
      #expect(wasServed)
      #expect(changes.count == 81)
      #expect(changes.last == [.control])
    }
  }
}
