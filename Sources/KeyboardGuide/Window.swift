/// What the seat knows of one client window.
///
/// For now every window is as large as the screen, so that window and screen coordinates are the same.
struct Window: Equatable, Sendable {
  /// Whether the guide follows the keyboard's real edges; off, it spans the window's width (R9, R11, R22).
  var followsUndockedKeyboard: Bool
  /// Whether this window was told of the running transition, and so must hear of its end.
  var awaitsCompletion = false
}

/// The one text view of the seat that has the focus.
public struct Focus: Equatable, Sendable {
  public var window: WindowID
  /// The client's own name for the view.
  public var view: String

  public init(window: WindowID, view: String) {
    self.window = window
    self.view = view
  }
}
