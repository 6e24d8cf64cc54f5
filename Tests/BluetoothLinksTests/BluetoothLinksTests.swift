import Foundation
import Testing

@testable import BluetoothLinks

/// On a real bus, with python-dbusmock as BlueZ: a service that we did not write.
@Suite("Links of BlueZ", .serialized)
struct BluetoothLinksTests {
  static let keyboard = "A0:B1:C2:D3:E4:F5"
  static let mouse = "00:00:00:00:00:01"

  /// BlueZ with an adapter and these devices, of which the keyboard is connected.
  func bluez(_ bus: PrivateBus, devices: [String] = [keyboard, mouse]) throws -> Child {
    let bluez = try Child.client("mock_bluez.py", [bus.address])
    try bluez.tell("start")
    try bluez.tell("AddAdapter hci0 computer")
    for device in devices { try bluez.tell("AddDevice hci0 \(device) name") }
    if devices.contains(Self.keyboard) { try bluez.tell("ConnectDevice hci0 \(Self.keyboard)") }
    return bluez
  }

  @Test("what is connected before we start is known, and then the loop sleeps")
  func before() throws {
    let bus = try PrivateBus.started()
    let bluez = try bluez(bus)
    let test = try LinksUnderTest(bus.address)
    #expect(test.connected.isEmpty)
    try test.wait(!test.connected.isEmpty)
    #expect(test.connected == ["a0:b1:c2:d3:e4:f5": true, "00:00:00:00:00:01": false])
    #expect(test.changes.count == 1)
    try test.sleep()
    #expect(try !test.loop.runOnce(timeoutMicroseconds: 1_000_000))
    #expect(test.log.isEmpty)
    withExtendedLifetime(bluez) {}
  }

  @Test("devices connect, disconnect, come and go")
  func changes() throws {
    let bus = try PrivateBus.started()
    let bluez = try bluez(bus, devices: [Self.keyboard])
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.connected == ["a0:b1:c2:d3:e4:f5": true])
    try bluez.tell("DisconnectDevice hci0 \(Self.keyboard)")
    try test.wait(test.connected == ["a0:b1:c2:d3:e4:f5": false])
    try bluez.tell("AddDevice hci0 \(Self.mouse) name")
    try test.wait(test.connected == ["a0:b1:c2:d3:e4:f5": false, "00:00:00:00:00:01": false])
    try bluez.tell("ConnectDevice hci0 \(Self.mouse)")
    try bluez.tell("ConnectDevice hci0 \(Self.keyboard)")
    try test.wait(test.connected == ["a0:b1:c2:d3:e4:f5": true, "00:00:00:00:00:01": true])
    try bluez.tell("RemoveDevice hci0 \(Self.keyboard)")
    try test.wait(test.connected == ["00:00:00:00:00:01": true])
    try bluez.tell("RemoveAdapterWithDevices hci0")
    try test.wait(test.connected.isEmpty)
    #expect(test.changes.count == 7)
    #expect(test.log.isEmpty)
  }

  @Test("BlueZ may start after us, die, and start again")
  func restarts() throws {
    let bus = try PrivateBus.started()
    let test = try LinksUnderTest(bus.address)
    try test.sleep()
    #expect(test.connected.isEmpty)
    let first = try bluez(bus)
    try test.wait(test.connected == ["a0:b1:c2:d3:e4:f5": true, "00:00:00:00:00:01": false])
    try first.tell("kill")
    try test.wait(test.connected.isEmpty)
    let second = try bluez(bus, devices: [Self.mouse])
    try test.wait(test.connected == ["00:00:00:00:00:01": false])
    #expect(test.log.isEmpty)
    withExtendedLifetime(second) {}
  }

  @Test("there may be no bus, which costs no wake-up, and one that comes later is found")
  func lateBus() throws {
    let bus = try PrivateBus()
    let test = try LinksUnderTest(bus.address)
    try test.sleep(1_000_000)
    #expect(test.log.isEmpty)
    try bus.start()
    let bluez = try bluez(bus)
    try test.wait(test.connected == ["a0:b1:c2:d3:e4:f5": true, "00:00:00:00:00:01": false])
    #expect(test.log.isEmpty)
    withExtendedLifetime(bluez) {}
  }

  @Test("all is unknown when the bus goes, which is said once, and known when it is back")
  func lostBus() throws {
    let bus = try PrivateBus.started()
    let first = try bluez(bus)
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.connected.count == 2)
    bus.stop()
    try test.wait(test.connected.isEmpty)
    #expect(test.log == ["Bluetooth: the system bus is gone: which keyboards are connected is unknown"])
    // It has tried again by now, and waits.
    try test.sleep(1_000_000)
    #expect(test.log.count == 1)
    try bus.start()
    let second = try bluez(bus, devices: [Self.keyboard])
    try test.wait(test.connected == ["a0:b1:c2:d3:e4:f5": true])
    #expect(test.log.dropFirst() == ["Bluetooth: the system bus is back"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("asking does not start BlueZ")
  func notActivated() throws {
    let bus = try PrivateBus()
    let marker = bus.folder + "/started"
    try bus.write(
      "[D-BUS Service]\nName=org.bluez\nExec=/bin/sh -c 'touch \(marker); exit 1'\n", to: "org.bluez.service")
    try bus.start()
    let test = try LinksUnderTest(bus.address)
    try test.sleep()
    #expect(!FileManager.default.fileExists(atPath: marker))
    // A question that may start it does: the service file is good.
    let asker = try Child.client("mock_bluez.py", [bus.address])
    try asker.tell("ping")
    #expect(FileManager.default.fileExists(atPath: marker))
    #expect(test.log.isEmpty)
  }

  @Test("a bus that does not let us ask is told of once")
  func refused() throws {
    let bus = try PrivateBus()
    try bus.start(.noCalls)
    let test = try LinksUnderTest(bus.address)
    for _ in 1...2 {
      let bluez = try Child.client("mock_bluez.py", [bus.address])
      try bluez.tell("start")
      try test.wait(test.log == ["Bluetooth: BlueZ does not say which devices it knows"])
      try bluez.tell("kill")
      try test.sleep()
    }
    #expect(test.log.count == 1)
  }

  @Test("the links may be released in their own callback, and leave nothing behind")
  func released() throws {
    let bus = try PrivateBus.started()
    let bluez = try bluez(bus)
    let test = try LinksUnderTest(bus.address)
    weak let links = test.links
    test.onChange = { test.release() }
    try test.wait(test.links == nil)
    #expect(links == nil)
    try bluez.tell("DisconnectDevice hci0 \(Self.keyboard)")
    try test.sleep()
    #expect(test.changes.count == 1)
    test.onChange = {}
  }

  @Test("the links may be released in their own callback when the bus goes")
  func releasedAtEnd() throws {
    let bus = try PrivateBus.started()
    let bluez = try bluez(bus)
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.connected.count == 2)
    weak let links = test.links
    test.onChange = { test.release() }
    bus.stop()
    try test.wait(test.links == nil)
    #expect(links == nil)
    try test.sleep()
    test.onChange = {}
    withExtendedLifetime(bluez) {}
  }
}
