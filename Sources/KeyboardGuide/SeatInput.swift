/// Everything that can happen to a seat.
public enum SeatInput: Equatable, Sendable {
  /// A physical device appeared, or something of it changed; nil: it went away.
  case deviceChanged(DeviceID, AttachedDevice?)
  /// These modifiers, and no others, are held on the device now.
  case modifiersHeld(Modifiers, on: DeviceID)
  /// A person pressed a key that types, on a device whose keys may be read; which key is not told.
  case typed(on: DeviceID)
  /// The person wants external keyboards not to count, or to count again.
  case externalKeyboardsIgnored(Bool)
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
