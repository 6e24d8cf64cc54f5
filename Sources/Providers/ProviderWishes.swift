import KeyboardGuide
import KeyguideAPI

/// What a seat wants of its providers now.
public struct ProviderWishes: Equatable, Sendable {
  /// nil: no on-screen keyboard.
  public var keyboard: SoftwareKeyboardWish?
  /// The name of the keyboard's screen, as the compositor has it; nil: nobody has said which there are.
  public var screen: String?
  /// What content for the bar is wanted for; nil: none.
  public var bar: BarContentWish?
  /// nil: no language is configured.
  public var language: String?

  public init(
    keyboard: SoftwareKeyboardWish? = nil, screen: String? = nil, bar: BarContentWish? = nil, language: String? = nil
  ) {
    self.keyboard = keyboard
    self.screen = screen
    self.bar = bar
    self.language = language
  }

  public init(of seat: Seat) {
    keyboard = seat.softwareKeyboardWish
    screen = keyboard.flatMap { seat.providedName(of: $0.screen) }
    bar = seat.barContentWish
    language = seat.language?.id
  }
}

/// Requests of which the newest alone counts.
enum RequestGroup: Int, CaseIterable, Sendable {
  case keyboard, barContent, language

  /// The role whose provider is asked.
  var role: ProviderRole {
    switch self {
    case .keyboard: .softwareKeyboard
    case .barContent: .barContent
    case .language: .language
    }
  }

  /// What is to be asked in this group; nil: nothing.
  func subject(of wishes: ProviderWishes) -> RequestSubject? {
    switch self {
    // Whatever was shown before a provider came is to be away as well.
    case .keyboard: wishes.keyboard.map { .shown($0, screen: wishes.screen) } ?? .hidden
    case .barContent: wishes.bar.map { .barContent($0) }
    case .language: wishes.language.map { .language($0) }
    }
  }
}

/// What a request is about.
enum RequestSubject: Equatable, Sendable {
  case hidden
  case shown(SoftwareKeyboardWish, screen: String?)
  case barContent(BarContentWish)
  case language(String)

  /// The request for this; `former` is what was asked before, and carried out as far as one can tell.
  func request(_ id: Int, after former: RequestSubject?, timeout: Double) -> ProviderRequest {
    switch self {
    case .hidden: return ProviderRequest(id: id, kind: .hide, timeout: timeout)
    case .shown(let wish, let screen):
      var kind = ProviderRequest.Kind.show
      if case .shown(let before, let formerScreen) = former, before.form != wish.form || formerScreen != screen {
        kind = .move
      }
      return ProviderRequest(
        id: id, kind: kind, timeout: timeout, form: .init(rawValue: wish.form.rawValue), language: wish.language,
        screen: screen)
    case .barContent(let wish):
      return ProviderRequest(
        id: id, kind: .barContent, timeout: timeout, language: wish.language, application: wish.application)
    case .language(let language):
      return ProviderRequest(id: id, kind: .language, timeout: timeout, language: language)
    }
  }
}
