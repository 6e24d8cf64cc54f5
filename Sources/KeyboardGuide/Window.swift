import Geometry

/// What a client says of its window: where it is, and how its guide is to behave.
public struct Window: Equatable, Sendable {
  /// How the window shares the screen with others.
  public enum Style: String, CaseIterable, Sendable {
    /// The whole screen, or a part beside others.
    case plain
    /// Over others, at a side of the screen; always counts as narrow (R57, R58).
    case slideOver
    /// Freely placed; here a collapsed bar is part of the keyboard (R43).
    case stage
  }

  public var screen: ScreenID
  /// In the screen's coordinates; nil: as large as the screen.
  public var frame: Rectangle?
  /// Height of the safe area at the window's bottom; nil: the screen's, where the window reaches down to its bottom.
  public var bottomSafeArea: Double?
  public var isRightToLeft = false
  public var style = Style.plain
  /// Whether the guide follows the keyboard's real edges; off, it spans the window's bottom (R9, R11, R22).
  public var followsUndockedKeyboard = false
  /// Whether the dismissed guide is as high as the safe area; off, it has no height (R31).
  public var usesBottomSafeArea = true
  /// How far above the keyboard a drag that dismisses it may begin (R35); a negative value counts as 0 (R36).
  public var keyboardDismissPadding = 0.0
  /// Height of the view that the window puts on top of the keyboard while it has the focus (R152).
  public var accessoryHeight = 0.0
  /// What the window has in the shortcut bar while it has the focus (R286).
  public var barContent = BarContent()
  /// The program's name, as compositors have it; nil: the client does not say.
  public var application: String?

  public init(screen: ScreenID = .main, frame: Rectangle? = nil, followsUndockedKeyboard: Bool = false) {
    self.screen = screen
    self.frame = frame
    self.followsUndockedKeyboard = followsUndockedKeyboard
  }
}

/// A text view of a client.
public struct TextView: Equatable, Sendable {
  /// The client's own name for it.
  public var name: String
  /// What is edited there, as a document or a conversation: each keeps its language (R290); nil: nothing of its own.
  public var context: String?

  public init(_ name: String, context: String? = nil) {
    self.name = name
    self.context = context
  }
}

/// The one text view of the seat that has the focus.
public struct Focus: Equatable, Sendable {
  public var window: WindowID
  public var view: TextView

  public init(window: WindowID, view: TextView) {
    self.window = window
    self.view = view
  }
}
