/// The modifier keys that make a shortcut, held on some hardware keyboard of the seat.
///
/// Shift, AltGr and the locks are left out on purpose: they are part of typing text, and when they go down tells
/// something about what is typed (design, section 5).
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let control = Modifiers(rawValue: 1)
  /// The left Alt key only; the right one types characters in most layouts.
  public static let alt = Modifiers(rawValue: 2)
  /// The key with the window, command or diamond sign, also called Super.
  public static let meta = Modifiers(rawValue: 4)
}
