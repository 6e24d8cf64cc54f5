import Geometry

/// Names one screen of a seat, such as a connector; the seat's own one when nobody reports any.
public struct ScreenID: Hashable, Comparable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// The screen that every seat has, and that is meant when none is named.
  public static let main = ScreenID("main")

  public static func < (left: ScreenID, right: ScreenID) -> Bool { left.rawValue < right.rawValue }
}

/// A screen of a seat, in points; each has coordinates of its own.
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
