import Testing

@testable import KeyboardGuide

/// Which keyboard language holds, and what it changes.
@Suite struct LanguageTests {
  private let window = SeatFixture.window

  private func fixture(_ languages: String...) -> SeatFixture {
    var fixture = SeatFixture()
    var configuration = SeatFixture.configuration
    configuration.languages = languages.map { Language(id: $0) }
    fixture.apply(.configured(configuration))
    return fixture
  }

  private func perform(_ action: KeyAction, _ fixture: inout SeatFixture) -> String? {
    fixture.apply(.performed(action, on: nil))
    return fixture.seat.language?.id
  }

  @Test("R296 next and previous go round the configured languages")
  func ring() {
    var fixture = fixture("en", "de", "el")
    #expect(fixture.seat.language?.id == "en")
    #expect(perform(.nextLanguage, &fixture) == "de")
    #expect(perform(.nextLanguage, &fixture) == "el")
    #expect(perform(.nextLanguage, &fixture) == "en")
    #expect(perform(.previousLanguage, &fixture) == "el")
  }

  @Test("R296 without languages there is nothing to switch")
  func none() {
    var fixture = fixture()
    #expect(perform(.nextLanguage, &fixture) == nil)
    #expect(fixture.apply(.performed(.nextLanguage, on: nil)).isEmpty)
  }

  @Test("R290 a context has its language back when it has the focus again; what has none goes by the last choice")
  func contexts() {
    var fixture = fixture("en", "de", "el")
    fixture.openWindow()
    func focus(_ context: String?) -> String? {
      fixture.apply(.focused(window: window, view: TextView("field", context: context)))
      return fixture.seat.language?.id
    }
    #expect(focus("letter") == "en")
    #expect(perform(.nextLanguage, &fixture) == "de")
    #expect(focus("chat") == "de")
    #expect(perform(.nextLanguage, &fixture) == "el")
    #expect(focus("letter") == "de")
    #expect(focus(nil) == "el")
    fixture.apply(.windowClosed(window))
    fixture.openWindow()
    #expect(focus("letter") == "de")
  }

  @Test("R290 a choice is taken back, for a context or for all")
  func takenBack() {
    var fixture = fixture("en", "de")
    let pristine = fixture.seat
    fixture.apply(.languageChosen("de", context: nil), .languageChosen("de", context: "letter"))
    #expect(fixture.seat.language?.id == "de")
    fixture.apply(.languageChosen(nil, context: nil), .languageChosen(nil, context: "letter"))
    #expect(fixture.seat == pristine)
  }

  @Test("R290 of contexts without end, the ones that were chosen for last are remembered")
  func bounded() {
    var choice = LanguageChoice()
    for number in 0..<1000 { choice.choose("de", in: "context \(number)") }
    choice.choose("en", in: nil)
    let languages = [Language(id: "en"), Language(id: "de")]
    #expect(choice.inputs.count == LanguageChoice.mostRemembered + 1)
    #expect(choice.language(in: "context 999", of: languages)?.id == "de")
    #expect(choice.language(in: "context 0", of: languages)?.id == "en")
  }

  @Test("a language that is no longer configured counts as never chosen")
  func removed() {
    var fixture = fixture("en", "de")
    fixture.apply(.languageChosen("de", context: nil))
    var configuration = fixture.seat.configuration
    configuration.languages.removeLast()
    #expect(fixture.apply(.configured(configuration)).sections == .language)
    #expect(fixture.seat.language?.id == "en")
  }

  @Test("R18 R176 a language has a keyboard of its own height; S2 the change is told with its end frame")
  func height() {
    var fixture = fixture("en", "zh")
    var configuration = fixture.seat.configuration
    configuration.languages[1].landscapeKeyboardHeight = 450
    fixture.apply(.configured(configuration))
    fixture.openWindow(focus: "field")
    fixture.settle()
    let changes = fixture.apply(.performed(.nextLanguage, on: nil))
    #expect(changes.notifications(for: window) == [.willChangeFrame])
    #expect(changes.contains(.softwareKeyboardWanted(SoftwareKeyboardWish(form: .docked, language: "zh"))))
    #expect(fixture.seat.transition?.end.height == 450)
    #expect(fixture.seat.guide(of: window)?.frame.height == 450)
    #expect(fixture.settle().notifications(for: window) == [.didChangeFrame])
  }

  @Test("R289 switching the language changes the bar and a followed guide's sides, with no attach")
  func bar() {
    var fixture = fixture("en", "de", "la")
    var configuration = fixture.seat.configuration
    configuration.languages[1].suggestionsWidth = 800
    configuration.languages[2].suggestionsWidth = 0
    fixture.apply(.configured(configuration), .attached(SeatFixture.keyboard))
    fixture.openWindow(follows: true, focus: "field")
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.bar)
    #expect(fixture.apply(.performed(.nextLanguage, on: nil)).sections == [.keyboard, .language, .bar])
    #expect(fixture.seat.guide(of: window)?.frame.width == 800)
    #expect(fixture.seat.guide(of: window)?.frame.x == 190)
    fixture.apply(.performed(.nextLanguage, on: nil))
    #expect(fixture.seat.keyboard.kind == .none)
    #expect(fixture.seat.guide(of: window)?.frame == SeatFixture.dismissed)
  }
}
