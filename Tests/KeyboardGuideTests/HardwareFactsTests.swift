import KeyboardGuide
import Testing

/// Attached, active, counted: separate facts, each with what it follows from.
@Suite struct HardwareFactsTests {
  private let own = DeviceID("own")
  private let usb = DeviceID("usb")
  private let touch = DeviceID("touch")

  /// The facts after these inputs.
  private func facts(_ inputs: SeatInput...) -> HardwareFacts {
    var fixture = SeatFixture()
    for input in inputs { fixture.apply(input) }
    return fixture.seat.hardware.facts
  }

  @Test("internal and external are told apart (niri#2833)")
  func kinds() {
    let none = facts()
    #expect(!none.isPresent && !none.isActive && !none.counts)
    let internalOnly = facts(.attached(own, HardwareKeyboard(isInternal: true)))
    #expect(internalOnly.hasInternal && !internalOnly.hasExternal && internalOnly.isActive && internalOnly.counts)
    let both = facts(.attached(own, HardwareKeyboard(isInternal: true)), .attached(usb))
    #expect(both.hasInternal && both.hasExternal)
  }

  @Test("keyd#353 tablet mode stops the internal keyboard, never an external one")
  func tabletMode() {
    let folded: SeatInput = .switches(tabletMode: true)
    let alone = facts(.attached(own, HardwareKeyboard(isInternal: true)), folded)
    #expect(alone.isPresent, "attached is not active (R277)")
    #expect(!alone.isActive && !alone.counts)
    let both = facts(.attached(own, HardwareKeyboard(isInternal: true)), .attached(usb), folded)
    #expect(both.isActive && both.counts)
  }

  @Test("a closed lid stops the internal keyboard, never an external one")
  func lid() {
    let closed: SeatInput = .switches(lid: true)
    #expect(!facts(.attached(own, HardwareKeyboard(isInternal: true)), closed).isActive)
    #expect(facts(.attached(usb), closed).isActive)
    #expect(facts(closed).isLidClosed)
  }

  @Test(
    "keyd#323 a keyboard that is switched off in sysfs does not count, and ubports#351 nor does one without its link")
  func unusable() {
    for keyboard in [HardwareKeyboard(isInhibited: true), HardwareKeyboard(isConnected: false)] {
      let facts = facts(.attached(usb, keyboard))
      #expect(facts.isPresent && !facts.isActive && !facts.counts)
    }
    #expect(facts(.attached(own, HardwareKeyboard(isInhibited: true)), .attached(usb)).counts)
  }

  @Test("why a keyboard cannot be typed on: the nearest reason first")
  func inactivity() {
    var fixture = SeatFixture()
    func why(_ keyboard: HardwareKeyboard) -> KeyboardInactivity? {
      fixture.apply(.attached(own, keyboard))
      return fixture.seat.hardware.inactivity(of: own)
    }
    #expect(why(HardwareKeyboard(isInternal: true)) == nil)
    fixture.apply(.switches(lid: true))
    #expect(why(HardwareKeyboard(isInternal: true)) == .lidClosed)
    fixture.apply(.switches(tabletMode: true, lid: true))
    #expect(why(HardwareKeyboard(isInternal: true)) == .tabletMode)
    #expect(why(HardwareKeyboard(isInternal: true, isInhibited: true)) == .inhibited)
    #expect(why(HardwareKeyboard(isInternal: true, isConnected: false, isInhibited: true)) == .disconnected)
    #expect(why(HardwareKeyboard()) == nil)
  }

  @Test("ubuntu-touch#1079 external keyboards can be ignored, and it is told")
  func ignored() {
    let external = facts(.attached(usb), .externalKeyboardsIgnored(true))
    #expect(external.isPresent && external.isActive && !external.counts && external.ignoresExternal)
    let both = facts(
      .attached(usb), .attached(own, HardwareKeyboard(isInternal: true)), .externalKeyboardsIgnored(true))
    #expect(both.counts)
    #expect(facts(.attached(usb), .externalKeyboardsIgnored(true), .externalKeyboardsIgnored(false)).counts)
  }

  @Test("modifiers of a keyboard that cannot be typed on are not told, and are there again when it can")
  func modifiers() {
    var fixture = SeatFixture()
    fixture.apply(.attached(own, HardwareKeyboard(isInternal: true)), .modifiersHeld([.meta], on: own))
    #expect(fixture.seat.hardware.facts.modifiers == [.meta])
    fixture.apply(.switches(tabletMode: true))
    #expect(fixture.seat.hardware.facts.modifiers == [])
    fixture.apply(.switches(tabletMode: false))
    #expect(fixture.seat.hardware.facts.modifiers == [.meta])
  }

  @Test("the most that can be read of any device is told")
  func keyAccess() {
    func device(_ access: KeyAccess) -> SeatInput {
      .deviceChanged(DeviceID(access.rawValue), AttachedDevice(keyAccess: access))
    }
    #expect(facts(device(.masked)).keyAccess == .masked)
    #expect(facts(device(.masked), device(.dropped)).keyAccess == .dropped)
    #expect(facts(device(.read), device(.dropped)).keyAccess == .read)
  }

  @Test("R277 what is shown follows from what counts, and says why")
  func shown() {
    var fixture = SeatFixture()
    func shown(_ inputs: SeatInput...) -> (KeyboardKind, KeyboardReason) {
      for input in inputs { fixture.apply(input) }
      return (fixture.seat.keyboard.kind, fixture.seat.keyboard.reason)
    }
    fixture.openWindow(focus: "field")
    #expect(shown(.attached(own, HardwareKeyboard(isInternal: true))) == (.fullBar, .hardwareKeyboard))
    #expect(shown(.switches(tabletMode: true)) == (.docked, .hardwareKeyboardInactive))
    #expect(shown(.attached(usb)) == (.fullBar, .hardwareKeyboard))
    #expect(shown(.externalKeyboardsIgnored(true)) == (.docked, .externalKeyboardsIgnored))
    #expect(shown(.detached(usb)) == (.docked, .hardwareKeyboardInactive))
    #expect(shown(.detached(own)) == (.docked, .noHardwareKeyboard))
  }

  @Test("typing on an ignored keyboard hides the software keyboard, until the focus moves")
  func typed() {
    var fixture = SeatFixture()
    fixture.apply(.attached(usb), .externalKeyboardsIgnored(true), .typed(on: usb))
    fixture.openWindow(focus: "field")
    #expect(fixture.seat.keyboard.kind == .docked, "typed before there was a focus")
    fixture.apply(.typed(on: DeviceID("nobody")))
    #expect(fixture.seat.keyboard.kind == .docked)
    #expect(fixture.apply(.typed(on: usb)).sections == [.keyboard, .bar])
    #expect(fixture.seat.keyboard.reason == .hardwareKeyboardUsed)
    #expect(fixture.apply(.typed(on: usb)) == [], "once is enough")
    fixture.apply(.focused(window: SeatFixture.window, view: "other"))
    #expect(fixture.seat.keyboard.kind == .docked)
  }

  @Test("keys of the keyboard behind the screen are not typing")
  func typedBehindTheScreen() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    fixture.apply(.attached(own, HardwareKeyboard(isInternal: true)), .switches(tabletMode: true), .typed(on: own))
    #expect(fixture.seat.keyboard.kind == .docked)
  }
}
