import Geometry
import Testing

@testable import KeyboardGuide

/// What a person does with a key, and the overlay that shows what keys do.
@Suite struct KeyActionTests {
  private let window = SeatFixture.window
  private let keyboard = SeatFixture.keyboard

  private func withBar(follows: Bool = true) -> SeatFixture {
    var fixture = SeatFixture()
    fixture.apply(.attached(keyboard))
    fixture.openWindow(follows: follows, focus: "field")
    fixture.settle()
    return fixture
  }

  @Test("R41 R44 keys collapse the bar into a corner, and make it full again")
  func bar() {
    var fixture = withBar()
    #expect(fixture.apply(.performed(.collapseBarTrailing, on: keyboard)).sections == [.keyboard, .bar])
    #expect(fixture.seat.keyboard.kind == .collapsedBarTrailing)
    #expect(fixture.seat.guide(of: window)?.near == [.bottom, .trailing])
    fixture.apply(.performed(.collapseBarLeading, on: keyboard))
    #expect(fixture.seat.keyboard.kind == .collapsedBarLeading)
    #expect(fixture.seat.guide(of: window)?.near == [.bottom, .leading])
    fixture.apply(.performed(.expandBar, on: keyboard))
    #expect(fixture.seat.keyboard.kind == .fullBar)
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.bar)
  }

  @Test("R277 R297 a key calls the software keyboard although a keyboard is attached, and sends it away again")
  func toggle() {
    var fixture = withBar()
    fixture.apply(.performed(.toggleKeyboard, on: keyboard))
    #expect(fixture.seat.keyboard.kind == .docked)
    #expect(fixture.seat.keyboard.reason == .shownByPerson)
    fixture.apply(.performed(.toggleKeyboard, on: keyboard))
    #expect(fixture.seat.keyboard.kind == .fullBar)
    #expect(fixture.seat.keyboard.reason == .hiddenByPerson)
    fixture.apply(.performed(.showKeyboard, on: nil))
    #expect(fixture.seat.keyboard.kind == .docked)
    fixture.apply(.performed(.hideKeyboard, on: nil))
    #expect(fixture.seat.keyboard.kind == .fullBar)
  }

  @Test("R297 without a text view in focus there is nothing to call a keyboard for")
  func toggleWithoutFocus() {
    var fixture = SeatFixture()
    fixture.openWindow()
    #expect(fixture.apply(.performed(.toggleKeyboard, on: nil)).isEmpty)
  }

  @Test(
    "R13 R22 R141 keys undock, split and float the software keyboard, and dock it again",
    arguments: [
      (KeyAction.undockKeyboard, KeyboardKind.undocked, Rectangle(x: 0, y: 270, width: 1180, height: 400)),
      (.splitKeyboard, .split, Rectangle(x: 0, y: 270, width: 1180, height: 400)),
      (.floatKeyboard, .floating, Rectangle(x: 850, y: 550, width: 320, height: 260)),
    ])
  func form(action: KeyAction, kind: KeyboardKind, frame: Rectangle) {
    var fixture = SeatFixture()
    fixture.openWindow(follows: true, focus: "field")
    fixture.settle()
    let away = fixture.apply(.performed(action, on: nil))
    #expect(away.notifications(for: window) == [.willChangeFrame, .willHide])
    #expect(away.contains(.softwareKeyboardWanted(SoftwareKeyboardWish(form: kind))))
    #expect(fixture.seat.keyboard.kind == kind)
    #expect(fixture.seat.guide(of: window)?.frame == frame)
    fixture.settle()
    let back = fixture.apply(.performed(.dockKeyboard, on: nil))
    #expect(back.notifications(for: window) == [.willChangeFrame, .willShow])
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.docked)
  }

  @Test("a key of a keyboard that cannot be typed on was pressed by nobody")
  func inactive() {
    var fixture = withBar()
    let own = DeviceID("own")
    fixture.apply(.attached(own, HardwareKeyboard(isInternal: true)), .switches(tabletMode: true))
    #expect(fixture.apply(.performed(.collapseBarLeading, on: own)).isEmpty)
    // A button on the machine's side is no keyboard at all, and works.
    #expect(!fixture.apply(.performed(.collapseBarLeading, on: DeviceID("button"))).isEmpty)
  }

  // MARK: Overlay

  private func hold(_ modifiers: Modifiers, _ fixture: inout SeatFixture) -> [SeatChange] {
    fixture.apply(.modifiersHeld(modifiers, on: keyboard))
  }

  @Test("R292 R293 a modifier that is held for a moment shows the overlay, its release hides it, and no guide moves")
  func overlay() {
    var fixture = withBar()
    _ = hold(.meta, &fixture)
    #expect(!fixture.seat.shortcutOverlay.isShown)
    #expect(fixture.seat.deadline == fixture.now.advanced(bySeconds: 0.8))
    #expect(fixture.settle() == [.seat(.shortcutOverlay)])
    #expect(fixture.seat.shortcutOverlay.isShown)
    #expect(fixture.seat.deadline == nil)
    #expect(hold([], &fixture) == [.seat([.hardware, .shortcutOverlay])])
    #expect(!fixture.seat.shortcutOverlay.isShown)
  }

  @Test("R292 released in time, with others, or pressed for a chord, it shows nothing yet")
  func noOverlay() {
    var fixture = withBar()
    _ = hold(.meta, &fixture)
    _ = hold([], &fixture)
    #expect(fixture.seat.deadline == nil)
    _ = hold([.meta, .alt], &fixture)
    #expect(fixture.seat.deadline == nil)
    _ = hold(.meta, &fixture)
    fixture.now = fixture.now.advanced(bySeconds: 0.5)
    fixture.apply(.performed(.toggleKeyboard, on: keyboard))
    fixture.now = fixture.now.advanced(bySeconds: 0.5)
    fixture.apply(.deadlineReached)
    #expect(!fixture.seat.shortcutOverlay.isShown)
  }

  @Test("R292 the keyboard that is pulled while its modifier is held takes the overlay with it")
  func pulled() {
    var fixture = withBar()
    _ = hold(.meta, &fixture)
    fixture.settle()
    fixture.apply(.detached(keyboard))
    #expect(!fixture.seat.shortcutOverlay.isShown)
  }

  @Test("R292 no modifier is configured: none shows it")
  func unconfigured() {
    var fixture = withBar()
    var configuration = fixture.seat.configuration
    configuration.overlayModifiers = []
    fixture.apply(.configured(configuration))
    _ = hold(.meta, &fixture)
    #expect(fixture.seat.deadline == nil)
  }
}
