import Geometry
import Testing

@testable import KeyboardGuide

@Suite struct TransitionTests {
  private let window = SeatFixture.window

  @Test("3.2 show: frame before show, will before did, from below the screen")
  func show() throws {
    var fixture = SeatFixture()
    fixture.openWindow()
    let changes = fixture.apply(.focused(window: window, view: "field"))
    #expect(
      changes == [
        .seat([.keyboard, .focus]), .softwareKeyboardWanted(SoftwareKeyboardWish(form: .docked)),
        .window(window, notifications: [.willChangeFrame, .willShow]),
      ])
    let transition = try #require(fixture.seat.transition)
    #expect(transition.begin == Rectangle(x: 0, y: 820, width: 1180, height: 400))
    #expect(transition.end == SeatFixture.docked)
    #expect(transition.owner == window)
    #expect(fixture.settle() == [.window(window, notifications: [.didChangeFrame, .didShow])])
    #expect(fixture.seat.transition == nil)
    #expect(fixture.seat.deadline == nil)
  }

  @Test("3.2 hide: the way back, owned by the window that had the focus")
  func hide() throws {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    fixture.settle()
    let changes = fixture.apply(.focused(window: window, view: nil))
    #expect(changes.notifications(for: window) == [.willChangeFrame, .willHide])
    let transition = try #require(fixture.seat.transition)
    #expect(transition.begin == SeatFixture.docked)
    #expect(transition.end == Rectangle(x: 0, y: 820, width: 1180, height: 400))
    #expect(transition.owner == window)
    #expect(fixture.settle().notifications(for: window) == [.didChangeFrame, .didHide])
  }

  @Test("3.2 R149 a plug while shown posts show, from keyboard to bar")
  func plug() throws {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    fixture.settle()
    let changes = fixture.apply(.attached(SeatFixture.keyboard))
    #expect(changes.notifications(for: window) == [.willChangeFrame, .willShow])
    let transition = try #require(fixture.seat.transition)
    #expect(transition.begin == SeatFixture.docked)
    #expect(transition.end == SeatFixture.bar)
  }

  @Test("R138 R156 R174 the newest transition wins, from where the keyboard is: one did for the last will")
  func overlap() throws {
    var fixture = SeatFixture()
    var configuration = SeatFixture.configuration
    configuration.transitionCurve = .linear
    fixture.apply(.configured(configuration))
    fixture.openWindow(focus: "field")
    fixture.now = fixture.now.advanced(bySeconds: 0.125)
    #expect(
      fixture.apply(.focused(window: window, view: nil)).notifications(for: window) == [
        .willChangeFrame, .willHide,
      ])
    let begin = try #require(fixture.seat.transition?.begin)
    #expect(begin == Rectangle(x: 0, y: 720, width: 1180, height: 400), "a quarter of the way up")
    #expect(fixture.settle().notifications(for: window) == [.didChangeFrame, .didHide])
    #expect(fixture.settle() == [])
  }

  @Test("an input that comes late completes what was due before it")
  func lateInput() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    fixture.now = fixture.now.advanced(bySeconds: 2)
    #expect(
      fixture.apply(.focused(window: window, view: nil)).notifications(for: window) == [
        .didChangeFrame, .didShow, .willChangeFrame, .willHide,
      ])
  }

  @Test("R73 R173 with no duration the guide jumps, and the end is told all the same")
  func jump() {
    var fixture = SeatFixture()
    var configuration = SeatFixture.configuration
    configuration.transitionDuration = 0
    fixture.apply(.configured(configuration))
    fixture.openWindow()
    #expect(
      fixture.apply(.focused(window: window, view: "field")).notifications(for: window) == [
        .willChangeFrame, .willShow, .didChangeFrame, .didShow,
      ])
    #expect(fixture.seat.deadline == nil)
  }

  @Test("R74 a window that opens while the keyboard is up has its place at once, and no did without a will")
  func lateWindow() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    let late = WindowID(2)
    let changes = fixture.apply(.windowOpened(late, Window(followsUndockedKeyboard: false), focus: nil))
    #expect(changes == [.window(late, notifications: [])])
    #expect(fixture.seat.guide(of: late)?.frame == SeatFixture.docked)
    #expect(fixture.settle() == [.window(window, notifications: [.didChangeFrame, .didShow])])
  }

  @Test("R148 a move of the focus with the same keyboard is no show")
  func focusMove() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    fixture.settle()
    #expect(fixture.apply(.focused(window: window, view: "other")) == [])
    #expect(fixture.seat.focus == Focus(window: window, view: "other"))
  }

  @Test("R129 R59 another window is told too, and is not the owner")
  func foreignWindow() {
    var fixture = SeatFixture()
    let other = WindowID(2)
    fixture.openWindow()
    fixture.apply(.windowOpened(other, Window(followsUndockedKeyboard: false), focus: nil))
    let changes = fixture.apply(.focused(window: window, view: "field"))
    #expect(changes.notifications(for: other) == [.willChangeFrame, .willShow])
    #expect(fixture.seat.transition?.owner == window)
  }

  @Test("R63 R68 when the window in focus closes, the keyboard goes")
  func close() {
    var fixture = SeatFixture()
    let other = WindowID(2)
    fixture.openWindow(focus: "field")
    fixture.apply(.windowOpened(other, Window(followsUndockedKeyboard: false), focus: nil))
    fixture.settle()
    let changes = fixture.apply(.windowClosed(window))
    #expect(changes.notifications(for: other) == [.willChangeFrame, .willHide])
    #expect(changes.notifications(for: window) == nil)
    #expect(fixture.seat.focus == nil)
  }

  @Test("only the window that has the focus can give it up, and only an open one can take it")
  func foreignFocus() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    #expect(fixture.apply(.focused(window: WindowID(9), view: nil)) == [])
    #expect(fixture.apply(.focused(window: WindowID(9), view: "field")) == [])
    #expect(fixture.seat.focus?.window == window)
  }

  @Test(
    "R169 the spring is where it was measured to be",
    arguments: [(0.1, 0.54), (0.2, 0.88), (0.25, 0.94), (0.3, 0.97), (0.4999, 0.999)])
  func spring(seconds: Double, progress: Double) {
    let transition = Transition(
      screen: .main, begin: Rectangle(x: 0, y: 0, width: 1, height: 1), end: Rectangle(x: 0, y: 1, width: 1, height: 1),
      from: .none, to: .docked, duration: 0.5, curve: .spring, start: Instant(microseconds: 0))
    let place = transition.frame(at: Instant(microseconds: UInt64(seconds * 1e6))).y
    #expect(abs(place - progress) < 0.006)
  }

  @Test("a curve begins at 0, ends at 1 and never turns back", arguments: AnimationCurve.allCases)
  func curves(curve: AnimationCurve) {
    let transition = Transition(
      screen: .main, begin: Rectangle(x: 0, y: 0, width: 1, height: 1),
      end: Rectangle(x: 0, y: 100, width: 1, height: 1), from: .none, to: .docked, duration: 0.5, curve: curve,
      start: Instant(microseconds: 1_000_000))
    let places = (0...60).map { transition.frame(at: Instant(microseconds: 900_000 + UInt64($0) * 12_500)).y }
    #expect(places.first == 0 && places.last == 100)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
