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
  /// Height of all that lies at the bottom now, where windows do not reach: system bars, and a docked keyboard; nil:
  /// nobody says.
  public var coveredBottom: Double?

  public init(width: Double, height: Double, bottomInset: Double, coveredBottom: Double? = nil) {
    self.width = width
    self.height = height
    self.bottomInset = bottomInset
    self.coveredBottom = coveredBottom
  }

  public var bounds: Rectangle { Rectangle(x: 0, y: 0, width: width, height: height) }

  /// Where a docked keyboard is, as far as the room says that windows have lost to it; nil: nothing but system bars lies
  /// there, or nobody says.
  var coveredStrip: Rectangle? {
    guard let coveredBottom, coveredBottom > bottomInset else { return nil }
    let covered = min(coveredBottom, height)
    return Rectangle(x: 0, y: height - covered, width: width, height: covered)
  }
}
