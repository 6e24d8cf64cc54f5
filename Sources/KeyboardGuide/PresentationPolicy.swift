import Geometry

/// When the software keyboard is to be shown (design, section 6).
public enum KeyboardPolicy: String, CaseIterable, Sendable {
  /// When a text view has the focus and no hardware keyboard counts.
  case automatic
  /// Whenever a text view has the focus.
  case always
  /// Never; with a hardware keyboard the bar, else nothing.
  case never
  /// Never, and the bar whether or not a hardware keyboard is there.
  case barOnly
}

/// What a person said about the software keyboard; it holds while a text view has the focus.
public enum KeyboardOverride: String, CaseIterable, Sendable {
  case shown, hidden
}

/// Decides what is to be shown from the facts alone.
struct PresentationPolicy {
  /// What the facts call for.
  enum Wish: Equatable {
    case nothing, softwareKeyboard, bar
  }

  var hardware: HardwareFacts
  var hasTextFocus: Bool
  /// Whether a person has typed on a hardware keyboard since the text view took the focus.
  var hasTyped: Bool
  var override: KeyboardOverride?
  var policy: KeyboardPolicy

  /// What is to be shown, and why.
  var decision: (wish: Wish, reason: KeyboardReason) {
    guard hasTextFocus else { return (.nothing, .noTextFocus) }
    switch override {
    // R277, R297: the person may call the keyboard back, or send it away, whatever else is so.
    case .shown: return (.softwareKeyboard, .shownByPerson)
    case .hidden: return (counts ? .bar : .nothing, .hiddenByPerson)
    case nil: break
    }
    switch policy {
    case .automatic: return counts ? (.bar, reason) : (.softwareKeyboard, reason)
    case .always: return (.softwareKeyboard, .policy)
    case .never: return (counts ? .bar : .nothing, .policy)
    case .barOnly: return (.bar, .policy)
    }
  }

  /// R275, R276: with a hardware keyboard the bar takes the software keyboard's place, and gives it back. R277: one that
  /// is attached but cannot be used, or is not to count, hides nothing.
  private var counts: Bool { hardware.counts || hasTyped }

  private var reason: KeyboardReason {
    if hardware.counts { return .hardwareKeyboard }
    if hasTyped { return .hardwareKeyboardUsed }
    guard hardware.isPresent else { return .noHardwareKeyboard }
    return hardware.isActive ? .externalKeyboardsIgnored : .hardwareKeyboardInactive
  }
}
