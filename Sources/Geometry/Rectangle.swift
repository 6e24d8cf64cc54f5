/// A rectangle in points; y grows downwards, as on a screen.
public struct Rectangle: Equatable, Hashable, Sendable {
  /// Distance of the left edge from the left of the coordinate space.
  public var x: Double
  /// Distance of the top edge from the top of the coordinate space.
  public var y: Double
  /// Horizontal extent; never negative in a rectangle that the daemon publishes.
  public var width: Double
  /// Vertical extent; never negative in a rectangle that the daemon publishes.
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var minX: Double { x }
  public var minY: Double { y }
  public var maxX: Double { x + width }
  public var maxY: Double { y + height }

  /// Whether the rectangle covers nothing; such a keyboard is hidden, whatever its origin (R135).
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The part that both rectangles cover, or nil when they share no area.
  public func intersection(_ other: Rectangle) -> Rectangle? {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let cut = Rectangle(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    return cut.isEmpty ? nil : cut
  }
}

extension Rectangle {
  /// Whether every number is one that can be calculated with.
  public var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }

  /// The smallest rectangle that holds both.
  public func union(_ other: Rectangle) -> Rectangle {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rectangle(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
