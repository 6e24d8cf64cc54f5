import Geometry

/// The keyboard-guide state machine of one seat: inputs in, changes out, a deadline out. It never reads a clock.
///
/// What is shown is a function of the facts (devices, screens, windows, focus, reports, configuration), never of the
/// path to them: when everything that was added is gone and at rest, the value equals the one before.
public struct Seat: Equatable, Sendable {
  public internal(set) var configuration: SeatConfiguration
  public internal(set) var hardware = Hardware()
  public internal(set) var focus: Focus?
  public internal(set) var bar = ShortcutBar()
  public internal(set) var override: KeyboardOverride?
  /// What the provider of a software keyboard has reported last; nil without a provider.
  public internal(set) var report: SoftwareKeyboard?
  /// What is shown once the running transition has ended, or where a finger holds it.
  public internal(set) var keyboard: Keyboard
  /// The form that the person has chosen for the software keyboard: `docked`, `undocked`, `split` or `floating`.
  public internal(set) var form = KeyboardKind.docked
  /// What the provider of a software keyboard is to show; nil: nothing. It is told when that changes.
  public internal(set) var softwareKeyboardWish: SoftwareKeyboardWish?
  /// The full shortcut bar's buttons, while it is shown.
  public internal(set) var barLayout: BarLayout?
  public internal(set) var shortcutOverlay = ShortcutOverlay()
  /// The movement under way, if any.
  public internal(set) var transition: Transition?
  /// What windows were told of last; under a finger that is not what is shown.
  var announced = Announced()
  var drag: Drag?
  var languageChoice = LanguageChoice()
  /// Whether a person has typed on an active keyboard since the text view took the focus.
  var hasTyped = false
  /// The screens that were reported; the configuration's own is always there besides.
  var screens: [ScreenID: Screen] = [:]
  /// Another name of the seat's own screen, as the compositor has it.
  public internal(set) var mainScreenName: ScreenID?
  /// What the bar has for applications that have nothing of their own.
  var providedBarContent: ProvidedBarContent?
  /// In the order of their ids.
  var windows: [WindowState] = []

  public init(configuration: SeatConfiguration = SeatConfiguration()) {
    self.configuration = configuration
    hardware.setDetachable(configuration.isDetachable)
    keyboard = Keyboard(kind: .none, frame: nil, reason: .noTextFocus)
  }

  /// The screen that is meant when none is named.
  public var screen: Screen { screens[.main] ?? configuration.screen }

  /// When the seat wants `deadlineReached`, or nil while nothing is under way.
  public var deadline: Instant? {
    [transition?.completion, shortcutOverlay.due, drag?.expiry].compactMap { $0 }.min()
  }

  /// The keyboard language now; nil where none is configured.
  public var language: Language? {
    languageChoice.language(in: focus?.view.context, of: configuration.languages)
  }

  /// What content for the bar is wanted for; nil: no text view has the focus.
  public var barContentWish: BarContentWish? {
    focusedWindow.map { BarContentWish(application: $0.application, language: language?.id) }
  }

  /// The name by which clients are told of a screen.
  public func publishedName(of screen: ScreenID) -> String {
    providedName(of: screen) ?? screen.rawValue
  }

  /// The name that a compositor has for a screen; nil where none has named the seat's own.
  public func providedName(of screen: ScreenID) -> String? {
    screen == .main ? mainScreenName?.rawValue : screen.rawValue
  }

  /// The guide of one window, or nil when there is no such window.
  public func guide(of id: WindowID) -> Guide? { index(of: id).map { windows[$0].guide } }

  /// Takes one input and says what it changed: the seat's own change first, then the wish for a software keyboard, then
  /// windows by their ids.
  ///
  /// A transition whose time is over is completed first, whatever the input is.
  public mutating func apply(_ input: SeatInput, at now: Instant) -> [SeatChange] {
    apply(CollectionOfOne(input), at: now)
  }

  /// Takes inputs that came together, as one: what they change is told once.
  public mutating func apply(_ inputs: some Collection<SeatInput>, at now: Instant) -> [SeatChange] {
    let former = PublishedState(self)
    let completed = takeCompletedTransition(at: now)
    for input in inputs { update(with: input, at: now) }
    if let drag, drag.expiry <= now { endDrag() }
    let announced = moveKeyboard(owner: focus?.window ?? former.owner, at: now)
    updateShortcutOverlay(after: inputs, at: now)

    let current = PublishedState(self)
    let sections = current.sections(differingFrom: former)
    var changes: [SeatChange] = sections.isEmpty ? [] : [.seat(sections)]
    if current.wish != former.wish { changes.append(.softwareKeyboardWanted(current.wish)) }
    tellWindows(completed, announced, hasMoved: current.keyboard != former.keyboard, &changes)
    return changes
  }

  // MARK: Facts

  private mutating func update(with input: SeatInput, at now: Instant) {
    let formerFocus = focus
    switch input {
    case .deviceChanged(let id, let device): hardware.update(id, to: device)
    case .modifiersHeld(let modifiers, let id): hardware.hold(modifiers, on: id)
    case .typed(let id): if focus != nil, hardware.isActive(id) { hasTyped = true }
    case .externalKeyboardsIgnored(let ignores): hardware.ignoreExternalKeyboards(ignores)
    case .screenChanged(let id, let screen):
      screens[id] = screen
      placeWindows()
    case .mainScreenNamed(let name):
      mainScreenName = name
      placeWindows()
    case .windowPlaced(let id, let windowPlace): place(id, at: windowPlace)
    case .windowOpened(let id, let window, let view):
      guard open(id, window) else { return }
      if let view { focus = Focus(window: id, view: view) }
    case .windowChanged(let id, let window): change(id, window)
    case .windowClosed(let id):
      close(id)
      if focus?.window == id { focus = nil }
    case .focused(let id, let view?):
      guard index(of: id) != nil else { break }
      focus = Focus(window: id, view: view)
      // Whoever taps a text view, even the same one again, wants to type there.
      if override == .hidden { override = nil }
    case .focused(let id, nil):
      if focus?.window == id { focus = nil }
    case .softwareKeyboardReported(let report): self.report = report?.sanitized
    case .barContentProvided(let content): providedBarContent = content
    case .barChanged(let bar): self.bar = bar
    case .barDragged(let x): dragBar(x, at: now)
    case .dismissalDragged(let id, let y): dragForDismissal(in: id, y, at: now)
    case .performed(let action, let device): perform(action, on: device)
    case .languageChosen(let language, let context?): languageChoice.remember(language, in: context)
    case .languageChosen(let language, nil): languageChoice.choose(language, in: focus?.view.context)
    case .keyboardOverridden(let override): overrideKeyboard(override)
    case .configured(let configuration):
      self.configuration = configuration
      hardware.setDetachable(configuration.isDetachable)
      placeWindows()
    case .deadlineReached: break
    }
    if focus != formerFocus || !hardware.facts.isActive { hasTyped = false }
    if focus == nil { override = nil }
  }
}
