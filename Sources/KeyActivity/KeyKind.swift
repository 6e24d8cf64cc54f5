/// What a key is for, as far as it matters for telling who or what pressed it.
///
/// The codes name places of the keyboard, not what a layout makes of them.
public enum KeyKind: Equatable, Sendable {
  /// The places of A to Z.
  case letter
  /// Every other key that a person types with: digits, punctuation, space, enter, editing, F1 to F12, keypad.
  case typing
  /// Shift, which goes with text.
  case shift
  /// Control, Alt, the logo key and Fn: with them a letter is a command, not text.
  case command
  /// Locks, F13 and above, media, power and other firmware keys.
  case other
  /// A button of a mouse, pen or game controller: no key at all.
  case button

  /// The kind of a key code of linux/input-event-codes.h.
  public init(_ code: UInt16) {
    self =
      switch code {
      case 16...25, 30...38, 44...50: .letter
      case 42, 54: .shift
      case 29, 56, 97, 100, 125, 126, 0x1D0: .command
      case 58, 69, 70: .other
      case 1...68, 71...83, 85...96, 98, 101...111, 117, 118, 121, 124: .typing
      case 0x100...0x15F, 0x220...0x223, 0x2C0...0x2FF: .button
      default: .other
      }
  }

  /// Whether a press of it is typing: a letter or another key of the typing block, alone or in a shortcut.
  public var isTyping: Bool { self == .letter || self == .typing }

  /// Whether it is held while other keys are pressed, so that its time says nothing about pace.
  var isModifier: Bool { self == .shift || self == .command }
}
