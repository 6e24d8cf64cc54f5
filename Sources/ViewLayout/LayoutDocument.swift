import Geometry

/// Constraints that hold while the keyboard is near all of some edges, or away from all of some (R86).
public struct TrackedSet: Equatable, Sendable {
  /// When they hold.
  public enum Condition: Hashable, Sendable {
    case near(Edges)
    case away(Edges)

    /// Whether it is so for a keyboard that is near these edges. Each condition is looked at by itself (R88).
    public func holds(near edges: Edges) -> Bool {
      switch self {
      case .near(let wanted): edges.isSuperset(of: wanted)
      case .away(let wanted): edges.isDisjoint(with: wanted)
      }
    }

    var edges: Edges {
      switch self {
      case .near(let edges), .away(let edges): edges
      }
    }
  }

  public var condition: Condition
  public var constraints: [LayoutConstraint]

  public init(_ condition: Condition, _ constraints: [LayoutConstraint]) {
    self.condition = condition
    self.constraints = constraints
  }
}

/// A window's layout as a client writes it: views, and constraints between them and the guides.
public struct LayoutDocument: Equatable, Sendable {
  /// Distances from the edges of something, in points.
  public struct Insets: Equatable, Sendable {
    public var top: Double
    public var leading: Double
    public var bottom: Double
    public var trailing: Double

    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
      self.top = top
      self.leading = leading
      self.bottom = bottom
      self.trailing = trailing
    }
  }

  public var views: [LayoutView]
  public var constraints: [LayoutConstraint]
  /// A condition stands here once (R90, R91).
  public var trackedSets: [TrackedSet]
  /// The system's spacing (R207, R208).
  public var spacing = 8.0
  /// Between the safe area and the guide `margins` (R212).
  public var margins = Insets(top: 8, leading: 8, bottom: 8, trailing: 8)
  /// What bars and indicators cover of the window, but for its bottom, which the window itself says.
  public var safeArea = Insets()

  public init(
    views: [LayoutView] = [], constraints: [LayoutConstraint] = [], trackedSets: [TrackedSet] = []
  ) {
    self.views = views
    self.constraints = constraints
    self.trackedSets = trackedSets
  }
}
