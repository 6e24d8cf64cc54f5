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
  /// The seat's own screen has this name as well; nil: it has none besides `main`.
  case mainScreenNamed(ScreenID?)
  /// A client opened a window, with a text view in focus or none.
  case windowOpened(WindowID, Window, focus: TextView?)
  /// A window has another place, size or setting.
  case windowChanged(WindowID, Window)
  /// The compositor says where a client's window is; nil: it does not, or no more.
  case windowPlaced(WindowID, WindowPlace?)
  /// A client closed its window or went away.
  case windowClosed(WindowID)
  /// A text view took the focus; nil: the window's text view gave it up.
  case focused(window: WindowID, view: TextView?)
  /// The provider of a software keyboard says what it shows; nil: there is no provider any more.
  case softwareKeyboardReported(SoftwareKeyboard?)
  /// Content for the bar of applications that have none; nil: there is none any more.
  case barContentProvided(ProvidedBarContent?)
  /// The shortcut bar is placed elsewhere, or is switched on or off.
  case barChanged(ShortcutBar)
  /// A finger drags the bar, which is a pill under it: its x on the screen; nil: it lets go, and the nearer corner has it.
  case barDragged(x: Double?)
  /// A finger drags a window's content onto the keyboard, to send it away: its y in the window; nil: it lets go.
  case dismissalDragged(window: WindowID, y: Double?)
  /// A language is chosen, in a context or, with nil, where the focus is; no language: the choice is taken back.
  case languageChosen(String?, context: String?)
  /// A person calls the software keyboard or sends it away; nil: the policy decides again.
  case keyboardOverridden(KeyboardOverride?)
  /// Other sizes or motion hold from now on.
  case configured(SeatConfiguration)
  /// The deadline that the seat asked for has come.
  case deadlineReached
}
