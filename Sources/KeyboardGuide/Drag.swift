/// A finger that moves what the seat itself has placed; while it does, nothing is announced (R164).
struct Drag: Equatable, Sendable {
  enum Object: Equatable, Sendable {
    /// The shortcut bar, as a pill under the finger; the finger's x on the bar's screen (R41, R45).
    case bar(x: Double)
    /// The software keyboard, down and away; the finger's y in the window whose content it drags (R71).
    case dismissal(window: WindowID, y: Double)
  }

  var object: Object
  /// When the finger counts as lifted unless it is heard of again: who told of it may be dead.
  var expiry: Instant
}
