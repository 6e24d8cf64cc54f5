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
  /// Whether the software keyboard is to be shown; its provider is told when that changes.
  public internal(set) var wantsSoftwareKeyboard = false
  /// The movement under way, if any.
  public internal(set) var transition: Transition?
  /// Whether a person has typed on an active keyboard since the text view took the focus.
  var hasTyped = false
  /// The screens that were reported; the configuration's own is always there besides.
  var screens: [ScreenID: Screen] = [:]
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
  public var deadline: Instant? { transition?.completion }

  /// The guide of one window, or nil when there is no such window.
  public func guide(of id: WindowID) -> Guide? { index(of: id).map { windows[$0].guide } }

  /// Takes one input and says what it changed: the seat's own change first, then the wish for a software keyboard, then
  /// windows by their ids.
  ///
  /// A transition whose time is over is completed first, whatever the input is.
  public mutating func apply(_ input: SeatInput, at now: Instant) -> [SeatChange] {
    let former = (
      facts: hardware.facts, keyboard: keyboard, hasFocus: focus != nil, screen: screen, wish: wantsSoftwareKeyboard,
      owner: focus?.window, bar: bar
    )
    let completed = takeCompletedTransition(at: now)
    update(with: input)
    let announced = moveKeyboard(owner: focus?.window ?? former.owner, at: now)

    var sections = SeatSections()
    if hardware.facts != former.facts { sections.insert(.hardware) }
    if hardware.facts.tabletMode != former.facts.tabletMode { sections.insert(.tabletMode) }
    if keyboard != former.keyboard { sections.insert(.keyboard) }
    if (focus != nil) != former.hasFocus { sections.insert(.focus) }
    if screen != former.screen { sections.insert(.screen) }
    if bar.place != former.bar.place || bar.isEnabled != former.bar.isEnabled { sections.insert(.bar) }
    var changes: [SeatChange] = sections.isEmpty ? [] : [.seat(sections)]
    if wantsSoftwareKeyboard != former.wish { changes.append(.softwareKeyboardWanted(wantsSoftwareKeyboard)) }
    tellWindows(completed, announced, hasMoved: keyboard != former.keyboard, &changes)
    return changes
  }

  // MARK: Facts

  private mutating func update(with input: SeatInput) {
    let formerFocus = focus
    switch input {
    case .deviceChanged(let id, let device): hardware.update(id, to: device)
    case .modifiersHeld(let modifiers, let id): hardware.hold(modifiers, on: id)
    case .typed(let id): if focus != nil, hardware.isActive(id) { hasTyped = true }
    case .externalKeyboardsIgnored(let ignores): hardware.ignoreExternalKeyboards(ignores)
    case .screenChanged(let id, let screen):
      screens[id] = screen
      placeWindows()
    case .windowOpened(let id, let window, let view):
      guard open(id, window) else { return }
      if let view { focus = Focus(window: id, view: view) }
    case .windowChanged(let id, let window): change(id, window)
    case .windowClosed(let id):
      close(id)
      if focus?.window == id { focus = nil }
    case .focused(let id, let view?):
      if index(of: id) != nil { focus = Focus(window: id, view: view) }
    case .focused(let id, nil):
      if focus?.window == id { focus = nil }
    case .softwareKeyboardReported(let report): self.report = report?.sanitized
    case .barChanged(let bar): self.bar = bar
    case .keyboardOverridden(let override): if focus != nil { self.override = override }
    case .configured(let configuration):
      self.configuration = configuration
      hardware.setDetachable(configuration.isDetachable)
      placeWindows()
    case .performed, .deadlineReached: break
    }
    if focus != formerFocus || !hardware.facts.isActive { hasTyped = false }
    if focus == nil { override = nil }
  }
}
