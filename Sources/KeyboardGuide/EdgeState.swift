import Geometry

/// How close to an edge of its window a keyboard counts as near (R110).
public struct NearDistance: Equatable, Sendable {
  /// In points, added to the fraction.
  public var points: Double
  /// Of the window's extent along the axis: in a narrow window less movement is needed.
  public var fraction: Double
  /// How much farther a keyboard that is near must go to be away again, so that nothing flickers at the border (R111).
  public var hysteresis: Double

  public init(points: Double = 0, fraction: Double = 0.08, hysteresis: Double = 8) {
    self.points = points
    self.fraction = fraction
    self.hysteresis = hysteresis
  }

  func includes(_ distance: Double, extent: Double, wasNear: Bool) -> Bool {
    distance <= points + fraction * extent + (wasNear ? hysteresis : 0)
  }
}

/// The near distances of the four edges.
public struct NearDistances: Equatable, Sendable {
  public var top = NearDistance()
  public var leading = NearDistance()
  public var bottom = NearDistance()
  public var trailing = NearDistance()

  public init() {}

  /// The same for every edge.
  public init(all distance: NearDistance) {
    (top, leading, bottom, trailing) = (distance, distance, distance, distance)
  }
}

/// The table of section 2.2: which edges of a window a keyboard is near.
struct EdgeState {
  let distances: NearDistances
  /// R105: whether an undocked or split keyboard can be near the bottom; two of three sources say no.
  let undockedCanBeNearBottom: Bool

  /// The edges that a keyboard of the kind is near, from its part in the window.
  ///
  /// `former` is what it was near before, for the hysteresis.
  func near(
    _ kind: KeyboardKind, cut: Rectangle, in window: WindowGeometry, former: Edges
  ) -> Edges {
    switch kind {
    // R101, R102, R107: near the bottom, however close to the sides.
    case .none, .docked, .camera, .fullBar: return .bottom
    case .collapsedBarLeading, .collapsedBarTrailing:
      // R48, R113: at the bottom, and near the side of this window that it is near; whose corner it is in is the owner's.
      return window.isNarrow ? .bottom : horizontal(cut, window, former).union(.bottom)
    case .undocked, .split:
      // R106: full width, so away from the sides.
      let vertical = vertical(cut, window, former)
      return undockedCanBeNearBottom ? vertical : vertical.intersection(.top)
    case .floating:
      let vertical = vertical(cut, window, former)
      // R57: in the narrowest windows a keyboard is always away from the sides.
      return window.isNarrow ? vertical : vertical.union(horizontal(cut, window, former))
    }
  }

  /// R103: never near two opposite edges; the closer one counts, and the first of them where both are as close.
  private func vertical(_ cut: Rectangle, _ window: WindowGeometry, _ former: Edges) -> Edges {
    let above = cut.minY
    let below = window.size.height - cut.maxY
    let height = window.size.height
    let isNearTop = distances.top.includes(above, extent: height, wasNear: former.contains(.top))
    let isNearBottom = distances.bottom.includes(below, extent: height, wasNear: former.contains(.bottom))
    if isNearTop, isNearBottom { return above <= below ? .top : .bottom }
    return isNearTop ? .top : isNearBottom ? .bottom : []
  }

  private func horizontal(_ cut: Rectangle, _ window: WindowGeometry, _ former: Edges) -> Edges {
    let width = window.size.width
    let left = cut.minX
    let right = width - cut.maxX
    let (before, after) = window.isRightToLeft ? (right, left) : (left, right)
    let isNearLeading = distances.leading.includes(before, extent: width, wasNear: former.contains(.leading))
    let isNearTrailing = distances.trailing.includes(after, extent: width, wasNear: former.contains(.trailing))
    if isNearLeading, isNearTrailing { return before <= after ? .leading : .trailing }
    return isNearLeading ? .leading : isNearTrailing ? .trailing : []
  }
}
