import Geometry
import KeyboardGuide
import Testing

/// Every kind of keyboard in every sort of window: what holds for all of them (R121).
@Suite struct KindsAndWindowsTests {
  private static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rectangle {
    Rectangle(x: x, y: y, width: width, height: height)
  }

  private static let windowFrames = [
    rectangle(0, 0, 1180, 820), rectangle(0, 0, 585, 820), rectangle(595, 0, 585, 820), rectangle(0, 0, 780, 820),
    rectangle(790, 0, 390, 820), rectangle(800, 10, 370, 790), rectangle(100, 100, 700, 500),
    rectangle(100, 50, 700, 350), rectangle(0, 410, 1180, 410), rectangle(300, 500, 500, 200),
    rectangle(1000, 300, 600, 700), rectangle(-300, -200, 600, 700), rectangle(1090, 740, 60, 60),
  ]

  private static let keyboards: [KeyboardKind: [Rectangle]] = [
    .docked: [
      rectangle(0, 420, 1180, 400), rectangle(0, 810, 1180, 10), rectangle(0, 765, 1180, 400),
      rectangle(0, 0, 1180, 820),
    ],
    .camera: [rectangle(0, 60, 1180, 760)],
    .undocked: [rectangle(0, 30, 1180, 400), rectangle(0, 250, 1180, 400), rectangle(0, 410, 1180, 400)],
    .split: [rectangle(0, 30, 1180, 300), rectangle(0, 410, 1180, 300)],
    .floating: [
      rectangle(430, 300, 320, 260), rectangle(20, 20, 320, 260), rectangle(840, 20, 320, 260),
      rectangle(20, 540, 320, 260), rectangle(840, 540, 320, 260), rectangle(-200, 300, 320, 260),
      rectangle(1100, 700, 320, 260), rectangle(0, 0, 1180, 820), rectangle(1300, 300, 320, 260),
    ],
  ]

  /// Every window of the kinds of frame, style, direction and setting.
  private static let windows: [Window] = windowFrames.flatMap { frame in
    Window.Style.allCases.flatMap { style in
      (0..<8).map { bits in
        var window = Window(frame: frame, followsUndockedKeyboard: bits & 1 != 0)
        window.style = style
        window.isRightToLeft = bits & 2 != 0
        window.usesBottomSafeArea = bits & 4 != 0
        return window
      }
    }
  }

  /// A seat with all the windows, and one more that has the field.
  private func seat() -> SeatFixture {
    var fixture = SeatFixture()
    for (index, window) in Self.windows.enumerated() {
      fixture.apply(.windowOpened(WindowID(index), window, focus: nil))
    }
    fixture.apply(.windowOpened(WindowID(100_000), Window(), focus: "field"))
    return fixture
  }

  /// The inputs that bring the kind, one after the other.
  private func inputs(_ kind: KeyboardKind) -> [[SeatInput]] {
    var bar = ShortcutBar()
    switch kind {
    case .none: return [[.softwareKeyboardReported(SoftwareKeyboard(kind: .none, frame: Self.rectangle(0, 0, 0, 0)))]]
    case .fullBar: return [[.attached(SeatFixture.keyboard)]]
    case .collapsedBarLeading, .collapsedBarTrailing:
      bar.place = kind == .collapsedBarLeading ? .leading : .trailing
      return [[.attached(SeatFixture.keyboard), .barChanged(bar)]]
    default:
      return (Self.keyboards[kind] ?? []).map { [.softwareKeyboardReported(SoftwareKeyboard(kind: kind, frame: $0))] }
    }
  }

  /// R12, R31, on a screen of 820 with an inset of 20.
  private func dismissed(_ window: Window, _ frame: Rectangle) -> Rectangle {
    let inset = window.usesBottomSafeArea && frame.maxY >= 820 ? 20.0 : 0
    return Self.rectangle(0, frame.height - inset, frame.width, inset)
  }

  private func rests(_ kind: KeyboardKind, in style: Window.Style) -> Bool {
    switch kind {
    case .docked, .camera, .fullBar: true
    case .collapsedBarLeading, .collapsedBarTrailing: style == .stage
    default: false
    }
  }

  @Test("R121 every kind in every window has the guide that the tables give it", arguments: KeyboardKind.allCases)
  func guide(kind: KeyboardKind) throws {
    let all = inputs(kind)
    try #require(!all.isEmpty)
    for inputs in all {
      var fixture = seat()
      for input in inputs { fixture.apply(input) }
      #expect(fixture.seat.keyboard.kind == kind)
      for (index, window) in Self.windows.enumerated() {
        let guide = try #require(fixture.seat.guide(of: WindowID(index)))
        let frame = try #require(window.frame)
        let dismissed = dismissed(window, frame)
        let cut = fixture.seat.keyboard.frame?.intersection(frame)
        let rests = rests(kind, in: window.style)
        guard let cut, rests || window.followsUndockedKeyboard else {
          #expect(guide == Guide(frame: dismissed, near: .bottom), "\(window)")
          continue
        }
        let part = Self.rectangle(cut.x - frame.x, cut.y - frame.y, cut.width, cut.height)
        var expected = part
        if rests {
          expected.y = min(part.y, dismissed.y)
          expected.height = frame.height - expected.y
          if !window.followsUndockedKeyboard { (expected.x, expected.width) = (0, frame.width) }
        }
        #expect(guide.frame == expected, "\(window)")
        check(guide.near, kind, window, frame)
      }
    }
  }

  /// What the table says of edges whatever the distances.
  private func check(_ near: Edges, _ kind: KeyboardKind, _ window: Window, _ frame: Rectangle) {
    let sides: Edges = [.leading, .trailing]
    #expect(!near.isSuperset(of: [.top, .bottom]) && !near.isSuperset(of: sides), "R103 \(window)")
    if !window.followsUndockedKeyboard { #expect(near == .bottom, "R84 \(window)") }
    // 0.4 of 1180.
    if window.style == .slideOver || frame.width <= 472 { #expect(near.isDisjoint(with: sides), "R57 \(window)") }
    switch kind {
    case .none, .docked, .camera, .fullBar: #expect(near == .bottom, "R101 R102 R107 \(window)")
    case .undocked, .split:
      if window.followsUndockedKeyboard { #expect(near.isSubset(of: .top), "R105 R106 \(window)") }
    case .collapsedBarLeading, .collapsedBarTrailing:
      #expect(near.contains(.bottom) && !near.contains(.top), "R48 \(window)")
    case .floating: break
    }
  }

  @Test("R80 R121 in a window of the other direction the sides are exchanged, and the frame is the same")
  func mirrored() throws {
    for inputs in inputs(.floating) {
      var fixture = seat()
      for input in inputs { fixture.apply(input) }
      for (index, window) in Self.windows.enumerated() where !window.isRightToLeft {
        let one = try #require(fixture.seat.guide(of: WindowID(index)))
        let other = try #require(fixture.seat.guide(of: WindowID(index + 2)))
        #expect(one.frame == other.frame)
        // Where it is as near to both sides, the leading one of each counts.
        let isBetween = one.near.contains(.leading) && other.near.contains(.leading)
        #expect(isBetween || one.near.contains(.leading) == other.near.contains(.trailing), "\(window)")
        #expect(isBetween || one.near.contains(.trailing) == other.near.contains(.leading), "\(window)")
        #expect(one.near.intersection([.top, .bottom]) == other.near.intersection([.top, .bottom]))
      }
    }
  }
}
