import KeyboardGuide
import Testing

@testable import InputDevices

@Suite struct AttachedDevicesTests {
  private let id = DeviceID("serial")
  private let keyboard = AttachedDevice(keyboard: HardwareKeyboard())

  private func change(_ input: SeatInput, on seat: String = "seat0") -> DeviceChange {
    DeviceChange(seat: seat, input: input)
  }

  @Test("a device is told when it changes, and only then")
  func changes() {
    var devices = AttachedDevices()
    #expect(devices.set(nil, of: "usb", as: id, on: "seat0") == [])
    #expect(devices.set(keyboard, of: "usb", as: id, on: "seat0") == [change(.deviceChanged(id, keyboard))])
    #expect(devices.set(keyboard, of: "usb", as: id, on: "seat0") == [])
    #expect(devices.set(nil, of: "usb", as: id, on: "seat0") == [change(.deviceChanged(id, nil))])
  }

  @Test("what is held on the nodes of one keyboard adds up, and goes with the keyboard")
  func held() {
    var devices = AttachedDevices()
    _ = devices.set(keyboard, of: "usb", as: id, on: "seat0")
    #expect(devices.hold([.meta], on: "event1", of: "usb") == [change(.modifiersHeld([.meta], on: id))])
    #expect(devices.hold([.meta], on: "event2", of: "usb") == [], "it is held already")
    #expect(devices.hold([], on: "event1", of: "usb") == [], "it is held still")
    #expect(devices.hold([], on: "event2", of: "usb") == [change(.modifiersHeld([], on: id))])
    _ = devices.hold([.alt], on: "event1", of: "usb")
    #expect(devices.set(nil, of: "usb", as: id, on: "seat0") == [change(.deviceChanged(id, nil))])
    #expect(devices.hold([.alt], on: "event1", of: "usb") == [])
  }

  @Test("what a device holds is what its nodes hold, and it has a name, for as long as its seat knows it")
  func heldTogether() {
    var devices = AttachedDevices()
    _ = devices.hold([.meta], on: "event1", of: "usb")
    #expect(devices.held(on: "usb") == [] && devices.id(of: "usb") == nil)
    _ = devices.set(keyboard, of: "usb", as: id, on: "seat0")
    _ = devices.hold([.meta], on: "event1", of: "usb")
    _ = devices.hold([.alt], on: "event2", of: "usb")
    #expect(devices.held(on: "usb") == [.alt, .meta] && devices.id(of: "usb") == id)
    _ = devices.set(nil, of: "usb", as: id, on: "seat0")
    #expect(devices.held(on: "usb") == [] && devices.id(of: "usb") == nil)
  }

  @Test("wireless-hid#33 a device that two stacks report is one, until both have lost it")
  func twoStacks() {
    var devices = AttachedDevices()
    let radio = AttachedDevice(keyboard: HardwareKeyboard(isConnected: false))
    _ = devices.set(radio, of: "bluetooth", as: id, on: "seat0")
    #expect(devices.set(keyboard, of: "usb", as: id, on: "seat0") == [change(.deviceChanged(id, keyboard))])
    #expect(devices.set(nil, of: "bluetooth", as: id, on: "seat0") == [])
    #expect(devices.set(nil, of: "usb", as: id, on: "seat0") == [change(.deviceChanged(id, nil))])
  }

  @Test("a device that changes its seat or its name is never missing in between")
  func moves() {
    var devices = AttachedDevices()
    let other = DeviceID("other")
    _ = devices.set(keyboard, of: "usb", as: id, on: "seat0")
    #expect(
      devices.set(keyboard, of: "usb", as: other, on: "seat0") == [
        change(.deviceChanged(other, keyboard)), change(.deviceChanged(id, nil)),
      ])
    #expect(
      devices.set(keyboard, of: "usb", as: other, on: "seat1") == [
        change(.deviceChanged(other, keyboard), on: "seat1"), change(.deviceChanged(other, nil)),
      ])
  }
}
