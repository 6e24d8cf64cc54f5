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
    wantsSoftwareKeyboard = decision.wish == .softwareKeyboard
    let former = keyboard
    keyboard = shown(decision.wish, decision.reason)
    // R71, R164: under a finger nothing is announced. A window that opens while the keyboard is up takes its place at
    // once: nothing moves (R74, R148).
    if report?.isInteractive == true || keyboard.isWhere(former) { return nil }
    let screen = keyboard.frame == nil ? former.screen : keyboard.screen
    // R174: a movement that is overtaken goes on from where it is.
    let present = transition.flatMap { $0.screen == screen ? $0.frame(at: now) : nil } ?? former.frame
    let begun = Transition(
      screen: screen, begin: present ?? hidden(keyboard.frame, on: screen),
      end: keyboard.frame ?? hidden(former.frame, on: screen), from: former.kind, to: keyboard.kind,
      duration: report?.duration ?? configuration.transitionDuration, curve: configuration.transitionCurve, start: now,
      owner: owner)
    transition = begun
    return begun
  }

  /// The keyboard that shows the wish: what is really on the screen where a provider reports it, else the fallback.
  private func shown(_ wish: PresentationPolicy.Wish, _ reason: KeyboardReason) -> Keyboard {
    let owner = focus.flatMap { index(of: $0.window) }.map { windows[$0].window }
    if let report, report.isVisible {
      return keyboard(report.kind, report.frame, on: report.screen, owner, reason)
    }
    let name = owner?.screen ?? .main
    guard let screen = self.screen(named: name) else {
      return Keyboard(kind: .none, screen: name, frame: nil, reason: reason)
    }
    let fallback = FallbackGeometry(configuration: configuration, screen: screen)
    switch wish {
    // R64, R65: a provider is asked, and until it answers nothing changes.
    case .softwareKeyboard where report == nil:
      return keyboard(.docked, fallback.docked, on: name, owner, reason)
    case .bar:
      if let bar = fallback.bar(bar, isRightToLeft: owner?.isRightToLeft ?? false) {
        return keyboard(bar.kind, bar.frame, on: name, owner, reason)
      }
    case .softwareKeyboard, .nothing: break
    }
    return Keyboard(kind: .none, screen: name, frame: nil, reason: reason)
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
