/// Everything that can happen to a seat.
public enum SeatInput: Equatable, Sendable {
  /// A physical device appeared, or something of it changed; nil: it went away.
  case deviceChanged(DeviceID, AttachedDevice?)
  /// These modifiers, and no others, are held on the device now.
  case modifiersHeld(Modifiers, on: DeviceID)
  /// A person pressed a key that types, on a device whose keys may be read; which key is not told.
  case typed(on: DeviceID)
  /// A person did something by a key of that device, or by a call; nil: by a call.
  case performed(KeyAction, on: DeviceID?)
  /// The person wants external keyboards not to count, or to count again.
  case externalKeyboardsIgnored(Bool)
  /// A screen appeared or has another size; nil: it went away, and its windows with it in all but name.
  case screenChanged(ScreenID, Screen?)
  /// A client opened a window, with a text view in focus or none.
  case windowOpened(WindowID, Window, focus: String?)
  /// A window has another place, size or setting.
  case windowChanged(WindowID, Window)
  /// A client closed its window or went away.
  case windowClosed(WindowID)
  /// A text view took the focus; nil: the window's text view gave it up.
  case focused(window: WindowID, view: String?)
  /// The provider of a software keyboard says what it shows; nil: there is no provider any more.
  case softwareKeyboardReported(SoftwareKeyboard?)
  /// The shortcut bar is placed elsewhere, is switched on or off, or has other content.
  case barChanged(ShortcutBar)
  /// A person calls the software keyboard or sends it away; nil: the policy decides again.
  case keyboardOverridden(KeyboardOverride?)
  /// Other sizes or motion hold from now on.
  case configured(SeatConfiguration)
  /// The deadline that the seat asked for has come.
  case deadlineReached
}
