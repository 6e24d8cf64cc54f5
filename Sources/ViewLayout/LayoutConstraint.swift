/// How the two sides of a constraint relate (R177).
public enum LayoutRelation: String, CaseIterable, Sendable {
  case equal = "=="
  case atMost = "<="
  case atLeast = ">="
}

/// One constraint: an anchor, a relation, and another anchor or none with a constant, as in
/// `toolbar.bottom == keyboard.top - 8 @750` (R177).
public struct LayoutConstraint: Equatable, Sendable {
  /// Must hold; lower numbers give way to higher ones (R182, R184).
  public static let required = 1000

  /// The client's own name for it; nil: it has none.
  public var id: String?
  public var first: LayoutAnchor
  public var relation: LayoutRelation
  /// nil: the first anchor is compared with the constant alone.
  public var second: LayoutAnchor?
  /// Of the second anchor.
  public var multiplier: Double
  /// In points.
  public var constant: Double
  /// How many times the system's spacing is added (R207).
  public var spacings: Double
  /// 1 to 1000.
  public var priority: Int

  /// A constraint, or an error that says why it makes none (R179, R180, R181).
  public init(
    id: String? = nil, _ first: LayoutAnchor, _ relation: LayoutRelation, _ second: LayoutAnchor?,
    multiplier: Double = 1, constant: Double = 0, spacings: Double = 0, priority: Int = required
  ) throws(LayoutProblem) {
    self.init(
      unchecked: id, first, relation, second, multiplier: multiplier, constant: constant, spacings: spacings,
      priority: priority)
    if let problem { throw problem }
  }

  /// For what is checked elsewhere: by the types of anchors, or by `problem`.
  init(
    unchecked id: String?, _ first: LayoutAnchor, _ relation: LayoutRelation, _ second: LayoutAnchor?,
    multiplier: Double, constant: Double, spacings: Double, priority: Int
  ) {
    self.id = id
    self.first = first
    self.relation = relation
    self.second = second
    self.multiplier = multiplier
    self.constant = constant
    self.spacings = spacings
    self.priority = priority
  }

  /// Why it makes no constraint; nil when it does.
  var problem: LayoutProblem? {
    guard [multiplier, constant, spacings].allSatisfy({ abs($0) <= Self.greatestNumber }) else { return .number }
    guard (1...Self.required).contains(priority) else { return .priority(priority) }
    guard let second else { return first.attribute.kind == .size ? nil : .positionAlone(first) }
    guard multiplier != 0 else { return .zeroMultiplier }
    guard first.attribute.kind == second.attribute.kind else { return .kinds(first, second) }
    let sides = (first.attribute, second.attribute)
    if (sides.0.isDirectional && sides.1.isAbsoluteSide) || (sides.0.isAbsoluteSide && sides.1.isDirectional) {
      return .directions(first, second)
    }
    return nil
  }

  /// No screen has more points, and no layout needs a greater factor.
  static let greatestNumber = 1e7
}

/// Why something makes no constraint.
public enum LayoutProblem: Error, Equatable, Sendable {
  /// A number that is not finite, or larger than any layout needs.
  case number
  case priority(Int)
  /// A position is compared with a number (R179, R181).
  case positionAlone(LayoutAnchor)
  case zeroMultiplier
  /// Positions of different axes, or a position and a size (R180).
  case kinds(LayoutAnchor, LayoutAnchor)
  /// Leading or trailing with left or right (R180).
  case directions(LayoutAnchor, LayoutAnchor)
}

extension LayoutProblem: CustomStringConvertible {
  /// Says what is wrong, and what to write instead.
  public var description: String {
    switch self {
    case .number: "numbers must be finite, and at most 10000000 in amount"
    case .priority(let priority): "a priority is from 1 to 1000 (required), not \(priority)"
    case .positionAlone(let anchor):
      "'\(anchor)' is a position, which a number says nothing about: compare it with another one, as in '\(anchor) == "
        + "view.\(anchor.attribute.rawValue) + 8'"
    case .zeroMultiplier: "a multiplier of 0 leaves nothing to compare with"
    case .kinds(let first, let second):
      "'\(first)' and '\(second)' cannot be compared: positions go with positions of the same axis, sizes with sizes"
    case .directions(let first, let second):
      "'\(first)' and '\(second)' cannot be compared: leading and trailing go with each other, left and right likewise"
    }
  }
}
