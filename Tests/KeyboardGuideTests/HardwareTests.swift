import KeyboardGuide
import Testing

@Suite struct HardwareTests {
  @Test("R272 only the first attach and the last detach are told")
  func coalesced() {
    var fixture = SeatFixture()
    let second = DeviceID("usb-2")
    #expect(fixture.apply(.attached(SeatFixture.keyboard)) == [.seat(.hardware)])
    #expect(fixture.seat.hardware.facts.isPresent)
    #expect(fixture.apply(.attached(second)) == [])
    #expect(fixture.apply(.attached(second)) == [], "the same keyboard twice is one")
    #expect(fixture.apply(.detached(SeatFixture.keyboard)) == [])
    #expect(fixture.seat.hardware.facts.isPresent)
    #expect(fixture.apply(.detached(second)) == [.seat(.hardware)])
    #expect(!fixture.seat.hardware.facts.isPresent)
    #expect(fixture.apply(.detached(second)) == [], "what is gone cannot go again")
  }

  @Test("R275 R276 a plug with a field in focus swaps keyboard for bar, and back")
  func swap() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    #expect(fixture.seat.keyboard == Keyboard(kind: .docked, frame: SeatFixture.docked, reason: .noHardwareKeyboard))
    #expect(fixture.apply(.attached(SeatFixture.keyboard)).sections == [.hardware, .keyboard, .bar])
    #expect(fixture.seat.keyboard == Keyboard(kind: .fullBar, frame: SeatFixture.bar, reason: .hardwareKeyboard))
    fixture.apply(.detached(SeatFixture.keyboard))
    #expect(fixture.seat.keyboard.kind == .docked)
  }

  @Test("R151 R276 with nothing in focus a plug changes the flag alone")
  func noFocus() {
    var fixture = SeatFixture()
    fixture.openWindow()
    #expect(fixture.apply(.attached(SeatFixture.keyboard)) == [.seat(.hardware)])
    #expect(fixture.seat.keyboard == Keyboard(kind: .none, frame: nil, reason: .noTextFocus))
    #expect(fixture.seat.deadline == nil)
  }

  @Test("modifiers add up over keyboards and go with their keyboard")
  func modifiers() {
    var fixture = SeatFixture()
    let second = DeviceID("usb-2")
    fixture.apply(.attached(SeatFixture.keyboard), .attached(second))
    #expect(fixture.apply(.modifiersHeld([.meta], on: SeatFixture.keyboard)) == [.seat(.hardware)])
    #expect(fixture.apply(.modifiersHeld([.meta, .control], on: second)) == [.seat(.hardware)])
    #expect(fixture.seat.hardware.facts.modifiers == [.meta, .control])
    #expect(fixture.apply(.modifiersHeld([.control], on: second)) == [], "meta is held on the other one")
    #expect(fixture.apply(.detached(SeatFixture.keyboard)) == [.seat(.hardware)])
    #expect(fixture.seat.hardware.facts.modifiers == [.control])
    #expect(fixture.apply(.modifiersHeld([.alt], on: SeatFixture.keyboard)) == [], "a keyboard that has gone")
  }
}
