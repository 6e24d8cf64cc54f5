/// What one input changed; the new values are read from the seat.
public enum SeatChange: Equatable, Sendable {
  /// Parts of the seat's published state, at most one such change for an input.
  case seat(SeatSections)
  /// What the provider is to show; nil: nothing. The newest wish is the one that holds (R68).
  case softwareKeyboardWanted(SoftwareKeyboardWish?)
  /// One window's guide, or what it is to be told; at most one such change for a window and an input.
  case window(WindowID, notifications: [KeyboardNotification])
}

/// The parts of a seat's published state.
public struct SeatSections: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public static let hardware = SeatSections(rawValue: 1)
  public static let keyboard = SeatSections(rawValue: 2)
  public static let focus = SeatSections(rawValue: 4)
  public static let screen = SeatSections(rawValue: 8)
  public static let tabletMode = SeatSections(rawValue: 16)
  public static let bar = SeatSections(rawValue: 32)
  public static let language = SeatSections(rawValue: 64)
  public static let shortcutOverlay = SeatSections(rawValue: 128)
}
