/// What a person can do to the shortcut bar and the software keyboard with a key (design, section 5).
public enum KeyAction: String, CaseIterable, Sendable {
  /// The bar becomes a pill in that corner (R41), or full again.
  case collapseBarLeading, collapseBarTrailing, expandBar
  /// The keyboard language, in the order of the configuration (R296).
  case nextLanguage, previousLanguage
  /// The software keyboard is called or sent away; toggling does what is not so now (R297).
  case showKeyboard, hideKeyboard, toggleKeyboard
  /// The form in which the software keyboard is shown.
  case dockKeyboard, undockKeyboard, splitKeyboard, floatKeyboard

  /// The form that the software keyboard takes with it; nil for an action about something else.
  var form: KeyboardKind? {
    switch self {
    case .dockKeyboard: .docked
    case .undockKeyboard: .undocked
    case .splitKeyboard: .split
    case .floatKeyboard: .floating
    default: nil
    }
  }
}
