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

  /// The guide that a keyboard has in a window as large as its screen.
  init(of keyboard: Keyboard, in window: Window, on screen: Screen) {
    let bounds = screen.bounds
    // R12: with nothing shown the guide is the bottom safe area.
    let dismissed = Rectangle(
      x: 0, y: bounds.maxY - screen.bottomInset, width: bounds.width, height: screen.bottomInset)
    // R101, R102, R107: dismissed, docked and full bar are all near the bottom and away from the rest.
    near = .bottom
    guard let cut = keyboard.frame?.intersection(bounds) else {
      frame = dismissed
      return
    }
    // R17: never lower than the dismissed guide. R10, R11, R23: real edges only where the window follows.
    let top = min(cut.minY, dismissed.minY)
    let left = window.followsUndockedKeyboard ? cut.minX : bounds.minX
    let right = window.followsUndockedKeyboard ? cut.maxX : bounds.maxX
    frame = Rectangle(x: left, y: top, width: right - left, height: bounds.maxY - top)
  }
}
