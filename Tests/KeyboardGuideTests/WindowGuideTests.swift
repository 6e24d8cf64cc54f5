import Geometry
import KeyboardGuide
import Testing

/// Where the guide of a window is: safe area, cut, screen, and from which moment on.
@Suite struct WindowGuideTests {
  private let window = SeatFixture.window
  private let side = ScreenID("side")

  private static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rectangle {
    Rectangle(x: x, y: y, width: width, height: height)
  }

  private func window(_ change: (inout Window) -> Void) -> Window {
    var window = Window()
    change(&window)
    return window
  }

  /// A seat in which another window has the field, so that the keyboard is docked.
  private func withKeyboard() -> SeatFixture {
    var fixture = SeatFixture()
    fixture.apply(.screenChanged(side, Screen(width: 1000, height: 500, bottomInset: 30)))
    fixture.apply(.windowOpened(WindowID(9), Window(), focus: "field"))
    fixture.settle()
    return fixture
  }

  private func guide(_ window: Window) -> Rectangle? {
    var fixture = withKeyboard()
    fixture.apply(.windowOpened(self.window, window, focus: nil))
    return fixture.seat.guide(of: self.window)?.frame
  }

  @Test("R4 S77 the guide is right with the answer to the opening, and never an empty rectangle at the origin")
  func atOnce() {
    var fixture = SeatFixture()
    let changes = fixture.apply(.windowOpened(window, Window(), focus: nil))
    #expect(changes == [.window(window, notifications: [])])
    #expect(fixture.seat.guide(of: window) == Guide(frame: SeatFixture.dismissed, near: .bottom))
  }

  @Test("R7 R8 each window reads its own part of one keyboard, in its own coordinates")
  func ownPart() {
    var fixture = withKeyboard()
    let low = Self.rectangle(100, 400, 500, 300)
    let high = Self.rectangle(600, 100, 500, 400)
    fixture.apply(
      .windowOpened(WindowID(1), Window(frame: low, followsUndockedKeyboard: true), focus: nil),
      .windowOpened(WindowID(2), Window(frame: high, followsUndockedKeyboard: true), focus: nil),
      .softwareKeyboardReported(SoftwareKeyboard(kind: .floating, frame: Self.rectangle(500, 450, 200, 200))))
    #expect(fixture.seat.guide(of: WindowID(1))?.frame == Self.rectangle(400, 50, 100, 200))
    #expect(fixture.seat.guide(of: WindowID(2))?.frame == Self.rectangle(0, 350, 100, 50))
  }

  @Test("R9 a window does not follow unless it says so")
  func followsNothing() {
    #expect(!Window().followsUndockedKeyboard)
    var fixture = withKeyboard()
    fixture.apply(
      .windowOpened(window, Window(), focus: nil),
      .softwareKeyboardReported(SoftwareKeyboard(kind: .floating, frame: Self.rectangle(500, 450, 200, 200))))
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.dismissed)
  }

  @Test(
    "R14 R15 dismissed, the guide is as high as the safe area, with whatever bar is in it", arguments: [0.0, 34, 83.5])
  func safeArea(height: Double) {
    var fixture = SeatFixture()
    fixture.apply(.windowOpened(window, window { $0.bottomSafeArea = height }, focus: nil))
    #expect(fixture.seat.guide(of: window)?.frame == Self.rectangle(0, 820 - height, 1180, height))
  }

  @Test(
    "R16 docked, the keyboard has the safe area in it: whatever it is, it is not added",
    arguments: [0.0, 34, 83.5, 400])
  func noSecondInset(height: Double) {
    #expect(guide(window { $0.bottomSafeArea = height }) == SeatFixture.docked)
  }

  @Test("R34 S81 without the safe area, what ends at the guide reaches the edge of the screen")
  func backdrop() {
    var fixture = SeatFixture()
    fixture.apply(.windowOpened(window, window { $0.usesBottomSafeArea = false }, focus: nil))
    #expect(fixture.seat.guide(of: window)?.frame.minY == 820)
    fixture.apply(.windowChanged(window, Window()))
    #expect(fixture.seat.guide(of: window)?.frame.minY == 800)
  }

  private static let places: [(Window.Style, Rectangle, Rectangle)] = [
    (.plain, rectangle(0, 0, 1180, 820), rectangle(0, 420, 1180, 400)),
    (.plain, rectangle(595, 0, 585, 820), rectangle(0, 420, 585, 400)),
    (.plain, rectangle(0, 0, 780, 820), rectangle(0, 420, 780, 400)),
    // Above another window, and below it.
    (.plain, rectangle(0, 0, 1180, 405), rectangle(0, 405, 1180, 0)),
    (.plain, rectangle(0, 415, 1180, 405), rectangle(0, 5, 1180, 400)),
    (.slideOver, rectangle(800, 0, 370, 820), rectangle(0, 420, 370, 400)),
    (.slideOver, rectangle(800, 10, 370, 790), rectangle(0, 410, 370, 380)),
    (.stage, rectangle(100, 100, 700, 720), rectangle(0, 320, 700, 400)),
    (.stage, rectangle(100, 100, 700, 500), rectangle(0, 320, 700, 180)),
    (.stage, rectangle(100, 20, 700, 400), rectangle(0, 400, 700, 0)),
    // Wholly over the keyboard, and partly beside the screen.
    (.stage, rectangle(100, 500, 700, 200), rectangle(0, 0, 700, 200)),
    (.stage, rectangle(1000, 100, 600, 500), rectangle(0, 320, 600, 180)),
  ]

  @Test("R50 R165 docked, the guide is the overlap; of a gap below the window nothing is counted", arguments: places)
  func overlap(style: Window.Style, frame: Rectangle, expected: Rectangle) {
    #expect(
      guide(
        window {
          $0.frame = frame
          $0.style = style
        }) == expected)
  }

  @Test("R50 R61 on another screen there is nothing to cut, whatever the numbers")
  func otherScreen() {
    #expect(guide(window { $0.screen = side }) == Self.rectangle(0, 470, 1000, 30))
  }

  @Test("R75 R76 a window that changes its screen has the guide of the new one at once, without a movement")
  func screenChange() {
    var fixture = withKeyboard()
    fixture.apply(.windowOpened(window, Window(), focus: nil))
    let there = fixture.apply(.windowChanged(window, Window(screen: side)))
    #expect(there == [.window(window, notifications: [])])
    #expect(fixture.seat.guide(of: window)?.frame == Self.rectangle(0, 470, 1000, 30))
    let back = fixture.apply(.windowChanged(window, Window()))
    #expect(back == [.window(window, notifications: [])])
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.docked)
  }

  @Test("R75 R76 a window is on a screen that comes later: its guide is there when the screen is")
  func lateScreen() {
    var fixture = SeatFixture()
    fixture.apply(.windowOpened(window, Window(screen: side), focus: nil))
    let changes = fixture.apply(.screenChanged(side, Screen(width: 1000, height: 500, bottomInset: 30)))
    #expect(changes.notifications(for: window) == [])
    #expect(fixture.seat.guide(of: window)?.frame == Self.rectangle(0, 470, 1000, 30))
  }

  @Test("R62 there is one keyboard: it goes where the focus goes, and is nowhere else")
  func oneKeyboard() {
    var fixture = withKeyboard()
    fixture.apply(.windowOpened(window, Window(screen: side), focus: nil))
    #expect(fixture.seat.keyboard.screen == .main)
    fixture.apply(.focused(window: window, view: "field"))
    #expect(fixture.seat.keyboard.screen == side)
    #expect(fixture.seat.guide(of: window)?.frame == Self.rectangle(0, 100, 1000, 400))
    #expect(fixture.seat.guide(of: WindowID(9))?.frame == SeatFixture.dismissed)
  }

  @Test(
    "R136 a frame between two points is docked all the same, and its guide rests on the bottom",
    arguments: [419.25, 419.5, 419.75])
  func fractional(top: Double) {
    var fixture = withKeyboard()
    let report = SoftwareKeyboard(kind: .docked, frame: Self.rectangle(0, top, 1180, 400))
    fixture.apply(.windowOpened(window, Window(), focus: nil), .softwareKeyboardReported(report))
    #expect(fixture.seat.guide(of: window)?.frame == Self.rectangle(0, top, 1180, 820 - top))
  }

  @Test("R20 R143 camera input is docked, as high as it may be", arguments: [100.0, 400, 819])
  func camera(height: Double) {
    var fixture = withKeyboard()
    let frame = Self.rectangle(0, 820 - height, 1180, height)
    fixture.apply(.windowOpened(window, Window(), focus: nil))
    let changes = fixture.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: .camera, frame: frame)))
    // One docked keyboard grows into another: nothing appears.
    #expect(changes.notifications(for: window) == [.willChangeFrame])
    #expect(fixture.seat.guide(of: window) == Guide(frame: frame, near: .bottom))
  }
}
