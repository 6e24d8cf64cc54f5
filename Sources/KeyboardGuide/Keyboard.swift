import Geometry

/// Which input surface is on the screen.
public enum KeyboardKind: String, CaseIterable, Sendable {
  /// Nothing is shown.
  case none
  /// A software keyboard at the bottom of the screen.
  case docked
  /// A full-width software keyboard that was moved up.
  case undocked
  /// The same in two halves; for the guide it is one rectangle (R24).
  case split
  /// A small software keyboard anywhere.
  case floating
  /// Text input by camera, which is docked and may be very tall (R19, R20).
  case camera
  /// The shortcut bar of a hardware keyboard, in full size (R39).
  case fullBar
  /// The same as a pill in the leading or trailing corner (R41).
  case collapsedBarLeading, collapsedBarTrailing

  /// Whether it is the shortcut bar, in whatever form.
  var isBar: Bool { self == .fullBar || self == .collapsedBarLeading || self == .collapsedBarTrailing }

  /// Whether the guide of a window rests on the window's bottom for it (appendix B, 2 and 4).
  func isDocked(for style: Window.Style) -> Bool {
    switch self {
    case .docked, .camera, .fullBar: true
    // R42, R43: only on a stage does the pill push anything away.
    case .collapsedBarLeading, .collapsedBarTrailing: style == .stage
    case .none, .undocked, .split, .floating: false
    }
  }
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
  /// A person called the software keyboard, or sent it away.
  case shownByPerson, hiddenByPerson
  /// The policy is another one than `automatic`.
  case policy
}

/// The keyboard at rest: what is shown, where, and why.
public struct Keyboard: Equatable, Sendable {
  public var kind: KeyboardKind
  public var screen: ScreenID
  /// All of it, in the screen's coordinates: keys or bar, and the accessory above them; nil when nothing is shown.
  public var frame: Rectangle?
  /// The owner's accessory view alone (R152); nil without one.
  public var accessory: Rectangle?
  public var reason: KeyboardReason

  public init(
    kind: KeyboardKind, screen: ScreenID = .main, frame: Rectangle?, accessory: Rectangle? = nil,
    reason: KeyboardReason
  ) {
    self.kind = kind
    self.screen = screen
    self.frame = frame
    self.accessory = accessory
    self.reason = reason
  }

  /// Whether it is in the same place and of the same kind, so that nothing moves.
  func isWhere(_ other: Keyboard) -> Bool {
    kind == other.kind && frame == other.frame && (frame == nil || screen == other.screen)
  }
}
