import Geometry
import KeyboardGuide
import Testing

/// Whatever happens in whatever order, these hold.
@Suite struct SeatPropertyTests {
  /// A small generator of its own, so that a failing seed fails again (SplitMix64).
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private let windows = (1...3).map(WindowID.init)
  private let keyboards = ["a", "b"].map(DeviceID.init)

  private let side = ScreenID("side")

  private var configuration: SeatConfiguration {
    var configuration = SeatFixture.configuration
    configuration.languages = ["en", "de", "el"].map { Language(id: $0) }
    configuration.languages[2].suggestionsWidth = 0
    return configuration
  }

  private func randomRectangle(_ generator: inout Generator) -> Rectangle {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator).rounded() }
    let odd = Rectangle(x: .nan, y: -64, width: 1e-17, height: .infinity)
    if Int.random(in: 0..<20, using: &generator) == 0 { return odd }
    return Rectangle(x: number(-300...1300), y: number(-300...900), width: number(0...1300), height: number(0...900))
  }

  private func randomWindow(_ generator: inout Generator) -> Window {
    var window = Window(screen: Int.random(in: 0..<4, using: &generator) == 0 ? side : .main)
    if Bool.random(using: &generator) {
      window.frame = Rectangle(
        x: .random(in: 0...600, using: &generator), y: .random(in: 0...400, using: &generator),
        width: .random(in: 1...1180, using: &generator), height: .random(in: 1...820, using: &generator))
    }
    window.style = Window.Style.allCases.randomElement(using: &generator) ?? .plain
    window.isRightToLeft = .random(using: &generator)
    window.followsUndockedKeyboard = .random(using: &generator)
    window.usesBottomSafeArea = .random(using: &generator)
    window.barContent = BarContent(
      leading: [BarGroup(items: [BarItem(id: "bold", title: "Bold"), BarItem(id: "italic", title: "Italic")])],
      allowsHiding: .random(using: &generator))
    window.keyboardDismissPadding = [0, 44].randomElement(using: &generator) ?? 0
    window.accessoryHeight = [0, 0, 50].randomElement(using: &generator) ?? 0
    return window
  }

  private func randomInput(_ generator: inout Generator) -> SeatInput {
    let window = windows.randomElement(using: &generator) ?? windows[0]
    let keyboard = keyboards.randomElement(using: &generator) ?? keyboards[0]
    switch Int.random(in: 0..<26, using: &generator) {
    case 0: return .attached(keyboard, HardwareKeyboard(isInternal: .random(using: &generator)))
    case 1: return .detached(keyboard)
    case 2: return .modifiersHeld(Modifiers(rawValue: UInt8.random(in: 0..<8, using: &generator)), on: keyboard)
    case 3, 4: return .windowOpened(window, randomWindow(&generator), focus: nil)
    case 5: return .windowClosed(window)
    case 6:
      let context = [nil, "letter", "chat"].randomElement(using: &generator) ?? nil
      return .focused(window: window, view: TextView("field", context: context))
    case 7: return .focused(window: window, view: nil)
    case 8: return .windowChanged(window, randomWindow(&generator))
    case 9:
      let kind = KeyboardKind.allCases.randomElement(using: &generator) ?? .none
      return .softwareKeyboardReported(
        SoftwareKeyboard(
          kind: kind, frame: randomRectangle(&generator), isInteractive: .random(using: &generator),
          duration: [nil, 0, 0.25].randomElement(using: &generator) ?? nil))
    case 10: return .softwareKeyboardReported(nil)
    case 11:
      var bar = ShortcutBar()
      bar.place = ShortcutBar.Place.allCases.randomElement(using: &generator) ?? .full
      bar.isEnabled = Int.random(in: 0..<4, using: &generator) > 0
      bar.hidesApplicationItems = .random(using: &generator)
      return .barChanged(bar)
    case 12: return .keyboardOverridden([nil, .shown, .hidden].randomElement(using: &generator) ?? nil)
    case 13:
      let screens = [
        nil, Screen(width: 1000, height: 500, bottomInset: 0),
        Screen(width: 1000, height: 500, bottomInset: 0, coveredBottom: 200),
      ]
      return .screenChanged(side, screens.randomElement(using: &generator) ?? nil)
    case 14: return .switches(tabletMode: .random(using: &generator), lid: .random(using: &generator))
    case 15, 16:
      let actions = KeyAction.allCases
      return .performed(
        actions.randomElement(using: &generator) ?? actions[0],
        on: [nil, keyboard].randomElement(using: &generator) ?? nil)
    case 17:
      return .languageChosen(
        [nil, "de", "el", "unknown"].randomElement(using: &generator) ?? nil,
        context: [nil, "letter", "chat"].randomElement(using: &generator) ?? nil)
    case 18, 19:
      let x: [Double?] = [nil, .random(in: -100...1300, using: &generator), .infinity]
      return .barDragged(x: x.randomElement(using: &generator) ?? nil)
    case 20:
      let y: [Double?] = [nil, .random(in: -100...900, using: &generator), .nan]
      return .dismissalDragged(window: window, y: y.randomElement(using: &generator) ?? nil)
    case 21:
      guard Bool.random(using: &generator) else { return .windowPlaced(window, nil) }
      let place = Rectangle(
        x: .random(in: 0...600, using: &generator), y: .random(in: 0...400, using: &generator),
        width: .random(in: 1...580, using: &generator), height: .random(in: 1...420, using: &generator))
      let screen = Bool.random(using: &generator) ? side : .main
      return .windowPlaced(window, WindowPlace(screen: screen, frame: place, application: "app"))
    case 22: return .mainScreenNamed([nil, side, ScreenID("eDP-1")].randomElement(using: &generator) ?? nil)
    case 23:
      let content = BarContent(trailing: [BarGroup(items: [BarItem(id: "x", title: "X")])])
      let provided = ProvidedBarContent(
        application: [nil, "app"].randomElement(using: &generator) ?? nil,
        language: [nil, "de"].randomElement(using: &generator) ?? nil, content: content)
      return .barContentProvided([nil, provided].randomElement(using: &generator) ?? nil)
    case 24:
      return .softwareKeyboardReported(
        SoftwareKeyboard(kind: Bool.random(using: &generator) ? .docked : .split, frame: nil))
    default: return .deadlineReached
    }
  }

  @Test(
    "any sequence keeps the guide inside, one did for its will, silence without change, and can be undone",
    arguments: UInt64(1)...200)
  func invariants(seed: UInt64) {
    var generator = Generator(state: seed)
    let pristine = Seat(configuration: configuration)
    var seat = pristine
    var now = Instant(microseconds: 0)
    var open: [WindowID: Int] = [:]
    for _ in 0..<60 {
      let input = randomInput(&generator)
      now = now.advanced(bySeconds: .random(in: 0...0.4, using: &generator))
      let before = seat
      let changes = seat.apply(input, at: now)
      for window in windows {
        guard let guide = seat.guide(of: window) else {
          open[window] = nil
          continue
        }
        if let size = seat.size(of: window) {
          let frame = guide.frame
          #expect(frame.minX >= 0 && frame.minY >= 0 && frame.width >= 0 && frame.height >= 0, "\(frame)")
          #expect(frame.maxX <= size.width + 1e-9 && frame.maxY <= size.height + 1e-9, "\(frame) in \(size)")
        }
        #expect(!guide.near.isSuperset(of: [.top, .bottom]) && !guide.near.isSuperset(of: [.leading, .trailing]))
        let told = changes.notifications(for: window)
        if told == nil { #expect(before.guide(of: window) == guide, "a change must be told") }
        if told == [] { #expect(before.guide(of: window) != guide, "nothing must be told without a change") }
        // Wills that have had no did: at most the running one.
        for notification in told ?? [] {
          switch notification {
          case .willChangeFrame: open[window] = 1
          case .didChangeFrame:
            #expect(open[window] == 1, "a did without its will")
            open[window] = 0
          default: break
          }
        }
      }
      #expect(seat.transition == nil || seat.deadline != nil)
    }
    // Take everything away, and let it come to rest.
    for window in windows { _ = seat.apply(.windowClosed(window), at: now) }
    for keyboard in keyboards { _ = seat.apply(.detached(keyboard), at: now) }
    let rest: [SeatInput] = [
      .deviceChanged(DeviceID("switches"), nil), .softwareKeyboardReported(nil), .barChanged(ShortcutBar()),
      .screenChanged(side, nil), .mainScreenNamed(nil), .barContentProvided(nil), .performed(.dockKeyboard, on: nil),
      .languageChosen(nil, context: nil),
      .languageChosen(nil, context: "letter"), .languageChosen(nil, context: "chat"),
    ]
    for input in rest { _ = seat.apply(input, at: now) }
    while let deadline = seat.deadline { _ = seat.apply(.deadlineReached, at: deadline) }
    #expect(seat == pristine)
  }

  @Test("the state at rest is a function of the facts, not of their order", arguments: UInt64(1)...50)
  func order(seed: UInt64) {
    let facts: [SeatInput] = [
      .attached(keyboards[0]), .attached(keyboards[1]),
      .windowOpened(windows[0], Window(followsUndockedKeyboard: true), focus: "field"),
      .windowOpened(windows[1], Window(followsUndockedKeyboard: false), focus: nil),
    ]
    func settled(_ inputs: [SeatInput]) -> Seat {
      var seat = Seat(configuration: SeatFixture.configuration)
      for input in inputs { _ = seat.apply(input, at: Instant(microseconds: 5)) }
      while let deadline = seat.deadline { _ = seat.apply(.deadlineReached, at: deadline) }
      return seat
    }
    var generator = Generator(state: seed)
    #expect(settled(facts.shuffled(using: &generator)) == settled(facts))
  }

  @Test("the facts of a seat lead to the same seat, at rest", arguments: UInt64(1)...100)
  func facts(seed: UInt64) {
    var generator = Generator(state: seed)
    // Without hysteresis: where an edge is left later than it is entered, the way there counts.
    var configuration = configuration
    configuration.nearDistances = NearDistances(all: NearDistance(points: 100, fraction: 0, hysteresis: 0))
    var seat = Seat(configuration: configuration)
    for step in 0..<60 {
      _ = seat.apply(randomInput(&generator), at: Instant(microseconds: UInt64(step) * 1000))
    }
    // A finger is no fact.
    while let deadline = seat.deadline { _ = seat.apply(.deadlineReached, at: deadline) }
    var again = Seat(configuration: configuration)
    for input in seat.facts { _ = again.apply(input, at: Instant(microseconds: 0)) }
    for seat in [seat, again] {
      #expect(Seat.settled(again).guides(of: windows) == Seat.settled(seat).guides(of: windows))
    }
    #expect(again.hardware == seat.hardware)
    #expect(again.keyboard == seat.keyboard)
    #expect(again.facts == seat.facts)
  }

  @Test("the same inputs give the same changes")
  func replay() {
    func run() -> [[SeatChange]] {
      var generator = Generator(state: 42)
      var seat = Seat(configuration: SeatFixture.configuration)
      return (0..<500).map { seat.apply(randomInput(&generator), at: Instant(microseconds: UInt64($0) * 100_000)) }
    }
    #expect(run() == run())
  }
}

extension Seat {
  /// Width and height of a window, as the seat sees it; nil while its screen is not there.
  fileprivate func size(of id: WindowID) -> (width: Double, height: Double)? {
    place(of: id).map { ($0.frame.width, $0.frame.height) }
  }

  fileprivate static func settled(_ seat: Seat) -> Seat {
    var seat = seat
    while let deadline = seat.deadline { _ = seat.apply(.deadlineReached, at: deadline) }
    return seat
  }

  fileprivate func guides(of windows: [WindowID]) -> [Guide?] { windows.map { guide(of: $0) } }
}
