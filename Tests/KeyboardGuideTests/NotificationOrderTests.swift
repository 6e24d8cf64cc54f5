import Geometry
import KeyboardGuide
import Testing

/// Whatever happens, what a window is told is in an order that can be told.
@Suite struct NotificationOrderTests {
  /// What one window has heard last.
  private struct Listener {
    var frame: KeyboardNotification?
    var visibility: KeyboardNotification?

    /// Takes the notifications of one change; returns what is out of order.
    mutating func hear(_ notifications: [KeyboardNotification]) -> [String] {
      var problems: [String] = []
      func expect(_ holds: Bool, _ problem: String) { if !holds { problems.append(problem) } }
      var former: KeyboardNotification?
      for notification in notifications {
        switch notification {
        case .willChangeFrame: frame = notification
        case .didChangeFrame:
          expect(frame == .willChangeFrame, "a did without its will")
          frame = notification
        case .willShow:
          expect(former == .willChangeFrame, "a show without its frame")
          visibility = notification
        case .willHide:
          expect(former == .willChangeFrame, "a hide without its frame")
          expect(visibility != .willHide && visibility != .didHide, "hidden twice")
          visibility = notification
        case .didShow:
          expect(former == .didChangeFrame && visibility == .willShow, "shown without its will")
          visibility = notification
        case .didHide:
          expect(former == .didChangeFrame && visibility == .willHide, "hidden without its will")
          visibility = notification
        }
        former = notification
      }
      return problems
    }
  }

  @Test(
    "what is out of order is noticed",
    arguments: [
      ([KeyboardNotification.didChangeFrame], 1), ([.willShow], 1), ([.willChangeFrame, .didChangeFrame, .didShow], 1),
      ([.willChangeFrame, .willShow, .didChangeFrame, .didHide], 1),
      ([.willChangeFrame, .willHide, .willChangeFrame, .willHide], 1),
      ([.willChangeFrame, .willShow, .willChangeFrame, .willHide, .didChangeFrame, .didHide], 0),
    ])
  func noticed(notifications: [KeyboardNotification], problems: Int) {
    var listener = Listener()
    #expect(listener.hear(notifications).count == problems)
  }

  private let windows = (1...6).map(WindowID.init)
  private let side = ScreenID("side")

  /// A window whose style and screen go with its number, so that what it is told is of one mind.
  private func randomWindow(_ id: WindowID, _ generator: inout SeatPropertyTests.Generator) -> Window {
    var window = Window(screen: id.rawValue == 6 ? side : .main)
    window.style = Window.Style.allCases[id.rawValue % 3]
    window.followsUndockedKeyboard = .random(using: &generator)
    window.isRightToLeft = .random(using: &generator)
    window.accessoryHeight = [0, 0, 50].randomElement(using: &generator) ?? 0
    if Bool.random(using: &generator) {
      window.frame = Rectangle(
        x: .random(in: 0...600, using: &generator), y: .random(in: 0...400, using: &generator),
        width: .random(in: 1...1180, using: &generator), height: .random(in: 1...820, using: &generator))
    }
    return window
  }

  private func randomReport(_ generator: inout SeatPropertyTests.Generator) -> SoftwareKeyboard {
    let frames = [
      SeatFixture.docked, Rectangle(x: 0, y: 250, width: 1180, height: 400),
      Rectangle(x: 840, y: 540, width: 320, height: 260), Rectangle(x: 0, y: 0, width: 0, height: 0),
      Rectangle(x: 1300, y: 540, width: 320, height: 260),
    ]
    return SoftwareKeyboard(
      kind: KeyboardKind.allCases.randomElement(using: &generator) ?? .none,
      frame: frames.randomElement(using: &generator) ?? frames[0],
      isInteractive: Int.random(in: 0..<4, using: &generator) == 0,
      duration: [nil, nil, 0, 0.25].randomElement(using: &generator) ?? nil)
  }

  private func randomInput(_ generator: inout SeatPropertyTests.Generator) -> SeatInput {
    let window = windows.randomElement(using: &generator) ?? windows[0]
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: return .attached(SeatFixture.keyboard)
    case 1: return .detached(SeatFixture.keyboard)
    case 2, 3: return .windowOpened(window, randomWindow(window, &generator), focus: nil)
    case 4: return Int.random(in: 0..<3, using: &generator) == 0 ? .windowClosed(window) : .deadlineReached
    case 5, 6: return .focused(window: window, view: "field")
    case 7: return .focused(window: window, view: nil)
    case 8: return .windowChanged(window, randomWindow(window, &generator))
    case 9, 10: return .softwareKeyboardReported(randomReport(&generator))
    case 11: return .softwareKeyboardReported(nil)
    case 12:
      var bar = ShortcutBar()
      bar.place = ShortcutBar.Place.allCases.randomElement(using: &generator) ?? .full
      return .barChanged(bar)
    default: return .keyboardOverridden([nil, .shown, .hidden].randomElement(using: &generator) ?? nil)
    }
  }

  @Test(
    "R138 R139 R157 will before did, frame before show and hide, no hide of what is hidden, and at rest no will is open",
    arguments: UInt64(1)...200)
  func order(seed: UInt64) {
    var generator = SeatPropertyTests.Generator(state: seed)
    var seat = Seat(configuration: SeatFixture.configuration)
    var now = Instant(microseconds: 0)
    var listeners: [WindowID: Listener] = [:]
    func hear(_ changes: [SeatChange]) {
      var told: [WindowID] = []
      for case .window(let id, let notifications) in changes {
        told.append(id)
        for problem in listeners[id, default: Listener()].hear(notifications) {
          Issue.record("window \(id.rawValue): \(problem) in \(notifications)")
        }
      }
      #expect(told == told.sorted() && Set(told).count == told.count, "one message a window, in their order")
    }
    _ = seat.apply(.screenChanged(side, Screen(width: 1000, height: 500, bottomInset: 0)), at: now)
    for _ in 0..<120 {
      let input = randomInput(&generator)
      now = now.advanced(bySeconds: .random(in: 0...0.4, using: &generator))
      hear(seat.apply(input, at: now))
      if case .windowClosed(let id) = input { listeners[id] = nil }
    }
    while let deadline = seat.deadline { hear(seat.apply(.deadlineReached, at: deadline)) }
    for (id, listener) in listeners {
      #expect(listener.frame != .willChangeFrame, "window \(id.rawValue) waits for an end")
    }
  }

  @Test(
    "R69 the guide moves with the announcement: when the movement ends, no guide changes", arguments: UInt64(1)...50)
  func stillAtTheEnd(seed: UInt64) {
    var generator = SeatPropertyTests.Generator(state: seed)
    var seat = Seat(configuration: SeatFixture.configuration)
    var now = Instant(microseconds: 0)
    var ends = 0
    for _ in 0..<200 {
      now = now.advanced(bySeconds: .random(in: 0...0.4, using: &generator))
      while let deadline = seat.deadline, deadline <= now {
        let guides = windows.map { seat.guide(of: $0) }
        let changes = seat.apply(.deadlineReached, at: deadline)
        #expect(windows.map { seat.guide(of: $0) } == guides)
        #expect(changes.sections.isEmpty)
        ends += 1
      }
      _ = seat.apply(randomInput(&generator), at: now)
    }
    #expect(ends > 0)
  }
}
