import Testing

@testable import BluetoothLinks

/// On a real bus, with a service that owns BlueZ's name and does not keep to its documents.
@Suite("Odd and forged messages", .serialized)
struct OddMessageTests {
  static let unreadable = "Bluetooth: BlueZ has sent a message that cannot be read; it is ignored"
  let known = ["a0:b1:c2:d3:e4:f5": true]

  func oddBluez(_ bus: PrivateBus, answer: String) throws -> Child {
    let bluez = try Child.client("odd_bluez.py", [bus.address, answer])
    _ = try bluez.nextLine()
    return bluez
  }

  @Test(
    "an answer that cannot be read is ignored and told of, and what follows is read",
    arguments: [
      "none", "string", "no-variants", "address-number", "address-text", "address-long", "connected-text",
    ])
  func answers(answer: String) throws {
    let bus = try PrivateBus.started()
    let bluez = try oddBluez(bus, answer: answer)
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.log == [Self.unreadable])
    try bluez.tell("signal added")
    try test.wait(test.connected == known)
    #expect(test.log.count == 1)
  }

  @Test("signals that cannot be read, or say nothing of devices, change nothing and are told of once")
  func signals() throws {
    let bus = try PrivateBus.started()
    let bluez = try oddBluez(bus, answer: "good")
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.connected == known)
    for signal in ["added-other", "removed-other", "strength"] { try bluez.tell("signal \(signal)") }
    try test.sleep()
    #expect(test.log.isEmpty)
    for signal in ["added-odd", "removed-odd", "changed-odd", "changed-short"] { try bluez.tell("signal \(signal)") }
    try bluez.tell("signal disconnected")
    try test.wait(test.connected == ["a0:b1:c2:d3:e4:f5": false])
    #expect(test.changes == [known, ["a0:b1:c2:d3:e4:f5": false]])
    #expect(test.log == [Self.unreadable])
    try bluez.tell("signal invalidated")
    try test.wait(test.connected.isEmpty)
  }

  @Test("nobody but BlueZ is believed, nor anybody but the bus on who is BlueZ")
  func forgery() throws {
    let bus = try PrivateBus.started()
    let bluez = try oddBluez(bus, answer: "good")
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.connected == known)
    for signal in ["disconnected", "invalidated", "removed", "owner", "changed-odd"] {
      try bluez.tell("forge \(signal)")
    }
    // Even BlueZ is no authority on that.
    try bluez.tell("signal owner")
    try test.sleep()
    #expect(test.changes == [known])
    try bluez.tell("signal removed")
    try test.wait(test.connected.isEmpty)
    #expect(test.log.isEmpty)
  }

  @Test("an error is told of, without what it says, and what follows is read")
  func error() throws {
    let bus = try PrivateBus.started()
    let bluez = try oddBluez(bus, answer: "error")
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.log == ["Bluetooth: BlueZ does not say which devices it knows"])
    try bluez.tell("signal added")
    try test.wait(test.connected == known)
  }

  @Test("of more than 512 devices the others are ignored, which is told of")
  func many() throws {
    let bus = try PrivateBus.started()
    let bluez = try oddBluez(bus, answer: "many")
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.connected.count == 512)
    #expect(test.log == ["Bluetooth: BlueZ knows more than 512 devices; the others are ignored"])
    try bluez.tell("signal added")
    try test.sleep()
    #expect(test.connected.count == 512)
    #expect(test.log.count == 1)
  }

  @Test("names and values without end are read over")
  func long() throws {
    let bus = try PrivateBus.started()
    let bluez = try oddBluez(bus, answer: "long")
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.connected == known)
    #expect(test.log.isEmpty)
    withExtendedLifetime(bluez) {}
  }
}
