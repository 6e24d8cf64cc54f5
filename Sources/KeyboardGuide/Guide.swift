import Geometry

/// The keyboard's part in one window: a rectangle, and the window edges that it is near.
public struct Guide: Equatable, Sendable {
  /// In the window's coordinates.
  public var frame: Rectangle
  /// The edges that the keyboard is near; it is away from the others.
  public var near: Edges

  public init(frame: Rectangle, near: Edges) {
    self.frame = frame
    self.near = near
  }

  /// That of a window whose screen is not there.
  static let nowhere = Guide(frame: Rectangle(x: 0, y: 0, width: 0, height: 0), near: .bottom)
}

/// A window on its screen, with everything resolved that a client may leave open.
struct WindowGeometry: Equatable, Sendable {
  var screen: ScreenID
  /// On the screen.
  var frame: Rectangle
  /// Height of the strip at the window's bottom that content should keep free.
  var bottomSafeArea: Double
  /// Height of the dismissed guide (R12, R31).
  var dismissedHeight: Double
  var isNarrow: Bool
  var isRightToLeft: Bool
  var style: Window.Style
  var follows: Bool

  var size: (width: Double, height: Double) { (frame.width, frame.height) }

  init(_ window: Window, on screen: Screen, configuration: SeatConfiguration) {
    self.screen = window.screen
    frame = window.frame ?? screen.bounds
    let reachesBottom = frame.maxY >= screen.height
    let safeArea = window.bottomSafeArea ?? (reachesBottom ? screen.bottomInset : 0)
    bottomSafeArea = min(max(safeArea, 0), frame.height)
    dismissedHeight = window.usesBottomSafeArea ? bottomSafeArea : 0
    isNarrow = window.style == .slideOver || frame.width <= configuration.narrowWindowFraction * screen.width
    isRightToLeft = window.isRightToLeft
    style = window.style
    follows = window.followsUndockedKeyboard
  }

  /// R12: with no keyboard, the full width at the window's bottom, as high as the safe area there.
  var dismissed: Rectangle {
    Rectangle(x: 0, y: frame.height - dismissedHeight, width: frame.width, height: dismissedHeight)
  }
}

extension Guide {
  /// The guide that a keyboard has in a window (appendix B); `former` is what it was near before.
  init(of keyboard: Keyboard, in window: WindowGeometry, edges: EdgeState, former: Edges) {
    let isDocked = keyboard.kind.isDocked(for: window.style)
    // R13, R42, R61: a keyboard that is elsewhere, or not followed, is none.
    guard isDocked || window.follows, keyboard.screen == window.screen,
      let cut = keyboard.frame?.intersection(window.frame)
    else {
      self.init(frame: window.dismissed, near: .bottom)
      return
    }
    let inside = Rectangle(
      x: cut.x - window.frame.x, y: cut.y - window.frame.y, width: cut.width, height: cut.height)
    guard isDocked else {
      // R22, R27: followed, it is the part of the keyboard that lies over the window.
      self.init(frame: inside, near: edges.near(keyboard.kind, cut: inside, in: window, former: former))
      return
    }
    // R10, R11: docked, it rests on the bottom, from edge to edge where it is not followed. R17: never lower than
    // dismissed.
    let top = min(inside.minY, window.dismissed.minY)
    let frame = Rectangle(
      x: window.follows ? inside.minX : 0, y: top, width: window.follows ? inside.width : window.size.width,
      height: window.size.height - top)
    self.init(
      frame: frame, near: window.follows ? edges.near(keyboard.kind, cut: inside, in: window, former: former) : .bottom)
  }
}
