import Geometry
import KeyboardGuide
import KeyguideAPI
import Testing

@testable import Providers

@Suite struct ProvidedFactsTests {
  private let own = Screen(width: 1280, height: 800, bottomInset: 20)
  private static let left = ScreenReport(
    name: "eDP-1", frame: Rectangle(x: 0, y: 0, width: 1000, height: 800), bottomSafeArea: 30)
  private static let right = ScreenReport(name: "HDMI-1", frame: Rectangle(x: 1000, y: 100, width: 600, height: 400))

  private func facts(_ reports: ProviderReport...) throws -> ProvidedFacts {
    var fixture = BoardFixture()
    try fixture.register(BoardFixture.osk, "osk", .softwareKeyboard)
    try fixture.register(ProviderID(2), "compositor", .compositor)
    for report in reports {
      _ = fixture.board.report(
        report, by: report.role == .compositor ? ProviderID(2) : BoardFixture.osk, at: fixture.now)
    }
    var binding = WindowBinding()
    binding.update(
      [BindableWindow(id: WindowID(1), process: 7, user: 0)], fixture.board.provider(ProviderID(2))?.facts.windows ?? []
    )
    return ProvidedFacts(of: fixture.board, screen: own, binding: binding)
  }

  private func keyboard(
    _ frame: Rectangle?, _ kind: SeatParts.Keyboard.Kind = .docked, screen: String? = nil
  ) -> ProviderReport {
    .keyboard(SoftwareKeyboardReport(kind: kind, screen: screen, frame: frame))
  }

  @Test("R65 a provider that has reported nothing shows nothing")
  func silent() throws {
    #expect(try facts().keyboard?.kind == KeyboardKind.none)
    var fixture = BoardFixture()
    try fixture.register(BoardFixture.osk, "compositor", .compositor)
    #expect(ProvidedFacts(of: fixture.board, screen: own, binding: WindowBinding()).keyboard == nil)
  }

  @Test("the first screen is the seat's own under another name, and each has its own coordinates")
  func screens() throws {
    let facts = try facts(
      .screens([Self.left, Self.right]),
      .windows([
        WindowReport(
          id: "a", pid: 7, application: "editor", screen: "HDMI-1",
          frame: Rectangle(x: 1100, y: 150, width: 50, height: 40))
      ]))
    #expect(facts.mainScreen == ScreenID("eDP-1"))
    #expect(facts.screens[.main] == Screen(width: 1000, height: 800, bottomInset: 30))
    #expect(facts.screens[ScreenID("HDMI-1")] == Screen(width: 600, height: 400, bottomInset: 0))
    #expect(facts.screens.count == 2)
    #expect(
      facts.places == [
        WindowID(1): WindowPlace(
          screen: ScreenID("HDMI-1"), frame: Rectangle(x: 100, y: 50, width: 50, height: 40), application: "editor")
      ])
  }

  @Test(
    "what of a keyboard lies outside of its screen is cut off; what is outside altogether is not shown, but floating")
  func clipped() throws {
    let outside = Rectangle(x: 5000, y: 0, width: 100, height: 100)
    #expect(
      try facts(keyboard(Rectangle(x: -10, y: 500, width: 90_000, height: 90_000))).keyboard?.frame
        == Rectangle(x: 0, y: 500, width: 1280, height: 300))
    #expect(try facts(keyboard(outside)).keyboard?.kind == KeyboardKind.none)
    #expect(try facts(keyboard(outside, .undocked)).keyboard?.kind == KeyboardKind.none)
    #expect(try facts(keyboard(outside, .floating)).keyboard?.frame == outside, "R26: parked")
  }

  @Test("a keyboard on a screen that nobody has is not shown, and is where somebody has it")
  func unknownScreen() throws {
    let report = keyboard(Rectangle(x: 0, y: 300, width: 600, height: 100), screen: "HDMI-1")
    #expect(try facts(report).keyboard?.screen == .main, "nobody says which there are: there is one")
    #expect(try facts(.screens([Self.left]), report).keyboard?.kind == KeyboardKind.none)
    let there = try facts(.screens([Self.left, Self.right]), report)
    #expect(there.keyboard?.screen == ScreenID("HDMI-1") && there.keyboard?.kind == .docked)
    for name in ["eDP-1", "main", nil] {
      #expect(try facts(.screens([Self.left]), keyboard(nil, screen: name)).keyboard?.screen == .main)
    }
  }

  @Test(
    "a docked keyboard without a frame is where windows have lost room, once they have",
    arguments: [
      (Optional(Rectangle(x: 0, y: 0, width: 1000, height: 550)), Optional(250.0)),
      (Rectangle(x: 0, y: 0, width: 1000, height: 770), nil),
      (Rectangle(x: 0, y: 0, width: 1000, height: 800), nil), (nil, 400),
    ])
  func usable(usable: Rectangle?, height: Double?) throws {
    var screen = Self.left
    screen.usable = usable
    let inputs = try facts(.screens([screen]), keyboard(nil)).inputs(replacing: ProvidedFacts())
    var seat = Seat()
    _ = seat.apply(inputs, at: Instant(microseconds: 0))
    #expect(seat.keyboard.frame == height.map { Rectangle(x: 0, y: 800 - $0, width: 1000, height: $0) })
    #expect(seat.keyboard.kind == (height == nil ? .none : .docked))
  }
}

@Suite struct WindowBindingTests {
  private static let frame = Rectangle(x: 0, y: 0, width: 10, height: 10)

  private func client(_ id: Int, _ process: Int, window: String? = nil, application: String? = nil) -> BindableWindow {
    BindableWindow(id: WindowID(id), process: process, user: 0, compositorWindow: window, application: application)
  }

  private func window(_ id: String, _ pid: Int, _ application: String? = nil, focused: Bool = false) -> WindowReport {
    WindowReport(id: id, pid: pid, application: application, screen: "s", frame: Self.frame, focused: focused)
  }

  private func bound(_ clients: [BindableWindow], _ windows: [WindowReport]) -> [Int: String] {
    var binding = WindowBinding()
    binding.update(clients, windows)
    return Dictionary(uniqueKeysWithValues: binding.bound.map { ($0.key.rawValue, $0.value) })
  }

  @Test("a window is found by its name, its application, or its process, in this order")
  func hints() {
    let windows = [window("a", 1, "editor"), window("b", 2, "terminal")]
    #expect(bound([client(1, 2)], windows) == [1: "b"])
    #expect(bound([client(1, 9, application: "terminal")], windows) == [1: "b"])
    #expect(bound([client(1, 2, application: "editor")], windows) == [1: "a"])
    #expect(bound([client(1, 2, window: "a", application: "terminal")], windows) == [1: "a"])
    #expect(bound([client(1, 9)], windows) == [:])
    #expect(bound([client(1, 2, window: "c")], windows) == [:], "what it says of itself must be right")
  }

  @Test("of several the focused one comes first, then the order; where none is free they share")
  func several() {
    let windows = [window("a", 1), window("b", 1, focused: true), window("c", 1)]
    #expect(bound([client(1, 1), client(2, 1), client(3, 1)], windows) == [1: "b", 2: "a", 3: "c"])
    #expect(bound([client(1, 1), client(2, 1)], [window("a", 1)]) == [1: "a", 2: "a"])
    #expect(bound([client(1, 1), client(2, 1), client(3, 2)], windows + [window("d", 2)]) == [1: "b", 2: "a", 3: "d"])
  }

  @Test("what is bound stays bound while the focus goes elsewhere; who shared gets the next that is free")
  func sticky() {
    var binding = WindowBinding()
    let clients = [client(1, 1), client(2, 1)]
    binding.update(clients, [window("a", 1, focused: true)])
    binding.update(clients, [window("a", 1), window("b", 1, focused: true)])
    #expect(binding.bound == [WindowID(1): "a", WindowID(2): "b"])
    binding.update(clients, [window("b", 1), window("a", 1, focused: true)])
    #expect(binding.bound == [WindowID(1): "a", WindowID(2): "b"])
    binding.update(clients, [window("b", 1)])
    #expect(binding.bound == [WindowID(1): "b", WindowID(2): "b"])
    binding.update(clients, [])
    #expect(binding == WindowBinding())
  }
}
