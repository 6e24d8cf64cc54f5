import Geometry
import KeyboardGuide
import Testing

/// What a movement is announced with, to whom, and when its end is told.
@Suite struct AnnouncementTests {
  private let window = SeatFixture.window
  private let side = ScreenID("side")

  private func docked(_ duration: Double? = nil) -> SeatInput {
    .softwareKeyboardReported(SoftwareKeyboard(kind: .docked, frame: SeatFixture.docked, duration: duration))
  }

  private let gone = SeatInput.softwareKeyboardReported(
    SoftwareKeyboard(kind: .none, frame: Rectangle(x: 0, y: 0, width: 0, height: 0)))

  @Test("R122 there are six notifications, with the field's names")
  func names() {
    #expect(
      Set(KeyboardNotification.allCases.map(\.rawValue)) == [
        "willChangeFrame", "willShow", "willHide", "didChangeFrame", "didShow", "didHide",
      ])
  }

  @Test("R69 R123 the guide is at its end in the very change that announces it, with duration and curve")
  func inStep() throws {
    var fixture = SeatFixture()
    var configuration = SeatFixture.configuration
    (configuration.transitionDuration, configuration.transitionCurve) = (0.3, .easeOut)
    fixture.apply(.configured(configuration))
    fixture.openWindow()
    let changes = fixture.apply(.focused(window: window, view: "field"))
    #expect(changes.notifications(for: window) == [.willChangeFrame, .willShow])
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.docked)
    let transition = try #require(fixture.seat.transition)
    #expect(transition.duration == 0.3)
    #expect(transition.curve == .easeOut)
    #expect(transition.start == fixture.now)
    #expect(transition.completion == fixture.now.advanced(bySeconds: 0.3))
    let end = fixture.settle()
    #expect(end == [.window(window, notifications: [.didChangeFrame, .didShow])], "the did moves nothing")
  }

  @Test("R125 begin and end are on the screen, the guide is in the window")
  func coordinates() throws {
    var fixture = SeatFixture()
    var stage = Window(frame: Rectangle(x: 100, y: 100, width: 700, height: 500))
    stage.style = .stage
    fixture.apply(.windowOpened(window, stage, focus: "field"))
    let transition = try #require(fixture.seat.transition)
    #expect(transition.screen == .main)
    #expect(transition.begin == Rectangle(x: 0, y: 820, width: 1180, height: 400))
    #expect(transition.end == SeatFixture.docked)
    #expect(fixture.seat.guide(of: window)?.frame == Rectangle(x: 0, y: 320, width: 700, height: 180))
  }

  @Test(
    "R172 whatever a provider takes for it, the end is told then and not before", arguments: [0.25, 0.383, 0.4, 0.5])
  func durations(duration: Double) {
    var fixture = SeatFixture()
    fixture.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: .none, frame: SeatFixture.docked)))
    fixture.openWindow(focus: "field")
    #expect(fixture.apply(docked(duration)).notifications(for: window) == [.willChangeFrame, .willShow])
    #expect(fixture.seat.transition?.duration == duration)
    fixture.now = fixture.now.advanced(bySeconds: duration - 0.001)
    #expect(fixture.apply(.deadlineReached) == [])
    fixture.now = fixture.now.advanced(bySeconds: 0.002)
    #expect(fixture.apply(.deadlineReached).notifications(for: window) == [.didChangeFrame, .didShow])
  }

  @Test("R73 R172 no duration: the guide jumps, and nothing is left to come")
  func jump() {
    var fixture = SeatFixture()
    fixture.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: .none, frame: SeatFixture.docked)))
    fixture.openWindow(focus: "field")
    #expect(
      fixture.apply(docked(0)).notifications(for: window) == [
        .willChangeFrame, .willShow, .didChangeFrame, .didShow,
      ])
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.docked)
    #expect(fixture.seat.deadline == nil)
  }

  @Test("R130 R131 every window is told that it hides: not the owner, covered or not, come late, on any screen")
  func hide() {
    var fixture = SeatFixture()
    let high = Window(frame: Rectangle(x: 0, y: 0, width: 1180, height: 300))
    fixture.apply(.screenChanged(side, Screen(width: 1000, height: 500, bottomInset: 0)))
    fixture.openWindow(focus: "field")
    fixture.apply(.windowOpened(WindowID(2), Window(), focus: nil), .windowOpened(WindowID(3), high, focus: nil))
    fixture.apply(.windowOpened(WindowID(4), Window(screen: side), focus: nil))
    fixture.apply(.windowOpened(WindowID(5), Window(screen: ScreenID("not there")), focus: nil))
    fixture.settle()
    let changes = fixture.apply(.focused(window: window, view: nil))
    let end = fixture.settle()
    for id in 1...5 {
      #expect(changes.notifications(for: WindowID(id)) == [.willChangeFrame, .willHide], "\(id)")
      #expect(end.notifications(for: WindowID(id)) == [.didChangeFrame, .didHide], "\(id)")
    }
    #expect(fixture.seat.guide(of: WindowID(2))?.frame == SeatFixture.dismissed)
  }

  @Test("R139 the end of a show that was overtaken is not told after the hide, neither when it was due nor later")
  func overtaken() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    let due = fixture.now.advanced(bySeconds: 0.5)
    fixture.now = fixture.now.advanced(bySeconds: 0.2)
    let hide = fixture.apply(.focused(window: window, view: nil))
    #expect(hide.notifications(for: window) == [.willChangeFrame, .willHide])
    fixture.now = due
    #expect(fixture.apply(.deadlineReached) == [])
    #expect(fixture.settle().notifications(for: window) == [.didChangeFrame, .didHide])
    #expect(fixture.seat.deadline == nil)
  }

  @Test("R155 a show that begins where it ends lays out all the same")
  func inPlace() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    fixture.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: .undocked, frame: SeatFixture.docked)))
    fixture.settle()
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.dismissed)
    #expect(fixture.apply(docked()).notifications(for: window) == [.willChangeFrame, .willShow])
    #expect(fixture.seat.transition?.begin == fixture.seat.transition?.end)
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.docked)
  }

  @Test("R150 two shows of two heights end at the last")
  func twoHeights() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    let low = Rectangle(x: 0, y: 520, width: 1180, height: 300)
    fixture.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: .docked, frame: low)))
    fixture.now = fixture.now.advanced(bySeconds: 0.1)
    fixture.apply(docked())
    #expect(fixture.seat.transition?.end == SeatFixture.docked)
    fixture.settle()
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.docked)
    #expect(fixture.seat.deadline == nil)
  }

  @Test(
    "R278 R280 what is reported is what counts: it stays with a keyboard attached, and is corrected by the next report")
  func reported() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    fixture.apply(docked())
    fixture.settle()
    #expect(fixture.apply(.attached(SeatFixture.keyboard)).notifications(for: window) == nil)
    #expect(fixture.seat.keyboard.kind == .docked)
    #expect(fixture.seat.softwareKeyboardWish == nil)
    fixture.apply(gone)
    #expect(fixture.seat.keyboard.kind == .fullBar)
    fixture.apply(.detached(SeatFixture.keyboard))
    let wrong = Rectangle(x: 0, y: 765, width: 1180, height: 55)
    fixture.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: .docked, frame: wrong)), docked())
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.docked)
  }

  @Test(
    "R128 who works the guide out from the announced end frame has the guide",
    arguments: [430.0, 700, 790, 815], [(0.0, 0.0, 1180.0, 820.0), (595, 0, 585, 820), (100, 50, 700, 350)])
  func recipe(top: Double, place: (Double, Double, Double, Double)) throws {
    var fixture = SeatFixture()
    let frame = Rectangle(x: place.0, y: place.1, width: place.2, height: place.3)
    fixture.apply(.windowOpened(window, Window(frame: frame), focus: "field"))
    fixture.settle()
    let report = SoftwareKeyboard(kind: .docked, frame: Rectangle(x: 0, y: top, width: 1180, height: 400))
    fixture.apply(.softwareKeyboardReported(report))
    let end = try #require(fixture.seat.transition).end
    // From the safe area at the window's bottom to what of the keyboard is over the window, if that is more.
    let safeArea = frame.maxY >= 820 ? 20.0 : 0
    let covered = end.intersection(frame).map { frame.maxY - $0.minY } ?? 0
    #expect(fixture.seat.guide(of: window)?.frame.height == max(safeArea, covered))
  }
}
