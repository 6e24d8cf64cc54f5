import Geometry

/// What the provider of a software keyboard reports: what it shows, and where.
public struct SoftwareKeyboard: Equatable, Sendable {
  /// `docked`, `undocked`, `split`, `floating` or `camera`; `none` while it shows nothing.
  public var kind: KeyboardKind
  public var screen: ScreenID
  /// In the screen's coordinates, without an accessory; an empty one is as good as nothing shown (R135, R145). nil: the
  /// provider does not know; then it is where windows have lost room, or as configured.
  public var frame: Rectangle?
  /// Whether a finger moves it: then the guide goes along, and nothing is announced (R71, R164).
  public var isInteractive: Bool
  /// How long it moves to get there, in seconds; nil: as configured. 0 is a jump (R173).
  public var duration: Double?

  public init(
    kind: KeyboardKind, screen: ScreenID = .main, frame: Rectangle?, isInteractive: Bool = false,
    duration: Double? = nil
  ) {
    self.kind = kind
    self.screen = screen
    self.frame = frame
    self.isInteractive = isInteractive
    self.duration = duration
  }

  /// Whether there is something to be seen.
  var isVisible: Bool { kind != .none && frame.map { !$0.isEmpty && $0.isFinite } ?? true }

  /// What is no surface of a software keyboard, or not a rectangle, is nothing shown.
  var sanitized: SoftwareKeyboard {
    var sane = self
    let kinds: [KeyboardKind] = [.docked, .undocked, .split, .floating, .camera]
    if !kinds.contains(kind) || !isVisible {
      (sane.kind, sane.frame) = (.none, Rectangle(x: 0, y: 0, width: 0, height: 0))
    }
    return sane
  }
}

/// What the provider of a software keyboard is to show, and where; it answers by a report when it has (R64).
public struct SoftwareKeyboardWish: Equatable, Sendable {
  /// `docked`, `undocked`, `split` or `floating`, as the person has chosen.
  public var form: KeyboardKind
  /// The language to type in; nil where none is configured.
  public var language: String?
  /// The screen of the window with the focus.
  public var screen: ScreenID

  public init(form: KeyboardKind, language: String? = nil, screen: ScreenID = .main) {
    self.form = form
    self.language = language
    self.screen = screen
  }
}
