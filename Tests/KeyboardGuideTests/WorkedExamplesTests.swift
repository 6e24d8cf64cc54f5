import Geometry
import KeyboardGuide
import Testing

/// The worked examples of appendix E, on a screen of 1180 × 820 with a bottom inset of 20 and a near distance of 100.
@Suite struct WorkedExamplesTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var kind: KeyboardKind
    var keyboard: Rectangle?
    var window = Window()
    /// The guide with follow off, and with follow on.
    var off: Rectangle
    var on: Rectangle
    /// With follow on.
    var near: Edges = .bottom

    init(
      _ name: String, _ kind: KeyboardKind, _ keyboard: Rectangle?, _ window: Window = Window(), off: Rectangle,
      on: Rectangle? = nil, near: Edges = .bottom
    ) {
      testDescription = name
      self.kind = kind
      self.keyboard = keyboard
      self.window = window
      self.off = off
      self.on = on ?? off
      self.near = near
    }
  }

  private static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rectangle {
    Rectangle(x: x, y: y, width: width, height: height)
  }

  private static func window(
    _ frame: Rectangle, inset: Double? = nil, style: Window.Style = .plain, rightToLeft: Bool = false
  ) -> Window {
    var window = Window(frame: frame)
    window.bottomSafeArea = inset
    window.style = style
    window.isRightToLeft = rightToLeft
    return window
  }

  private static let dismissed = rectangle(0, 800, 1180, 20)
  private static let docked = rectangle(0, 420, 1180, 400)
  private static let inMiddle = rectangle(430, 300, 320, 260)
  private static let inCorner = rectangle(840, 540, 320, 260)
  private static let first = window(rectangle(0, 0, 585, 820))
  private static let second = window(rectangle(595, 0, 585, 820))

  private static var withoutSafeArea: Window {
    var window = Window()
    window.usesBottomSafeArea = false
    return window
  }

  private static var mirrored: Window { window(rectangle(0, 0, 1180, 820), rightToLeft: true) }

  private static let examples = [
    Example("E1 nothing shown", .none, nil, off: dismissed),
    Example("E2 R31 without the safe area", .none, nil, withoutSafeArea, off: rectangle(0, 820, 1180, 0)),
    Example("R32 docked without the safe area", .docked, docked, withoutSafeArea, off: docked),
    Example("E3 docked", .docked, docked, off: docked),
    Example("E4 R13 floating in the middle", .floating, inMiddle, off: dismissed, on: inMiddle, near: []),
    Example(
      "E5 R104 floating in a corner", .floating, inCorner, off: dismissed, on: inCorner, near: [.bottom, .trailing]),
    Example(
      "E5 R80 the same, right to left", .floating, inCorner, mirrored, off: dismissed, on: inCorner,
      near: [.bottom, .leading]),
    Example(
      "E6 R106 undocked high", .undocked, rectangle(0, 30, 1180, 400), off: dismissed,
      on: rectangle(0, 30, 1180, 400), near: .top),
    Example(
      "E7 R105 undocked in the middle", .undocked, rectangle(0, 250, 1180, 400), off: dismissed,
      on: rectangle(0, 250, 1180, 400), near: []),
    Example(
      "R24 split is one rectangle", .split, rectangle(0, 250, 1180, 400), off: dismissed,
      on: rectangle(0, 250, 1180, 400), near: []),
    Example(
      "R105 undocked low is away from the bottom", .undocked, rectangle(0, 410, 1180, 400), off: dismissed,
      on: rectangle(0, 410, 1180, 400), near: []),
    Example("E8 R51 docked over the first half", .docked, docked, first, off: rectangle(0, 420, 585, 400)),
    Example("E8 R51 docked over the second half", .docked, docked, second, off: rectangle(0, 420, 585, 400)),
    Example(
      "E9 R55 floating over the first half", .floating, inMiddle, first, off: rectangle(0, 800, 585, 20),
      on: rectangle(430, 300, 155, 260), near: .trailing),
    Example(
      "E9 R55 floating over the second half", .floating, inMiddle, second, off: rectangle(0, 800, 585, 20),
      on: rectangle(0, 300, 155, 260), near: .leading),
    Example(
      "E10 R110 at the limit of near", .floating, rectangle(100, 300, 320, 260), first,
      off: rectangle(0, 800, 585, 20), on: rectangle(100, 300, 320, 260), near: .leading),
    Example(
      "E10 R25 not over the second half", .floating, rectangle(100, 300, 320, 260), second,
      off: rectangle(0, 800, 585, 20)),
    Example(
      "E11 R57 over a narrow window", .floating, inCorner, window(rectangle(800, 0, 380, 820)),
      off: rectangle(0, 800, 380, 20), on: rectangle(40, 540, 320, 260), near: .bottom),
    Example(
      "R58 over a window in slide over", .floating, rectangle(10, 20, 320, 260),
      window(rectangle(0, 0, 700, 820), style: .slideOver), off: rectangle(0, 800, 700, 20),
      on: rectangle(10, 20, 320, 260), near: .top),
    Example(
      "E12 R52 docked behind a stage window", .docked, docked,
      window(rectangle(100, 100, 700, 500), inset: 0, style: .stage), off: rectangle(0, 320, 700, 180)),
    Example(
      "E13 R52 docked below a stage window", .docked, docked,
      window(rectangle(100, 50, 700, 350), inset: 0, style: .stage), off: rectangle(0, 350, 700, 0)),
    Example(
      "R53 a window above the screen's bottom has no inset of its own", .none, nil,
      window(rectangle(100, 50, 700, 350)), off: rectangle(0, 350, 700, 0)),
    Example(
      "E14 R39 the full bar", .fullBar, rectangle(340, 765, 500, 55), off: rectangle(0, 765, 1180, 55),
      on: rectangle(340, 765, 500, 55)),
    Example(
      "E15 R42 R44 the pill", .collapsedBarTrailing, rectangle(1100, 755, 70, 55), off: dismissed,
      on: rectangle(1100, 755, 70, 55), near: [.bottom, .trailing]),
    Example(
      "R43 the pill on a stage", .collapsedBarTrailing, rectangle(1100, 755, 70, 55),
      window(rectangle(0, 0, 1180, 820), style: .stage), off: rectangle(0, 755, 1180, 65),
      on: rectangle(1100, 755, 70, 65), near: [.bottom, .trailing]),
    Example(
      "E16 R137 a bar reported mostly off screen", .docked, rectangle(0, 765, 1180, 400),
      off: rectangle(0, 765, 1180, 55)),
    Example("E17 R17 a strip lower than the safe area", .docked, rectangle(0, 810, 1180, 400), off: dismissed),
    Example("E18 R135 R161 an empty frame", .docked, rectangle(0, 0, 0, 0), off: dismissed),
    Example("R145 a denormal frame", .floating, rectangle(0, -64, 1e-17, 0), off: dismissed),
    Example("R19 camera input up to the top", .camera, rectangle(0, 0, 1180, 820), off: rectangle(0, 0, 1180, 820)),
    Example(
      "R103 a floating keyboard as wide as the window is near one side", .floating, rectangle(20, 300, 1150, 200),
      off: dismissed, on: rectangle(20, 300, 1150, 200), near: .trailing),
    Example(
      "R27 half outside", .floating, rectangle(-100, 300, 320, 260), off: dismissed, on: rectangle(0, 300, 220, 260),
      near: .leading),
  ]

  private static var configuration: SeatConfiguration {
    var configuration = SeatFixture.configuration
    configuration.nearDistances = NearDistances(all: NearDistance(points: 100, fraction: 0, hysteresis: 10))
    return configuration
  }

  @Test("guide and edges are those of the examples", arguments: examples)
  func example(example: Example) throws {
    for follows in [false, true] {
      var window = example.window
      window.followsUndockedKeyboard = follows
      var seat = Seat(configuration: Self.configuration)
      let now = Instant(microseconds: 0)
      _ = seat.apply(.windowOpened(SeatFixture.window, window, focus: "field"), at: now)
      switch example.kind {
      case .fullBar, .collapsedBarLeading, .collapsedBarTrailing:
        _ = seat.apply(.attached(SeatFixture.keyboard), at: now)
        var bar = ShortcutBar()
        bar.place = example.kind == .fullBar ? .full : .trailing
        _ = seat.apply(.barChanged(bar), at: now)
        #expect(seat.keyboard.frame == example.keyboard)
      default:
        let frame = example.keyboard ?? Self.rectangle(0, 0, 0, 0)
        _ = seat.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: example.kind, frame: frame)), at: now)
      }
      let guide = try #require(seat.guide(of: SeatFixture.window))
      #expect(guide.frame == (follows ? example.on : example.off))
      // R84, R85: without following nothing is tracked, and the guide is as a docked one.
      #expect(guide.near == (follows ? example.near : .bottom))
    }
  }

  @Test("R61 R126 a keyboard on another screen is none, and the transition says which")
  func otherScreen() throws {
    var fixture = SeatFixture()
    let side = ScreenID("HDMI-1")
    fixture.apply(.screenChanged(side, Screen(width: 1000, height: 500, bottomInset: 0)))
    var window = Window(screen: side)
    window.followsUndockedKeyboard = true
    fixture.apply(.windowOpened(WindowID(2), window, focus: nil))
    fixture.openWindow(focus: "field")
    #expect(fixture.seat.guide(of: WindowID(2))?.frame == Self.rectangle(0, 500, 1000, 0))
    #expect(fixture.seat.transition?.screen == .main)
    // The focus goes over, and the keyboard with it.
    fixture.apply(.focused(window: WindowID(2), view: "field"))
    #expect(fixture.seat.keyboard.screen == side)
    #expect(fixture.seat.guide(of: WindowID(2))?.frame == Self.rectangle(0, 100, 1000, 400))
    #expect(fixture.seat.guide(of: SeatFixture.window)?.frame == SeatFixture.dismissed)
    fixture.apply(.screenChanged(side, nil))
    #expect(fixture.seat.keyboard.frame == nil)
  }

  @Test("R60 a window that moves or is resized has its guide anew, though the keyboard is where it was")
  func resized() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    fixture.settle()
    let changes = fixture.apply(.windowChanged(SeatFixture.window, Self.first))
    #expect(changes == [.window(SeatFixture.window, notifications: [])])
    #expect(fixture.seat.guide(of: SeatFixture.window)?.frame == Self.rectangle(0, 420, 585, 400))
    #expect(fixture.apply(.windowChanged(SeatFixture.window, Self.first)) == [])
  }

  @Test("R29 R30 following is switched while a keyboard floats")
  func followSwitched() {
    var fixture = SeatFixture()
    fixture.openWindow(focus: "field")
    fixture.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: .floating, frame: Self.inMiddle)))
    #expect(fixture.seat.guide(of: SeatFixture.window)?.frame == SeatFixture.dismissed)
    fixture.settle()
    var moved = SoftwareKeyboard(kind: .floating, frame: Self.inCorner)
    moved.isInteractive = true
    #expect(fixture.apply(.softwareKeyboardReported(moved)).notifications(for: SeatFixture.window) == nil)
    fixture.apply(.windowChanged(SeatFixture.window, Window(followsUndockedKeyboard: true)))
    #expect(fixture.seat.guide(of: SeatFixture.window)?.frame == Self.inCorner)
    fixture.apply(.windowChanged(SeatFixture.window, Window()))
    #expect(fixture.seat.guide(of: SeatFixture.window)?.frame == SeatFixture.dismissed)
  }

  @Test("R111 near is left later than it is entered")
  func hysteresis() {
    var seat = Seat(configuration: Self.configuration)
    let now = Instant(microseconds: 0)
    _ = seat.apply(
      .windowOpened(SeatFixture.window, Window(followsUndockedKeyboard: true), focus: "field"), at: now)
    func near(_ x: Double) -> Bool {
      let report = SoftwareKeyboard(kind: .floating, frame: Self.rectangle(x, 300, 300, 200), isInteractive: true)
      _ = seat.apply(.softwareKeyboardReported(report), at: now)
      return seat.guide(of: SeatFixture.window)?.near == .leading
    }
    #expect([105, 100, 105, 110, 111, 105].map(near) == [false, true, true, true, false, false])
  }
}
