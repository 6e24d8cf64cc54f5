import Geometry
import KeyboardGuide
import Testing

/// Which edges a keyboard is near, in windows of every width; the near distance is 100 unless it is said otherwise.
@Suite struct NearEdgesTests {
  private static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rectangle {
    Rectangle(x: x, y: y, width: width, height: height)
  }

  /// The edges in a window that follows; another one has the field.
  private func near(
    _ kind: KeyboardKind, _ keyboard: Rectangle? = nil, in frame: Rectangle?, style: Window.Style = .plain,
    distance: NearDistance = NearDistance(points: 100, fraction: 0, hysteresis: 0)
  ) -> Edges? {
    var fixture = SeatFixture()
    var configuration = SeatFixture.configuration
    configuration.nearDistances = NearDistances(all: distance)
    var window = Window(frame: frame, followsUndockedKeyboard: true)
    window.style = style
    var bar = ShortcutBar()
    fixture.apply(.configured(configuration), .windowOpened(WindowID(9), Window(), focus: "field"))
    fixture.apply(.windowOpened(SeatFixture.window, window, focus: nil))
    switch kind {
    case .fullBar: fixture.apply(.attached(SeatFixture.keyboard))
    case .collapsedBarLeading, .collapsedBarTrailing:
      bar.place = kind == .collapsedBarLeading ? .leading : .trailing
      fixture.apply(.attached(SeatFixture.keyboard), .barChanged(bar))
    default:
      let frame = keyboard ?? Self.rectangle(0, 0, 0, 0)
      fixture.apply(.softwareKeyboardReported(SoftwareKeyboard(kind: kind, frame: frame)))
    }
    return fixture.seat.guide(of: SeatFixture.window)?.near
  }

  // MARK: Half the screen

  private static let inHalf: [(KeyboardKind, Rectangle?, Edges)] = [
    (.none, nil, .bottom), (.docked, rectangle(0, 420, 1180, 400), .bottom),
    (.camera, rectangle(0, 60, 1180, 760), .bottom), (.fullBar, nil, .bottom),
    (.undocked, rectangle(0, 30, 1180, 400), .top), (.undocked, rectangle(0, 250, 1180, 400), []),
    (.split, rectangle(0, 250, 1180, 300), []), (.collapsedBarLeading, nil, [.bottom, .leading]),
    // The other half has it.
    (.collapsedBarTrailing, nil, .bottom), (.floating, rectangle(700, 300, 320, 260), .bottom),
    // In the middle of the window, and of the screen, which is this window's side.
    (.floating, rectangle(132, 300, 320, 260), []), (.floating, rectangle(430, 300, 320, 260), .trailing),
    (.floating, rectangle(20, 540, 320, 260), [.leading, .bottom]),
    (.floating, rectangle(20, 20, 320, 260), [.top, .leading]),
    // Mostly outside: the part over the window counts.
    (.floating, rectangle(450, -150, 320, 260), [.top, .trailing]),
    (.floating, rectangle(-250, 500, 320, 260), [.leading, .bottom]),
  ]

  @Test(
    "R109 R113 in half the screen it is the window's edges that count, and the keyboard's part in it", arguments: inHalf
  )
  func half(kind: KeyboardKind, keyboard: Rectangle?, edges: Edges) {
    #expect(near(kind, keyboard, in: Self.rectangle(0, 0, 585, 820)) == edges)
  }

  // MARK: The narrowest windows

  private static let inNarrow: [(kind: KeyboardKind, keyboard: Rectangle?, edges: Edges)] = [
    (.none, nil, .bottom), (.docked, rectangle(0, 420, 1180, 400), .bottom), (.fullBar, nil, .bottom),
    (.undocked, rectangle(0, 30, 1180, 400), .top), (.split, rectangle(0, 30, 1180, 400), .top),
    (.undocked, rectangle(0, 250, 1180, 400), []), (.collapsedBarTrailing, nil, .bottom),
    (.floating, rectangle(820, 300, 320, 260), []), (.floating, rectangle(820, 20, 320, 260), .top),
    (.floating, rectangle(855, 540, 320, 260), .bottom), (.floating, rectangle(600, 20, 320, 260), .top),
  ]

  @Test(
    "R108 R113 in the narrowest window a keyboard is near top or bottom, and never near a side",
    arguments: inNarrow, [Window.Style.plain, .slideOver])
  func narrow(entry: (kind: KeyboardKind, keyboard: Rectangle?, edges: Edges), style: Window.Style) {
    #expect(near(entry.kind, entry.keyboard, in: Self.rectangle(800, 0, 380, 820), style: style) == entry.edges)
  }

  private static let inTwoThirds: [(x: Double, edges: Edges, inFull: Edges)] = [
    (230, [], []), (390, [], []), (400, .trailing, []), (765, .trailing, []), (770, .trailing, .trailing),
  ]

  @Test("R56 in two thirds of the screen a smaller movement brings a keyboard near a side", arguments: inTwoThirds)
  func twoThirds(x: Double, edges: Edges, inFull: Edges) {
    let keyboard = Self.rectangle(x, 300, 320, 260)
    // 8 % of 780 are 62.4, of 1180 are 94.4.
    let distance = NearDistance(hysteresis: 0)
    #expect(near(.floating, keyboard, in: Self.rectangle(0, 0, 780, 820), distance: distance) == edges)
    #expect(near(.floating, keyboard, in: nil, distance: distance) == inFull)
  }

  // MARK: The bar

  @Test(
    "R48 the bar is near the bottom and never near the top, however low the window",
    arguments: [KeyboardKind.fullBar, .collapsedBarLeading, .collapsedBarTrailing], [60.0, 70, 120, 300])
  func bar(kind: KeyboardKind, height: Double) {
    for style in Window.Style.allCases {
      let edges = near(kind, in: Self.rectangle(0, 820 - height, 1180, height), style: style)
      #expect(edges?.contains(.bottom) == true)
      #expect(edges?.contains(.top) == false)
    }
  }

  // MARK: What sets of edges are away from

  private static let away: [(KeyboardKind, Rectangle?, fromSides: Bool, fromBottomToo: Bool)] = [
    (.none, nil, true, false), (.docked, rectangle(0, 420, 1180, 400), true, false),
    (.camera, rectangle(0, 60, 1180, 760), true, false), (.fullBar, nil, true, false),
    (.undocked, rectangle(0, 250, 1180, 400), true, true), (.split, rectangle(0, 250, 1180, 400), true, true),
    (.floating, rectangle(430, 300, 320, 260), true, true), (.floating, rectangle(430, 550, 320, 260), true, false),
    (.floating, rectangle(840, 300, 320, 260), false, false), (.floating, rectangle(20, 300, 320, 260), false, false),
    (.collapsedBarLeading, nil, false, false), (.collapsedBarTrailing, nil, false, false),
  ]

  @Test("R86 R87 away from the sides, and from the bottom too: all of the edges count", arguments: away)
  func awayFrom(kind: KeyboardKind, keyboard: Rectangle?, fromSides: Bool, fromBottomToo: Bool) throws {
    let edges = try #require(near(kind, keyboard, in: nil))
    #expect(edges.isDisjoint(with: [.leading, .trailing]) == fromSides)
    #expect(edges.isDisjoint(with: [.leading, .trailing, .bottom]) == fromBottomToo)
  }
}
