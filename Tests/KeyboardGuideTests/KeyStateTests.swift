import KeyboardGuide
import Testing

/// What there is to ask of the keyboards of a seat, and what there is not.
@Suite struct KeyStateTests {
  private let keyboard = SeatFixture.keyboard

  @Test("R273 that there is a keyboard is asked each time, and nothing is left of one that has gone")
  func noCache() {
    var fixture = SeatFixture()
    let pristine = fixture.seat.hardware
    #expect(!fixture.seat.hardware.facts.isPresent)
    for _ in 0..<3 {
      fixture.apply(.attached(keyboard), .modifiersHeld(.meta, on: keyboard))
      #expect(fixture.seat.hardware.facts.isPresent)
      #expect(fixture.seat.hardware.facts.modifiers == .meta)
      fixture.apply(.detached(keyboard))
      #expect(!fixture.seat.hardware.facts.isPresent)
      #expect(fixture.seat.hardware == pristine)
    }
    fixture.apply(.attached(keyboard))
    #expect(fixture.seat.hardware.facts.modifiers.isEmpty, "what was held when it went is not held when it is back")
  }

  @Test("R274 all keyboards are one, and of its keys nothing can be asked but the modifiers")
  func noKeys() {
    var fixture = SeatFixture()
    fixture.apply(.attached(keyboard), .attached(DeviceID("usb-2")), .modifiersHeld(.control, on: DeviceID("usb-2")))
    let members = Mirror(reflecting: fixture.seat.hardware.facts).children.compactMap(\.label)
    #expect(
      Set(members) == [
        "hasInternal", "hasExternal", "isActive", "ignoresExternal", "counts", "modifiers", "tabletMode", "keyAccess",
        "isLidClosed",
      ], "a new fact: is it one about keys?")
    #expect(fixture.seat.hardware.facts.modifiers == .control)
    // Three of eight: no shift, no AltGr, no lock.
    #expect(Modifiers([.control, .alt, .meta]).rawValue == 7)
  }

  @Test("R274 typing tells that it happened, and is forgotten with the focus")
  func typing() {
    var fixture = SeatFixture()
    fixture.apply(.attached(keyboard), .externalKeyboardsIgnored(true))
    fixture.openWindow(focus: "field")
    fixture.settle()
    fixture.apply(.focused(window: SeatFixture.window, view: nil))
    fixture.settle()
    let before = fixture.seat
    fixture.apply(.focused(window: SeatFixture.window, view: "field"))
    for _ in 0..<10 { fixture.apply(.typed(on: keyboard)) }
    #expect(fixture.seat.keyboard.reason == .hardwareKeyboardUsed)
    fixture.apply(.focused(window: SeatFixture.window, view: nil))
    fixture.settle()
    #expect(fixture.seat == before)
  }

  @Test("R272 R273 a keyboard that was there before anything else counts as soon as there is a field")
  func early() {
    var fixture = SeatFixture()
    fixture.apply(.attached(keyboard))
    fixture.openWindow(focus: "field")
    #expect(fixture.seat.keyboard.kind == .fullBar)
    #expect(fixture.seat.softwareKeyboardWish == nil)
  }
}
