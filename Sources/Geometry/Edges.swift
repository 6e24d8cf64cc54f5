/// A set of window edges that follow the layout direction, with UIKit's raw values (R80).
public struct Edges: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let top = Edges(rawValue: 1)
  /// Left where text runs left to right, else right.
  public static let leading = Edges(rawValue: 2)
  public static let bottom = Edges(rawValue: 4)
  /// Right where text runs left to right, else left.
  public static let trailing = Edges(rawValue: 8)
  public static let all: Edges = [.top, .leading, .bottom, .trailing]
}
