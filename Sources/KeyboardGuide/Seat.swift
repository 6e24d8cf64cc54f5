import Geometry

/// The keyboard-guide state machine of one seat: inputs in, changes out, a deadline out. It never reads a clock.
///
/// What is shown is a function of the facts (keyboards, windows, focus, configuration), never of the path to them:
/// when everything that was added is gone and at rest, the value equals the one before.
public struct Seat: Equatable, Sendable {
  public private(set) var configuration: SeatConfiguration
  public private(set) var hardware = Hardware()
  public private(set) var focus: Focus?
  /// Whether a person has typed on an active keyboard since the text view took the focus.
  private var hasTyped = false
  /// What is shown once the running transition has ended.
  public private(set) var keyboard: Keyboard
  /// The movement under way, if any.
  public private(set) var transition: Transition?
  private var windows: [WindowID: Window] = [:]

  public init(configuration: SeatConfiguration = SeatConfiguration()) {
    self.configuration = configuration
    hardware.setDetachable(configuration.isDetachable)
    keyboard = PresentationPolicy.keyboard(
      hardware: hardware.facts, hasTextFocus: false, hasTyped: false, configuration: configuration)
  }

  public var screen: Screen { configuration.screen }

  /// When the seat wants `deadlineReached`, or nil while nothing is under way.
  public var deadline: Instant? { transition?.completion }

  /// The guide of one window, or nil when there is no such window.
  public func guide(of window: WindowID) -> Guide? {
    windows[window].map { Guide(of: keyboard, in: $0, on: screen) }
  }

  /// Takes one input and says what it changed, the seat's own change first, then windows by their ids.
  ///
  /// A transition whose time is over is completed first, whatever the input is.
  public mutating func apply(_ input: SeatInput, at now: Instant) -> [SeatChange] {
    let before = self
    var notifications: [WindowID: [KeyboardNotification]] = [:]
    complete(at: now, &notifications)
    update(with: input)
    if focus != before.focus || !hardware.facts.isActive { hasTyped = false }
    let previousOwner = before.focus?.window
    moveKeyboard(owner: focus?.window ?? previousOwner, at: now, &notifications)
    return changes(since: before, notifications)
  }

  // MARK: Facts

  private mutating func update(with input: SeatInput) {
    switch input {
    case .deviceChanged(let id, let device): hardware.update(id, to: device)
    case .modifiersHeld(let modifiers, let id): hardware.hold(modifiers, on: id)
    case .typed(let id): if focus != nil, hardware.isActive(id) { hasTyped = true }
    case .externalKeyboardsIgnored(let ignores): hardware.ignoreExternalKeyboards(ignores)
    case .windowOpened(let id, let follows, let view):
      guard windows[id] == nil else { return }
      windows[id] = Window(followsUndockedKeyboard: follows)
      if let view { focus = Focus(window: id, view: view) }
    case .windowClosed(let id):
      windows[id] = nil
      if focus?.window == id { focus = nil }
    case .focused(let id, let view?):
      if windows[id] != nil { focus = Focus(window: id, view: view) }
    case .focused(let id, nil):
      if focus?.window == id { focus = nil }
    case .configured(let configuration):
      self.configuration = configuration
      hardware.setDetachable(configuration.isDetachable)
    case .deadlineReached: break
    }
  }

  // MARK: Motion

  /// Ends the running transition when its time is over: one did for its will (R138).
  private mutating func complete(at now: Instant, _ notifications: inout [WindowID: [KeyboardNotification]]) {
    guard let ended = transition, ended.completion <= now else { return }
    for (id, window) in windows where window.awaitsCompletion {
      notifications[id, default: []] += ended.conclusion
      windows[id]?.awaitsCompletion = false
    }
    transition = nil
  }

  /// Shows what the facts call for, and announces the movement to every window; the newest movement wins (R174).
  private mutating func moveKeyboard(
    owner: WindowID?, at now: Instant, _ notifications: inout [WindowID: [KeyboardNotification]]
  ) {
    let wanted = PresentationPolicy.keyboard(
      hardware: hardware.facts, hasTextFocus: focus != nil, hasTyped: hasTyped, configuration: configuration)
    let former = keyboard
    keyboard = wanted
    // A window opened while the keyboard is up takes its place at once: nothing moves (R74, R148).
    guard wanted.frame != former.frame else { return }
    let announced = Transition(
      begin: former.frame ?? hidden(wanted.frame), end: wanted.frame ?? hidden(former.frame),
      direction: wanted.frame == nil ? .hide : .show,
      duration: configuration.transitionDuration, curve: configuration.transitionCurve, start: now, owner: owner)
    transition = announced
    for id in windows.keys {
      notifications[id, default: []] += announced.announcement
      windows[id]?.awaitsCompletion = true
    }
    complete(at: now, &notifications)
  }

  /// Where a keyboard of the given frame waits before it is shown: just below the screen.
  private func hidden(_ frame: Rectangle?) -> Rectangle {
    let shape = frame ?? screen.bounds
    return Rectangle(x: shape.x, y: screen.bounds.maxY, width: shape.width, height: shape.height)
  }

  // MARK: Changes

  private func changes(
    since before: Seat, _ notifications: [WindowID: [KeyboardNotification]]
  ) -> [SeatChange] {
    var sections = SeatSections()
    let (facts, former) = (hardware.facts, before.hardware.facts)
    if facts != former { sections.insert(.hardware) }
    if facts.tabletMode != former.tabletMode { sections.insert(.tabletMode) }
    if keyboard != before.keyboard { sections.insert(.keyboard) }
    if (focus == nil) != (before.focus == nil) { sections.insert(.focus) }
    if screen != before.screen { sections.insert(.screen) }
    var changes: [SeatChange] = sections.isEmpty ? [] : [.seat(sections)]
    for id in windows.keys.sorted() {
      let news = notifications[id] ?? []
      if !news.isEmpty || guide(of: id) != before.guide(of: id) {
        changes.append(.window(id, notifications: news))
      }
    }
    return changes
  }
}
