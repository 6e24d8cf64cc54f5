/// What one input changed; the new values are read from the seat.
public enum SeatChange: Equatable, Sendable {
  /// Parts of the seat's published state, at most one such change for an input.
  case seat(SeatSections)
  /// Whether the provider is to show its software keyboard; it answers by a report when it has (R64).
  case softwareKeyboardWanted(Bool)
  /// One window's guide, or what it is to be told; at most one such change for a window and an input.
  case window(WindowID, notifications: [KeyboardNotification])
}

/// The parts of a seat's published state.
public struct SeatSections: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let hardware = SeatSections(rawValue: 1)
  public static let keyboard = SeatSections(rawValue: 2)
  public static let focus = SeatSections(rawValue: 4)
  public static let screen = SeatSections(rawValue: 8)
  public static let tabletMode = SeatSections(rawValue: 16)
  public static let bar = SeatSections(rawValue: 32)
  public static let all: SeatSections = [.hardware, .keyboard, .focus, .screen, .tabletMode, .bar]
}
