import KeyboardGuide
import KeyguideAPI
import Testing

@testable import Providers

/// A board at a time that the test sets.
struct BoardFixture {
  var board = ProviderBoard(timeout: 2)
  var now = Instant(microseconds: 1_000_000)

  static let osk = ProviderID(1)

  static func wish(_ form: KeyboardKind = .docked, language: String? = nil) -> SoftwareKeyboardWish {
    SoftwareKeyboardWish(form: form, language: language)
  }

  mutating func register(_ id: ProviderID = osk, _ name: String = "osk", _ roles: ProviderRole...) throws {
    try board.register(
      id, Registration(name: name, roles: roles.isEmpty ? [.softwareKeyboard] : Set(roles)), at: now)
  }

  mutating func want(_ keyboard: SoftwareKeyboardWish?, screen: String? = nil) {
    _ = board.want(ProviderWishes(keyboard: keyboard, screen: screen), at: now)
  }

  /// The ids, kinds and forms of what is open.
  func open(_ id: ProviderID = osk) -> [String] {
    (board.provider(id)?.requests ?? []).map { request in
      ["\(request.id)", request.kind.rawValue, request.form?.rawValue ?? request.language, request.screen]
        .compactMap { $0 }.joined(separator: " ")
    }
  }

  mutating func pass(_ seconds: Double) -> ProviderBoard.Expiry {
    now = now.advanced(bySeconds: seconds)
    return board.expire(at: now)
  }
}

@Suite struct ProviderBoardTests {
  @Test("a provider is asked at once for what is wanted, or to hide what it shows")
  func registration() throws {
    var fixture = BoardFixture()
    try fixture.register()
    #expect(fixture.open() == ["1 hide"])
    fixture.board.remove(BoardFixture.osk)
    fixture.want(BoardFixture.wish())
    try fixture.register(ProviderID(2))
    #expect(fixture.open(ProviderID(2)) == ["1 show docked"])
  }

  @Test("a role belongs to one provider, until that is gone; the others stay free")
  func roles() throws {
    var fixture = BoardFixture()
    try fixture.register()
    let conflict = #expect(throws: RoleConflict.self) {
      try fixture.register(ProviderID(2), "other", .compositor, .softwareKeyboard)
    }
    #expect(conflict == RoleConflict(role: .softwareKeyboard, holder: "osk"))
    #expect(fixture.board.providers.map(\.id) == [BoardFixture.osk], "nothing of a refused one is left")
    try fixture.register(ProviderID(3), "other", .compositor, .barContent)
    fixture.board.remove(BoardFixture.osk)
    try fixture.register(ProviderID(4), "next")
    #expect(fixture.board.holder(of: .softwareKeyboard)?.id == ProviderID(4))
  }

  /// Wishes in turn, each answered before the next, and what is asked then.
  @Test(
    "R64 show, hide and move are told apart by what was answered before",
    arguments: [
      ([BoardFixture.wish(), nil], ["2 show docked", "3 hide"]),
      ([BoardFixture.wish(), BoardFixture.wish(.floating)], ["2 show docked", "3 move floating"]),
      ([BoardFixture.wish(), BoardFixture.wish(language: "de")], ["2 show docked", "3 show docked"]),
      ([BoardFixture.wish(), BoardFixture.wish()], ["2 show docked", ""]),
      ([nil, BoardFixture.wish(.split)], ["", "2 show split"]),
    ])
  func kinds(wishes: [SoftwareKeyboardWish?], expected: [String]) throws {
    var fixture = BoardFixture()
    try fixture.register()
    fixture.board.answer(1, by: BoardFixture.osk, at: fixture.now)
    for (wish, expected) in zip(wishes, expected) {
      fixture.want(wish)
      #expect(fixture.open() == (expected.isEmpty ? [] : [expected]))
      for request in fixture.board.provider(BoardFixture.osk)?.requests ?? [] {
        fixture.board.answer(request.id, by: BoardFixture.osk, at: fixture.now)
      }
    }
  }

  @Test("a keyboard that goes to another screen is moved there")
  func screens() throws {
    var fixture = BoardFixture()
    try fixture.register()
    fixture.want(BoardFixture.wish(), screen: "eDP-1")
    #expect(fixture.open() == ["2 show docked eDP-1"])
    fixture.board.answer(2, by: BoardFixture.osk, at: fixture.now)
    fixture.want(BoardFixture.wish(), screen: "HDMI-1")
    #expect(fixture.open() == ["3 move docked HDMI-1"])
  }

  @Test("R68 a newer request cancels the older one, and what was not answered is not taken for done")
  func cancelled() throws {
    var fixture = BoardFixture()
    try fixture.register()
    var cursor = RequestCursor()
    func next() throws -> (missed: Int, requests: [Int], cancelled: [Int]) {
      let provider = try #require(fixture.board.provider(BoardFixture.osk))
      let next = cursor.advance(to: provider)
      return (next.missed, next.requests.map(\.id), next.cancelled)
    }
    #expect(try next() == (0, [1], []))
    fixture.want(BoardFixture.wish())
    fixture.want(BoardFixture.wish(.floating))
    #expect(fixture.open() == ["3 show floating"], "it is not there yet, so it is shown and not moved")
    #expect(try next() == (1, [3], [1]), "the one in between was never sent")
    fixture.board.answer(3, by: BoardFixture.osk, at: fixture.now)
    cursor.answered(3)
    fixture.want(nil)
    #expect(try next() == (0, [4], []), "what it has answered is not cancelled")
    #expect(!cursor.hasNews(of: try #require(fixture.board.provider(BoardFixture.osk))))
  }

  @Test("content is asked for once for each application and language, and not without a focus")
  func barContent() throws {
    var fixture = BoardFixture()
    try fixture.register(BoardFixture.osk, "bar", .barContent, .language)
    #expect(fixture.open() == [])
    func want(_ application: String?, _ language: String) {
      let bar = application.map { BarContentWish(application: $0, language: language) }
      _ = fixture.board.want(ProviderWishes(bar: bar, language: language), at: fixture.now)
    }
    want("editor", "en")
    #expect(fixture.open() == ["1 barContent en", "2 language en"])
    want(nil, "en")
    #expect(fixture.open() == ["2 language en"], "nobody needs it any more")
    want("editor", "en")
    #expect(fixture.open() == ["2 language en", "3 barContent en"])
    fixture.board.answer(3, by: BoardFixture.osk, at: fixture.now)
    want(nil, "en")
    want("editor", "en")
    #expect(fixture.open() == ["2 language en"], "it has answered that")
    want("editor", "de")
    #expect(fixture.open() == ["4 barContent de", "5 language de"])
  }

  @Test("who says which language there is, is not asked for it")
  func ownLanguage() throws {
    var fixture = BoardFixture()
    try fixture.register(BoardFixture.osk, "keys", .language)
    fixture.board.note(language: "de", by: BoardFixture.osk)
    _ = fixture.board.want(ProviderWishes(language: "de"), at: fixture.now)
    #expect(fixture.open() == [])
    _ = fixture.board.want(ProviderWishes(language: "fr"), at: fixture.now)
    #expect(fixture.open() == ["1 language fr"])
  }

  // MARK: Time

  @Test("a request without an answer makes a provider slow once, and an answer makes it ready again")
  func slow() throws {
    var fixture = BoardFixture()
    try fixture.register()
    #expect(fixture.board.deadline == fixture.now.advanced(bySeconds: 2))
    let expiries = [1.9, 0.1].map { fixture.pass($0) }
    #expect(expiries == [.init(), .init(slow: [BoardFixture.osk])])
    #expect(fixture.board.provider(BoardFixture.osk)?.isSlow == true)
    #expect(fixture.board.deadline == nil, "nothing wakes anybody up while it stays so")
    let later = fixture.pass(100)
    #expect(later == .init())
    #expect(fixture.open() == ["1 hide"])
    fixture.board.answer(1, by: BoardFixture.osk, at: fixture.now)
    #expect(fixture.board.provider(BoardFixture.osk)?.isSlow == false)
    #expect(fixture.open() == [])
  }

  @Test("R68 wishes that change all the time hide nobody who answers nothing; a late answer is a sign of life")
  func impatience() throws {
    var fixture = BoardFixture()
    try fixture.register()
    var slow = 0
    for step in 0..<50 {
      fixture.want(step % 2 == 0 ? BoardFixture.wish() : nil)
      slow += fixture.pass(0.1).slow.count
    }
    #expect(slow == 1)
    #expect(fixture.open() == ["51 hide"])
    fixture.board.answer(7, by: BoardFixture.osk, at: fixture.now)
    #expect(fixture.board.provider(BoardFixture.osk)?.isSlow == true, "the newest is still overdue")
    fixture.board.answer(99, by: BoardFixture.osk, at: fixture.now)
    #expect(fixture.open() == ["51 hide"], "a number that was never given answers nothing")
    fixture.board.answer(51, by: BoardFixture.osk, at: fixture.now)
    #expect(fixture.board.provider(BoardFixture.osk)?.isSlow == false)
  }

  @Test("what could not be shown is asked again, after 1 s, 2 s, up to a minute, for as long as it is wanted")
  func failures() throws {
    var fixture = BoardFixture()
    fixture.want(BoardFixture.wish())
    try fixture.register()
    var delays: [Double] = []
    for id in 1...9 {
      #expect(fixture.open() == ["\(id) show docked"])
      fixture.board.answer(id, problem: "nobody is there", by: BoardFixture.osk, at: fixture.now)
      #expect(fixture.open() == [] && fixture.board.provider(BoardFixture.osk)?.isSlow == false)
      let due = try #require(fixture.board.deadline)
      let seconds = Double(due.microseconds - fixture.now.microseconds) / 1e6
      delays.append(seconds)
      #expect(fixture.pass(seconds - 0.001).asked == [])
      #expect(fixture.pass(0.001).asked == [BoardFixture.osk])
    }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    fixture.board.answer(10, by: BoardFixture.osk, at: fixture.now)
    #expect(fixture.board.deadline == nil)
    // It has been shown: to be elsewhere is a movement, which is not tried again.
    fixture.want(BoardFixture.wish(.floating))
    #expect(fixture.open() == ["11 move floating"])
    fixture.board.answer(11, problem: "it only shows and hides", by: BoardFixture.osk, at: fixture.now)
    #expect(fixture.board.deadline == nil)
    fixture.want(nil)
    fixture.board.answer(12, problem: "it does not listen", by: BoardFixture.osk, at: fixture.now)
    fixture.want(BoardFixture.wish())
    #expect(fixture.open() == ["13 show docked"], "what is wanted now, not what failed")
    fixture.board.answer(13, by: BoardFixture.osk, at: fixture.now)
    #expect(fixture.board.deadline == nil)
  }

  @Test(
    "a keyboard that changes by itself is asked again at once for what failed, and a second after it failed at most")
  func changes() throws {
    var fixture = BoardFixture()
    fixture.want(BoardFixture.wish())
    try fixture.register()
    let none = ProviderReport.keyboard(SoftwareKeyboardReport(kind: .none))
    for (id, wait) in [(1, 1.0), (2, 2.0), (3, 4.0)] {
      fixture.board.answer(id, problem: "nobody is there", by: BoardFixture.osk, at: fixture.now)
      #expect(fixture.board.deadline == fixture.now.advanced(bySeconds: wait))
      // An answer tells nothing new.
      _ = fixture.board.report(none, by: BoardFixture.osk, isAnswer: true, at: fixture.now)
      #expect(fixture.board.deadline == fixture.now.advanced(bySeconds: wait))
      if id == 3 { #expect(fixture.pass(3).asked == []) }
      let moment = id == 3 ? fixture.now : fixture.now.advanced(bySeconds: 1)
      _ = fixture.board.report(none, by: BoardFixture.osk, at: fixture.now)
      #expect(fixture.board.deadline == moment)
      fixture.now = moment
      #expect(fixture.pass(0).asked == [BoardFixture.osk])
      #expect(fixture.open() == ["\(id + 1) show docked"])
    }
  }

  @Test("a problem is shown until an answer has none")
  func problems() throws {
    var fixture = BoardFixture()
    try fixture.register()
    fixture.board.answer(1, problem: "no keyboard is installed", by: BoardFixture.osk, at: fixture.now)
    #expect(fixture.board.provider(BoardFixture.osk)?.problem == "no keyboard is installed")
    fixture.want(BoardFixture.wish())
    #expect(fixture.board.provider(BoardFixture.osk)?.problem != nil)
    fixture.board.answer(2, by: BoardFixture.osk, at: fixture.now)
    #expect(fixture.board.provider(BoardFixture.osk)?.problem == nil)
  }

  @Test("of 100,000 reports at once a few count, and of the rest the newest does, a little later")
  func flood() throws {
    var fixture = BoardFixture()
    try fixture.register()
    var counted = 0
    for number in 1...100_000 {
      let report = SoftwareKeyboardReport(
        kind: .docked, frame: .init(x: 0, y: 0, width: Double(number), height: 10))
      if fixture.board.report(.keyboard(report), by: BoardFixture.osk, at: fixture.now) { counted += 1 }
    }
    #expect(counted == ProviderBoard.reportRate.burst)
    let due = try #require(fixture.board.deadline)
    #expect(due <= fixture.now.advanced(bySeconds: 0.008))
    fixture.now = due
    let expiry = fixture.board.expire(at: due)
    #expect(expiry == .init(hasNewFacts: true))
    #expect(fixture.board.provider(BoardFixture.osk)?.facts.keyboard?.frame?.width == 100_000)
    #expect(fixture.board.deadline == fixture.now.advanced(bySeconds: 2 - 0.008), "only the request is due")
  }
}
