/// A variable times a factor.
public struct LinearTerm: Equatable, Sendable {
  public var variable: VariableID
  public var coefficient: Double

  public init(_ variable: VariableID, _ coefficient: Double = 1) {
    self.variable = variable
    self.coefficient = coefficient
  }
}

/// How a constraint's sum has to compare with zero.
public enum ConstraintRelation: Equatable, Sendable {
  case equal, atMost, atLeast
}

/// What a linear sum is to be: terms + constant (relation) 0.
///
/// A variable may come more than once, its coefficients add up; a term with coefficient 0 is no term.
public struct Constraint: Equatable, Sendable {
  /// The priority of a constraint that has to hold.
  public static let required = 1000

  public var terms: [LinearTerm]
  public var constant: Double
  public var relation: ConstraintRelation
  /// From 1 to 1000, which means required. Of two others the higher one wins, whatever it costs the lower one.
  public var priority: Int
  /// Whether the system made it, such as a window's size: it is never the one that a conflict breaks.
  public var isSystem: Bool

  public init(
    _ terms: [LinearTerm], constant: Double = 0, _ relation: ConstraintRelation = .equal,
    priority: Int = Constraint.required, isSystem: Bool = false
  ) {
    self.terms = terms
    self.constant = constant
    self.relation = relation
    self.priority = priority
    self.isSystem = isSystem
  }
}
