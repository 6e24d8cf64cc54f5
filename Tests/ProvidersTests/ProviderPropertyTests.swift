import Geometry
import KeyboardGuide
import KeyguideAPI
import Testing

@testable import Providers

/// Whatever happens in whatever order, these hold.
@Suite struct ProviderPropertyTests {
  /// SplitMix64, so that a failing seed fails again.
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

  private func randomWishes(_ generator: inout Generator) -> ProviderWishes {
    let forms: [KeyboardKind?] = [nil, .docked, .floating]
    let form = forms.randomElement(using: &generator) ?? nil
    return ProviderWishes(
      keyboard: form.map { BoardFixture.wish($0) },
      bar: Bool.random(using: &generator)
        ? BarContentWish(application: ["a", "b"].randomElement(using: &generator)) : nil,
      language: ["en", "de"].randomElement(using: &generator))
  }

  private func randomReport(_ generator: inout Generator) -> ProviderReport {
    let frame = Rectangle(
      x: .random(in: -2000...2000, using: &generator), y: .random(in: -2000...2000, using: &generator),
      width: .random(in: 0...3000, using: &generator), height: .random(in: 0...3000, using: &generator))
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let kinds: [SeatParts.Keyboard.Kind] = [.none, .docked, .floating, .camera]
      return .keyboard(
        SoftwareKeyboardReport(
          kind: kinds.randomElement(using: &generator) ?? .none,
          screen: [nil, "one", "two"].randomElement(using: &generator) ?? nil,
          frame: Bool.random(using: &generator) ? frame : nil))
    case 1:
      let names = ["one", "two"].prefix(Int.random(in: 0...2, using: &generator))
      return .screens(
        names.map {
          ScreenReport(name: $0, frame: Rectangle(x: $0 == "one" ? 0 : 1000, y: 0, width: 1000, height: 800))
        })
    case 2:
      return .windows(
        (0..<Int.random(in: 0...3, using: &generator)).map {
          WindowReport(
            id: "c\($0)", pid: Int.random(in: 1...2, using: &generator), screen: "one", frame: frame,
            focused: .random(using: &generator))
        })
    default: return .barContent(Bool.random(using: &generator) ? ProvidedBarContent(content: BarContent()) : nil)
    }
  }

  @Test(
    "requests are few, numbered, of wanted things; a reader's are those that are open; undone, all is as before",
    arguments: UInt64(1)...200)
  func invariants(seed: UInt64) throws {
    var generator = Generator(state: seed)
    var fixture = BoardFixture()
    let pristine = fixture.board
    let clients = (1...3).map { BindableWindow(id: WindowID($0), process: $0 % 2 + 1, user: 0) }
    var seat = Seat()
    for client in clients { _ = seat.apply(.windowOpened(client.id, Window(), focus: nil), at: fixture.now) }
    let pristineSeat = seat
    var facts = ProvidedFacts()
    var binding = WindowBinding()
    var cursor = RequestCursor()
    var sent: Set<Int> = []
    var lastID = 0

    /// As the daemon does after each step.
    func settle() {
      let compositor = fixture.board.holder(of: .compositor)
      binding.update(compositor == nil ? [] : clients, compositor?.facts.windows ?? [])
      let former = facts
      facts = ProvidedFacts(of: fixture.board, screen: seat.configuration.screen, binding: binding)
      let inputs = facts.inputs(replacing: former)
      if !inputs.isEmpty { _ = seat.apply(inputs, at: fixture.now) }
    }

    try fixture.register(ProviderID(1), "all", .softwareKeyboard, .compositor, .barContent, .language)
    for _ in 0..<80 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1: _ = fixture.board.want(randomWishes(&generator), at: fixture.now)
      case 2: _ = fixture.board.report(randomReport(&generator), by: ProviderID(1), at: fixture.now)
      case 3:
        if let request = fixture.board.provider(ProviderID(1))?.requests.randomElement(using: &generator) {
          let problem = Bool.random(using: &generator) ? "it cannot" : nil
          fixture.board.answer(request.id, problem: problem, by: ProviderID(1), at: fixture.now)
          cursor.answered(request.id)
          sent.remove(request.id)
        }
      default: _ = fixture.pass(.random(in: 0...1, using: &generator))
      }
      settle()
      let provider = try #require(fixture.board.provider(ProviderID(1)))
      #expect(provider.requests.count <= 3)
      #expect(Set(provider.requests.map(\.kind)).count == provider.requests.count)
      for request in provider.requests { #expect((0...2).contains(request.timeout)) }
      if Bool.random(using: &generator) {
        let next = cursor.advance(to: provider)
        for request in next.requests {
          #expect(request.id > lastID || !sent.contains(request.id), "sent twice")
          lastID = max(lastID, request.id)
        }
        #expect(sent.isSuperset(of: next.cancelled), "cancelled, and never sent")
        sent = sent.subtracting(next.cancelled).union(next.requests.map(\.id))
        #expect(sent == Set(provider.requests.map(\.id)))
      }
      // Nothing is left undone for want of a deadline, and none is there for nothing.
      if let deadline = fixture.board.deadline {
        #expect(deadline >= fixture.now)
        var later = fixture.board
        _ = later.expire(at: deadline)
        #expect(later.deadline.map { $0 > deadline } ?? true)
      }
      if let frame = seat.keyboard.frame { #expect(frame.isFinite) }
    }
    fixture.board.remove(ProviderID(1))
    settle()
    _ = fixture.board.want(ProviderWishes(), at: fixture.now)
    #expect(fixture.board == pristine)
    #expect(facts == ProvidedFacts() && binding == WindowBinding())
    while let deadline = seat.deadline { _ = seat.apply(.deadlineReached, at: deadline) }
    #expect(seat == pristineSeat)
  }

  @Test("what providers have reported counts in whatever order it came", arguments: UInt64(1)...50)
  func order(seed: UInt64) throws {
    let screen = Rectangle(x: 0, y: 0, width: 1000, height: 800)
    let reports: [ProviderReport] = [
      .keyboard(
        SoftwareKeyboardReport(kind: .docked, screen: "two", frame: Rectangle(x: 0, y: 500, width: 1000, height: 400))),
      .screens([ScreenReport(name: "one", frame: screen), ScreenReport(name: "two", frame: screen)]),
      .windows([WindowReport(id: "w", pid: 7, screen: "two", frame: screen)]),
      .barContent(ProvidedBarContent(application: "a", content: BarContent())),
    ]
    func facts(_ reports: [ProviderReport]) throws -> ProvidedFacts {
      var fixture = BoardFixture()
      try fixture.register(BoardFixture.osk, "osk", .softwareKeyboard, .barContent)
      try fixture.register(ProviderID(2), "compositor", .compositor)
      var binding = WindowBinding()
      for report in reports {
        let id = report.role == .compositor ? ProviderID(2) : BoardFixture.osk
        let counts = fixture.board.report(report, by: id, at: fixture.now)
        #expect(counts)
        binding.update(
          [BindableWindow(id: WindowID(1), process: 7, user: 0)],
          fixture.board.holder(of: .compositor)?.facts.windows ?? [])
      }
      return ProvidedFacts(of: fixture.board, screen: Screen(width: 1, height: 1, bottomInset: 0), binding: binding)
    }
    var generator = Generator(state: seed)
    let expected = try facts(reports)
    #expect(expected.keyboard?.frame == Rectangle(x: 0, y: 500, width: 1000, height: 300), "clipped to its screen")
    #expect(try facts(reports.shuffled(using: &generator)) == expected)
  }
}
