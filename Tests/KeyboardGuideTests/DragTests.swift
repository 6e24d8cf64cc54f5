import Geometry
import Testing

@testable import KeyboardGuide

/// Fingers on the bar and on the keyboard: the guide goes along, and windows are told when it is over.
@Suite struct DragTests {
  private let window = SeatFixture.window

  private func withBar() -> SeatFixture {
    var fixture = SeatFixture()
    fixture.apply(.attached(SeatFixture.keyboard))
    fixture.openWindow(follows: true, focus: "field")
    fixture.settle()
    return fixture
  }

  private func withKeyboard(_ change: (inout Window) -> Void = { _ in }) -> SeatFixture {
    var fixture = SeatFixture()
    var opened = Window()
    change(&opened)
    fixture.apply(.windowOpened(window, opened, focus: "field"))
    fixture.settle()
    return fixture
  }

  private func drag(_ y: Double?, _ fixture: inout SeatFixture) -> [SeatChange] {
    fixture.apply(.dismissalDragged(window: window, y: y))
  }

  // MARK: The bar

  @Test("R41 R112 R164 a dragged bar is a pill under the finger; nearness follows, and nothing is announced")
  func bar() {
    var fixture = withBar()
    let changes = fixture.apply(.barDragged(x: 400))
    #expect(changes.notifications(for: window) == [])
    #expect(fixture.seat.keyboard.kind == .collapsedBarLeading)
    #expect(fixture.seat.guide(of: window)?.frame == Rectangle(x: 365, y: 755, width: 70, height: 55))
    #expect(fixture.seat.guide(of: window)?.near == .bottom)
    fixture.apply(.barDragged(x: 40))
    #expect(fixture.seat.guide(of: window)?.near == [.bottom, .leading])
    fixture.apply(.barDragged(x: 1140))
    #expect(fixture.seat.guide(of: window)?.near == [.bottom, .trailing])
    #expect(fixture.seat.transition == nil)
  }

  @Test("R41 R45 dropped, it goes into the nearer corner, and windows hear that the docked bar has gone")
  func barDropped() {
    var fixture = withBar()
    fixture.apply(.barDragged(x: 700))
    let changes = fixture.apply(.barDragged(x: nil))
    #expect(changes.notifications(for: window) == [.willChangeFrame, .willHide])
    #expect(fixture.seat.bar.place == .trailing)
    #expect(fixture.seat.transition?.begin.x == 665)
    #expect(fixture.seat.guide(of: window)?.frame == Rectangle(x: 1100, y: 755, width: 70, height: 55))
    #expect(fixture.settle().notifications(for: window) == [.didChangeFrame, .didHide])
    fixture.apply(.barDragged(x: 10))
    #expect(fixture.apply(.barDragged(x: nil)).notifications(for: window) == [.willChangeFrame])
    #expect(fixture.seat.bar.place == .leading)
  }

  @Test(
    "R164 with a provider whose keyboard is away, dragging the bar announces nothing either", arguments: [true, false])
  func barBesideProvider(isInteractive: Bool) {
    var fixture = withBar()
    let nowhere = Rectangle(x: 0, y: 0, width: 0, height: 0)
    let report = SoftwareKeyboard(kind: .none, frame: nowhere, isInteractive: isInteractive)
    fixture.apply(.softwareKeyboardReported(report))
    fixture.settle()
    #expect(fixture.apply(.barDragged(x: 700)).notifications(for: window) == [])
    #expect(fixture.seat.transition == nil)
    #expect(fixture.apply(.barDragged(x: nil)).notifications(for: window) == [.willChangeFrame, .willHide])
  }

  @Test("R45 R80 right to left, the right corner is the leading one")
  func barRightToLeft() {
    var fixture = withBar()
    var mirrored = Window(followsUndockedKeyboard: true)
    mirrored.isRightToLeft = true
    fixture.apply(.windowChanged(window, mirrored), .barDragged(x: 1100), .barDragged(x: nil))
    #expect(fixture.seat.bar.place == .leading)
    #expect(fixture.seat.keyboard.frame?.x == 1100)
  }

  @Test("without a bar there is nothing to drag, and a bar that goes away takes the drag along")
  func nothingToDrag() {
    var fixture = withKeyboard()
    #expect(fixture.apply(.barDragged(x: 200)).isEmpty)
    #expect(fixture.apply(.barDragged(x: nil)).isEmpty)
    fixture = withBar()
    fixture.apply(.barDragged(x: 200))
    let gone = fixture.apply(.detached(SeatFixture.keyboard))
    #expect(gone.notifications(for: window) == [.willChangeFrame, .willShow])
    #expect(fixture.seat.keyboard.kind == .docked)
    #expect(fixture.seat.bar.place == .full)
  }

  @Test("never stuck: a finger of which nobody tells any more counts as lifted")
  func forgotten() {
    var fixture = withBar()
    fixture.apply(.barDragged(x: 200))
    #expect(fixture.seat.deadline == fixture.now.advanced(bySeconds: 10))
    fixture.settle()
    #expect(fixture.seat.bar.place == .leading)
    #expect(fixture.seat.transition != nil)
  }

  // MARK: The keyboard

  @Test("R71 R164 once the finger is below the keyboard's top the guide goes along, and nothing is announced")
  func dismissal() {
    var fixture = withKeyboard()
    #expect(drag(300, &fixture).isEmpty)
    #expect(drag(500, &fixture) == [.seat(.keyboard), .window(window, notifications: [])])
    #expect(fixture.seat.guide(of: window)?.frame == Rectangle(x: 0, y: 500, width: 1180, height: 320))
    #expect(fixture.seat.keyboard.frame == Rectangle(x: 0, y: 500, width: 1180, height: 400))
    #expect(fixture.seat.transition == nil)
  }

  @Test("R72 the keyboard rises with the finger, but never above its place, nor below the screen")
  func limits() {
    var fixture = withKeyboard()
    _ = drag(600, &fixture)
    _ = drag(450, &fixture)
    #expect(fixture.seat.guide(of: window)?.frame.y == 450)
    _ = drag(100, &fixture)
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.docked)
    _ = drag(5000, &fixture)
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.dismissed)
    #expect(fixture.seat.keyboard.frame?.y == 820)
  }

  @Test("R71 let go above the half it comes back, from where it is")
  func comesBack() {
    var fixture = withKeyboard()
    _ = drag(550, &fixture)
    #expect(drag(nil, &fixture).notifications(for: window) == [.willChangeFrame])
    #expect(fixture.seat.transition?.begin.y == 550)
    #expect(fixture.seat.transition?.end == SeatFixture.docked)
    #expect(fixture.settle().notifications(for: window) == [.didChangeFrame])
    #expect(fixture.seat.keyboard.reason == .noHardwareKeyboard)
  }

  @Test("R71 let go below the half it goes away, and stays away until it is called or the focus moves")
  func goesAway() {
    var fixture = withKeyboard()
    _ = drag(700, &fixture)
    #expect(drag(nil, &fixture).notifications(for: window) == [.willChangeFrame, .willHide])
    #expect(fixture.seat.keyboard.reason == .hiddenByPerson)
    #expect(fixture.seat.transition?.begin.y == 700)
    #expect(fixture.settle().notifications(for: window) == [.didChangeFrame, .didHide])
    fixture.apply(.focused(window: window, view: nil))
    fixture.apply(.focused(window: window, view: "field"))
    #expect(fixture.seat.keyboard.kind == .docked)
  }

  @Test("R35 R38 the padding lets the drag begin above the keyboard, and goes along with it")
  func padding() {
    var fixture = withKeyboard { $0.keyboardDismissPadding = 50 }
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.docked, "R37: it is no part of the guide")
    #expect(drag(360, &fixture).isEmpty)
    _ = drag(400, &fixture)
    #expect(fixture.seat.guide(of: window)?.frame.y == 450)
  }

  @Test("R71 the finger's place is the window's, and the accessory goes along (R152)")
  func inWindow() {
    var fixture = withKeyboard {
      $0.frame = Rectangle(x: 100, y: 100, width: 700, height: 600)
      $0.style = .stage
      $0.accessoryHeight = 40
    }
    #expect(fixture.seat.keyboard.frame?.y == 380)
    _ = drag(400, &fixture)
    #expect(fixture.seat.keyboard.frame == Rectangle(x: 0, y: 500, width: 1180, height: 440))
    #expect(fixture.seat.keyboard.accessory == Rectangle(x: 0, y: 500, width: 1180, height: 40))
    #expect(fixture.seat.guide(of: window)?.frame.y == 400)
  }

  @Test("a drag in a window without the focus moves nothing")
  func foreign() {
    var fixture = withKeyboard()
    fixture.apply(.windowOpened(WindowID(2), Window(), focus: nil))
    #expect(fixture.apply(.dismissalDragged(window: WindowID(2), y: 700)).isEmpty)
    #expect(fixture.apply(.dismissalDragged(window: WindowID(2), y: nil)).isEmpty)
  }

  @Test("a reported keyboard is where it is reported; let go low enough, it is asked to go")
  func reported() {
    var fixture = withKeyboard()
    fixture.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: .docked, frame: SeatFixture.docked)))
    fixture.settle()
    #expect(drag(700, &fixture).isEmpty)
    let changes = drag(nil, &fixture)
    #expect(changes.contains(.softwareKeyboardWanted(nil)))
    #expect(fixture.seat.keyboard.kind == .docked)
  }

  @Test("a keyboard that is plugged in under the finger ends the drag, and is announced")
  func plugged() {
    var fixture = withKeyboard()
    _ = drag(500, &fixture)
    let changes = fixture.apply(.attached(SeatFixture.keyboard))
    #expect(changes.notifications(for: window) == [.willChangeFrame, .willShow])
    #expect(fixture.seat.keyboard.kind == .fullBar)
  }
}
