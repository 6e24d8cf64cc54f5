import KeyboardGuide
import Testing

@testable import InputDevices

@Suite struct KeyboardGroupsTests {
  private let keyboard = KeyboardID("/sys/usb1")

  private func seat0(_ input: SeatInput) -> DeviceChange { DeviceChange(seat: "seat0", input: input) }

  @Test("R272 a composite device is one keyboard, from its first node to its last")
  func composite() {
    var groups = KeyboardGroups()
    #expect(groups.add(node: "event1", of: keyboard, seat: "seat0") == [seat0(.keyboardAttached(keyboard))])
    #expect(groups.add(node: "event2", of: keyboard, seat: "seat0") == [])
    #expect(groups.add(node: "event1", of: keyboard, seat: "seat0") == [], "a node that is known")
    #expect(groups.remove(node: "event1") == [])
    #expect(groups.remove(node: "event2") == [seat0(.keyboardDetached(keyboard))])
    #expect(groups.remove(node: "event2") == [])
  }

  @Test("what is held on the nodes of one keyboard adds up, and goes with its node")
  func held() {
    var groups = KeyboardGroups()
    _ = groups.add(node: "event1", of: keyboard, seat: "seat0")
    _ = groups.add(node: "event2", of: keyboard, seat: "seat0")
    #expect(groups.hold([.meta], on: "event1") == [seat0(.modifiersHeld([.meta], on: keyboard))])
    #expect(groups.hold([.meta], on: "event2") == [], "it is held already")
    #expect(groups.remove(node: "event1") == [], "it is held still")
    #expect(groups.hold([], on: "event2") == [seat0(.modifiersHeld([], on: keyboard))])
    #expect(groups.hold([.alt], on: "event9") == [])
  }

  @Test("a node that goes with a modifier held releases it")
  func heldAtRemoval() {
    var groups = KeyboardGroups()
    _ = groups.add(node: "event1", of: keyboard, seat: "seat0")
    _ = groups.add(node: "event2", of: keyboard, seat: "seat0")
    _ = groups.hold([.control], on: "event1")
    #expect(groups.remove(node: "event1") == [seat0(.modifiersHeld([], on: keyboard))])
  }

  @Test("seats do not share keyboards")
  func seats() {
    var groups = KeyboardGroups()
    _ = groups.add(node: "event1", of: keyboard, seat: "seat0")
    #expect(
      groups.add(node: "event2", of: keyboard, seat: "seat1") == [
        DeviceChange(seat: "seat1", input: .keyboardAttached(keyboard))
      ])
    #expect(groups.remove(node: "event1") == [seat0(.keyboardDetached(keyboard))])
  }
}
