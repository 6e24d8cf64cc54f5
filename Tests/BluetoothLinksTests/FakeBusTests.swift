import Testing

@testable import BluetoothLinks

/// On a bus that keeps no rules: what dbus-daemon would never pass on, or do.
@Suite("A bus that misbehaves", .serialized)
struct FakeBusTests {
  func fakeBus(_ kind: String) throws -> (bus: PrivateBus, fake: Child) {
    let bus = try PrivateBus()
    let fake = try Child.client("fake_bus.py", [bus.folder + "/bus", kind])
    _ = try fake.nextLine()
    return (bus, fake)
  }

  @Test("messages with damaged bytes are ignored and told of once, and the good one after them is read")
  func damaged() throws {
    let (bus, fake) = try fakeBus("mutate")
    let test = try LinksUnderTest(bus.address)
    try test.wait(test.connected["00:00:00:00:00:01"] == true)
    #expect(try fake.nextLine() == "3000")
    #expect(test.log == [OddMessageTests.unreadable])
    #expect(test.connected.count <= DeviceLinks.limit)
    test.release()
    // The bus sees the connection end with the links.
    #expect(try fake.nextLine() == "closed")
  }

  @Test("a bus that turns us away is tried again, ever later, and told of once", arguments: ["turn-away", "deny"])
  func turnedAway(kind: String) throws {
    let (bus, fake) = try fakeBus(kind)
    let test = try LinksUnderTest(bus.address)
    let start = test.loop.now
    for _ in 1...3 {
      var isClosed = false
      while !isClosed {
        try test.loop.runOnce(timeoutMicroseconds: 50_000)
        isClosed = fake.hasOutput
        if isClosed { #expect(try fake.nextLine() == "closed") }
      }
    }
    #expect(test.loop.now - start >= 1_500_000)
    #expect(test.log.count == 1)
    #expect(test.changes.isEmpty)
  }

  @Test("an address that is none is told of, and harms nobody")
  func address() throws {
    let test = try LinksUnderTest("no address")
    #expect(test.log.count == 1)
    #expect(test.connected.isEmpty)
    try test.loop.runOnce(timeoutMicroseconds: 100_000)
    #expect(test.log.count == 1)
  }
}
