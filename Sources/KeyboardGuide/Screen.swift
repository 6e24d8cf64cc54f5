import Geometry

/// The screen of a seat, in points.
public struct Screen: Equatable, Sendable {
  public var width: Double
  public var height: Double
  /// The strip at the bottom that content should keep free (home indicator, system bar); 0 where there is none.
  public var bottomInset: Double

  public init(width: Double, height: Double, bottomInset: Double) {
    self.width = width
    self.height = height
    self.bottomInset = bottomInset
  }

  public var bounds: Rectangle { Rectangle(x: 0, y: 0, width: width, height: height) }
}
