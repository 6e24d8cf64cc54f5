/// What a node was found to be by its description.
public enum DeviceVerdict: String, Equatable, Sendable {
  /// The node on which a real keyboard types.
  case keyboard
  /// A further node of a keyboard: its keys count, but it is no keyboard of its own.
  case aux
  /// It may be a keyboard, and becomes one when a person types text on it.
  case unproven
  case notKeyboard
}
