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
}
