/// Everything that can happen to a seat.
public enum SeatInput: Equatable, Sendable {
  /// A device group that a person types on appeared.
  case keyboardAttached(KeyboardID)
  /// The last node of such a group went away.
  case keyboardDetached(KeyboardID)
  /// These modifiers, and no others, are held on the keyboard now.
  case modifiersHeld(Modifiers, on: KeyboardID)
  /// A client opened a full-screen window, with a text view in focus or none.
  case windowOpened(WindowID, followsUndockedKeyboard: Bool, focus: String?)
  /// A client closed its window or went away.
  case windowClosed(WindowID)
  /// A text view took the focus; nil: the window's text view gave it up.
  case focused(window: WindowID, view: String?)
  /// Other sizes or motion hold from now on.
  case configured(SeatConfiguration)
  /// The deadline that the seat asked for has come.
  case deadlineReached
}
