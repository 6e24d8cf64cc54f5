import Geometry

extension Seat {
  /// The running transition, if its time is over; it is under way no more (R138: one did for its will).
  mutating func takeCompletedTransition(at now: Instant) -> Transition? {
    guard let running = transition, running.completion <= now else { return nil }
    transition = nil
    return running
  }

  /// Shows what the facts call for, and says which movement that begins; the newest movement wins.
  mutating func moveKeyboard(owner: WindowID?, at now: Instant) -> Transition? {
    let decision = PresentationPolicy(
      hardware: hardware.facts, hasTextFocus: focus != nil, hasTyped: hasTyped, override: override,
      policy: configuration.policy
    ).decision
    softwareKeyboardWish =
      decision.wish == .softwareKeyboard
      ? SoftwareKeyboardWish(form: form, language: language?.id, screen: focusedWindow?.screen ?? .main) : nil
    let former = keyboard
    (keyboard, barLayout) = shown(decision.wish, decision.reason)
    endDragOfWhatIsGone()
    // R71, R164: under a finger nothing is announced. A window that opens while the keyboard is up takes its place at
    // once: nothing moves (R74, R148).
    let current = Announced(keyboard)
    if isUnderFinger || (keyboard.isWhere(former) && current == announced) { return nil }
    let begun = movement(from: former, owner, at: now)
    transition = begun
    announced = current
    return begun
  }

  /// Whether a finger moves what is shown.
  private var isUnderFinger: Bool {
    // The bar is the seat's own, whatever a provider says of its keyboard, and whatever a finger does to that.
    if keyboard.kind.isBar { return drag != nil }
    return report?.isInteractive ?? (drag != nil)
  }

  /// The movement from where the keyboard is to where it is to be now.
  private func movement(from former: Keyboard, _ owner: WindowID?, at now: Instant) -> Transition {
    let isLeaving = keyboard.frame == nil
    let screen = isLeaving ? former.screen : keyboard.screen
    let departed = !isLeaving && announced.kind != .none && announced.screen != screen ? announced.screen : nil
    // R174: a movement that is overtaken goes on from where it is.
    func present(on screen: ScreenID) -> Rectangle? {
      if let transition, transition.screen == screen { return transition.frame(at: now) }
      return former.screen == screen ? former.frame : nil
    }
    // What a provider says of its keyboard's motion says nothing of the bar's.
    let isOfBar = keyboard.kind.isBar || (isLeaving && announced.kind.isBar)
    let duration = isOfBar ? nil : report?.duration
    return Transition(
      screen: screen, begin: present(on: screen) ?? hidden(keyboard.frame, on: screen),
      end: keyboard.frame ?? hidden(former.frame, on: screen), from: announced.kind, to: keyboard.kind,
      duration: duration ?? configuration.transitionDuration, curve: configuration.transitionCurve, start: now,
      owner: owner,
      departure: departed.map { screen in
        let begin = present(on: screen) ?? hidden(former.frame, on: screen)
        return Transition.Departure(screen: screen, begin: begin, end: hidden(begin, on: screen))
      })
  }

  /// A finger holds nothing that is not there any more.
  private mutating func endDragOfWhatIsGone() {
    switch drag?.object {
    case .bar where !keyboard.kind.isBar: drag = nil
    case .dismissal(let window, _) where softwareKeyboardWish == nil || !canDismiss(in: window): drag = nil
    case .bar, .dismissal, nil: break
    }
  }

  var focusedWindow: Window? { focus.flatMap { index(of: $0.window) }.map { windows[$0].window } }

  /// The keyboard that shows the wish: what is really on the screen where a provider reports it, else the fallback.
  private func shown(_ wish: PresentationPolicy.Wish, _ reason: KeyboardReason) -> (Keyboard, BarLayout?) {
    if let keyboard = reportedKeyboard(reason) { return (keyboard, nil) }
    let name = focusedWindow?.screen ?? .main
    let nothing = Keyboard(kind: .none, screen: name, frame: nil, reason: reason)
    switch wish {
    // R64, R65: a provider is asked, and until it answers nothing changes.
    case .softwareKeyboard where report == nil:
      guard var keyboard = restingSoftwareKeyboard(reason) else { return (nothing, nil) }
      if case .dismissal(let window, let y) = drag?.object, let resting = keyboard.frame, keyboard.kind == .docked {
        // R71: the accessory goes along.
        let way = top(of: resting, draggedTo: y, in: window) - resting.minY
        keyboard.frame?.y += way
        keyboard.accessory?.y += way
      }
      return (keyboard, nil)
    case .bar: return shownBar(on: name, reason) ?? (nothing, nil)
    case .softwareKeyboard, .nothing: return (nothing, nil)
    }
  }

  /// What a provider says that it shows; nil: nothing, or there is no provider.
  private func reportedKeyboard(_ reason: KeyboardReason) -> Keyboard? {
    guard let report, report.isVisible, let frame = report.frame ?? presumedFrame(of: report) else { return nil }
    // R144: a docked keyboard that has been moved off its screen is none; a floating one may be parked there (R26).
    if report.kind == .docked || report.kind == .camera, let screen = screen(named: report.screen),
      screen.bounds.intersection(frame) == nil
    {
      return nil
    }
    return keyboard(report.kind, frame, on: report.screen, focusedWindow, reason)
  }

  /// Where a keyboard is of which the provider knows no more than that it is shown: a docked one takes room from windows,
  /// if anybody tells of that, and until it has, it is not there yet.
  private func presumedFrame(of report: SoftwareKeyboard) -> Rectangle? {
    guard let screen = screen(named: report.screen) else { return nil }
    if report.kind == .docked, screen.coveredBottom != nil { return screen.coveredStrip }
    let form = report.kind == .camera ? KeyboardKind.docked : report.kind
    return FallbackGeometry(configuration: configuration, screen: screen).softwareKeyboard(form, language)
  }

  /// Where the software keyboard is once nothing moves it; nil when there is none, or no screen for it.
  func restingSoftwareKeyboard(_ reason: KeyboardReason) -> Keyboard? {
    if report != nil { return reportedKeyboard(reason) }
    let name = focusedWindow?.screen ?? .main
    guard let screen = screen(named: name) else { return nil }
    let geometry = FallbackGeometry(configuration: configuration, screen: screen)
    return keyboard(form, geometry.softwareKeyboard(form, language), on: name, focusedWindow, reason)
  }

  /// The shortcut bar, in full or as a pill; nil where it is off, or has nothing to show (R46, R287).
  private func shownBar(on name: ScreenID, _ reason: KeyboardReason) -> (Keyboard, BarLayout?)? {
    guard bar.isEnabled, let screen = screen(named: name) else { return nil }
    let owner = focusedWindow
    let isRightToLeft = owner?.isRightToLeft ?? false
    let content = barContent
    let hides = bar.hidesApplicationItems && content?.allowsHiding != false
    let layout = BarLayout(
      hides ? nil : content, configuration: configuration, language: language, available: screen.width,
      isRightToLeft: isRightToLeft)
    guard let layout else { return nil }
    let geometry = FallbackGeometry(configuration: configuration, screen: screen)
    func pill(_ isLeading: Bool, _ frame: Rectangle) -> (Keyboard, BarLayout?) {
      (keyboard(isLeading ? .collapsedBarLeading : .collapsedBarTrailing, frame, on: name, owner, reason), nil)
    }
    if case .bar(let x) = drag?.object { return pill(isLeading(x), geometry.pill(around: x)) }
    switch bar.place {
    case .full: return (keyboard(.fullBar, geometry.fullBar(width: layout.width), on: name, owner, reason), layout)
    case .leading: return pill(true, geometry.pill(atLeft: !isRightToLeft))
    case .trailing: return pill(false, geometry.pill(atLeft: isRightToLeft))
    }
  }

  /// What the window with the focus has in the bar; where it has nothing, what is provided for it.
  private var barContent: BarContent? {
    guard let own = focusedWindow?.barContent else { return nil }
    guard own.leading.isEmpty, own.trailing.isEmpty, let providedBarContent,
      barContentWish.map(providedBarContent.isMeant) == true
    else { return own }
    return providedBarContent.content
  }

  /// A keyboard with its owner's accessory on top of it (R152); a floating one and a pill carry none.
  private func keyboard(
    _ kind: KeyboardKind, _ frame: Rectangle, on screen: ScreenID, _ owner: Window?, _ reason: KeyboardReason
  ) -> Keyboard {
    let height = owner.map { $0.screen == screen ? $0.accessoryHeight : 0 } ?? 0
    guard height > 0, ![.floating, .collapsedBarLeading, .collapsedBarTrailing].contains(kind) else {
      return Keyboard(kind: kind, screen: screen, frame: frame, reason: reason)
    }
    let accessory = Rectangle(x: frame.x, y: frame.y - height, width: frame.width, height: height)
    return Keyboard(kind: kind, screen: screen, frame: frame.union(accessory), accessory: accessory, reason: reason)
  }

  /// Where a keyboard of the given frame waits before it is shown: just below the screen.
  private func hidden(_ frame: Rectangle?, on name: ScreenID) -> Rectangle {
    let screen = screen(named: name) ?? self.screen
    let shape = frame ?? screen.bounds
    return Rectangle(x: shape.x, y: screen.bounds.maxY, width: shape.width, height: shape.height)
  }

  func screen(named id: ScreenID) -> Screen? { id == .main ? screen : screens[id] }
}

/// What windows were told of the keyboard last.
struct Announced: Equatable, Sendable {
  var kind = KeyboardKind.none
  var screen = ScreenID.main

  init() {}

  /// Where nothing is shown no screen matters.
  init(_ keyboard: Keyboard) {
    kind = keyboard.kind
    if kind != .none { screen = keyboard.screen }
  }
}
