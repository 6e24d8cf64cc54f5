import Geometry

// What a person does to the bar and the keyboard, by a key, a finger or a call.
extension Seat {
  /// Does what a key stands for. A key of a keyboard that cannot be typed on was not pressed by a person.
  mutating func perform(_ action: KeyAction, on device: DeviceID?) {
    if let device, hardware.inactivity(of: device) != nil { return }
    switch action {
    case .collapseBarLeading: bar.place = .leading
    case .collapseBarTrailing: bar.place = .trailing
    case .expandBar: bar.place = .full
    case .nextLanguage: chooseLanguage(1)
    case .previousLanguage: chooseLanguage(-1)
    case .showKeyboard: overrideKeyboard(.shown)
    case .hideKeyboard: overrideKeyboard(.hidden)
    // R297: it is the keyboard that is called or sent away, whatever is shown instead of it.
    case .toggleKeyboard: overrideKeyboard(softwareKeyboardWish == nil ? .shown : .hidden)
    case .dockKeyboard, .undockKeyboard, .splitKeyboard, .floatKeyboard: form = action.form ?? form
    }
  }

  /// It holds while a text view has the focus.
  mutating func overrideKeyboard(_ override: KeyboardOverride?) {
    if focus != nil { self.override = override }
  }

  /// R296: the languages follow each other in a ring.
  private mutating func chooseLanguage(_ step: Int) {
    let languages = configuration.languages
    guard let index = languages.firstIndex(where: { $0.id == language?.id }) else { return }
    let next = languages[(index + step + languages.count) % languages.count]
    languageChoice.choose(next.id, in: focus?.view.context)
  }

  /// R292: an action by key is not what the modifier is held for.
  mutating func updateShortcutOverlay(after inputs: some Collection<SeatInput>, at now: Instant) {
    let hasActed = inputs.contains { if case .performed(_, on: .some) = $0 { true } else { false } }
    shortcutOverlay.update(
      held: hardware.facts.modifiers, trigger: configuration.overlayModifiers, delay: configuration.overlayDelay,
      restarts: hasActed, at: now)
  }

  // MARK: Fingers

  mutating func dragBar(_ x: Double?, at now: Instant) {
    if let x {
      if x.isFinite, keyboard.kind.isBar { drag = drag(.bar(x: x), at: now) }
    } else if case .bar = drag?.object {
      endDrag()
    }
  }

  mutating func dragForDismissal(in window: WindowID, _ y: Double?, at now: Instant) {
    if let y {
      guard y.isFinite, softwareKeyboardWish != nil, canDismiss(in: window) else { return }
      drag = drag(.dismissal(window: window, y: y), at: now)
    } else if case .dismissal(window, _) = drag?.object {
      endDrag()
    }
  }

  /// Whether a finger in the window can reach the keyboard: one that is docked, below the window with the focus.
  func canDismiss(in window: WindowID) -> Bool {
    focus?.window == window && (keyboard.kind == .docked || keyboard.kind == .camera)
      && focusedWindow?.screen == keyboard.screen
  }

  private func drag(_ object: Drag.Object, at now: Instant) -> Drag {
    Drag(object: object, expiry: now.advanced(bySeconds: configuration.dragTimeout))
  }

  /// The finger has let go.
  mutating func endDrag() {
    let object = drag?.object
    drag = nil
    switch object {
    // R41, R45: dropped, the bar is a pill in the corner that is nearer.
    case .bar(let x): bar.place = isLeading(x) ? .leading : .trailing
    // R71: the keyboard goes away if less than half of it is left, else it comes back.
    case .dismissal(let window, let y):
      guard let resting = restingSoftwareKeyboard(.noTextFocus)?.frame else { return }
      if top(of: resting, draggedTo: y, in: window) - resting.minY > resting.height / 2 { overrideKeyboard(.hidden) }
    case nil: break
    }
  }

  /// Whether a place on the keyboard's screen is on the side where text begins.
  func isLeading(_ x: Double) -> Bool {
    let screen = screen(named: keyboard.screen) ?? self.screen
    return (x < screen.width / 2) != (focusedWindow?.isRightToLeft ?? false)
  }

  /// Where a finger holds the top of a keyboard that rests at the frame.
  ///
  /// R35: the padding's lower edge is at the keyboard's top, and the finger at its upper one. R72: a keyboard is never
  /// pulled above its place.
  func top(of resting: Rectangle, draggedTo y: Double, in window: WindowID) -> Double {
    guard let state = index(of: window).map({ windows[$0] }), let geometry = state.geometry,
      let screen = screen(named: geometry.screen)
    else { return resting.minY }
    let finger = geometry.frame.minY + y + max(0, state.window.keyboardDismissPadding)
    return min(max(resting.minY, finger), screen.height)
  }
}
