import Geometry

/// Which input surface is on the screen.
public enum KeyboardKind: String, CaseIterable, Sendable {
  /// Nothing is shown.
  case none
  /// A software keyboard at the bottom of the screen.
  case docked
  /// The shortcut bar of a hardware keyboard, in full size (R39).
  case fullBar
}

/// Why the keyboard is what it is; a person who wonders reads this first.
public enum KeyboardReason: String, CaseIterable, Sendable {
  /// No text view has the focus.
  case noTextFocus
  /// A text view has the focus and no hardware keyboard is attached.
  case noHardwareKeyboard
  /// A text view has the focus and a hardware keyboard can be typed on.
  case hardwareKeyboard
  /// A hardware keyboard is attached, but tablet mode, a lid, its link or an inhibition is in the way.
  case hardwareKeyboardInactive
  /// An external keyboard is attached, but the person wants it not to count.
  case externalKeyboardsIgnored
  /// An external keyboard does not count, but has been typed on since the text view took the focus.
  case hardwareKeyboardUsed
}

/// The keyboard at rest: what is shown, where, and why.
public struct Keyboard: Equatable, Sendable {
  public var kind: KeyboardKind
  /// On the screen; nil when nothing is shown.
  public var frame: Rectangle?
  public var reason: KeyboardReason

  public init(kind: KeyboardKind, frame: Rectangle?, reason: KeyboardReason) {
    self.kind = kind
    self.frame = frame
    self.reason = reason
  }
}
