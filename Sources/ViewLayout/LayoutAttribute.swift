/// What of a view or guide a constraint is about (R1, R180).
public enum LayoutAttribute: String, CaseIterable, Sendable {
  /// Follow the layout direction: left and right where text runs left to right, else the other way (R210).
  case leading, trailing
  case left, right, top, bottom
  case width, height
  case centerX, centerY
  /// The lines on which the first and the last line of a view's text stand; without text, its bottom.
  case firstBaseline, lastBaseline

  /// What can be compared with what.
  public enum Kind: Sendable {
    case horizontalPosition, verticalPosition, size
  }

  public var kind: Kind {
    switch self {
    case .leading, .trailing, .left, .right, .centerX: .horizontalPosition
    case .top, .bottom, .centerY, .firstBaseline, .lastBaseline: .verticalPosition
    case .width, .height: .size
    }
  }

  /// Whether it depends on the layout direction.
  var isDirectional: Bool { self == .leading || self == .trailing }

  /// Whether it is a side of its own whatever the layout direction.
  var isAbsoluteSide: Bool { self == .left || self == .right }
}

/// An attribute of one view or guide, as in `toolbar.bottom`.
public struct LayoutAnchor: Hashable, Sendable, CustomStringConvertible {
  /// The view's name, or one of `view`, `keyboard`, `safeArea` and `margins`.
  public var item: String
  public var attribute: LayoutAttribute

  public init(_ item: String, _ attribute: LayoutAttribute) {
    self.item = item
    self.attribute = attribute
  }

  public var description: String { "\(item).\(attribute.rawValue)" }
}
