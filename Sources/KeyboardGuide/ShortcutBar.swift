/// The shortcut bar as the person has placed it, whether or not it is shown.
public struct ShortcutBar: Equatable, Sendable {
  public enum Place: String, CaseIterable, Sendable {
    case full
    /// A pill in a corner (R41).
    case leading, trailing
  }

  public var place = Place.full
  /// Whether shortcuts are on at all (R46).
  public var isEnabled = true
  /// Whether the person wants no buttons of applications, where they allow that (R285).
  public var hidesApplicationItems = false

  public init() {}
}
