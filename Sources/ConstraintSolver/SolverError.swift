/// Why a solver refused a call; its state is then the one before the call.
public enum SolverError: Error, Equatable, Sendable {
  /// No variable has this identifier.
  case unknownVariable(VariableID)
  /// No constraint has this identifier.
  case unknownConstraint(ConstraintID)
  /// A constraint has this identifier already, or a call names it twice.
  case duplicateConstraint(ConstraintID)
  /// The variable cannot be removed as long as the constraint uses it.
  case variableInUse(VariableID, by: ConstraintID)
  /// A constant or coefficient that is not finite, or of a size above 1e12.
  case invalidNumber(Double, in: ConstraintID)
  /// A priority that is not within 1...1000.
  case invalidPriority(Int, of: ConstraintID)
  /// Something is more, or has a higher identifier, than the limits allow.
  case limitExceeded(Limit, allowed: Int)
  /// Required constraints that cannot all hold; without any one of them the others could.
  case conflict([ConstraintID])
  /// The numbers of the constraints are too far apart for a result that can be relied on.
  case numericallyUnstable

  /// What there is too much of.
  public enum Limit: String, Sendable {
    case variables, constraints, termsOfConstraint, pivots, work, entries
  }
}

extension SolverError: CustomStringConvertible {
  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .unknownVariable(let id): "there is no variable \(id.rawValue): add it first"
    case .unknownConstraint(let id): "there is no constraint \(id.rawValue): add it first"
    case .duplicateConstraint(let id): "constraint \(id.rawValue) is there already: remove it first, or choose another"
    case .variableInUse(let id, let constraint):
      "variable \(id.rawValue) is used by constraint \(constraint.rawValue): remove that first"
    case .invalidNumber(let number, let id):
      "constraint \(id.rawValue) holds \(number): numbers must be finite and within ±1e12"
    case .invalidPriority(let priority, let id):
      "constraint \(id.rawValue) has priority \(priority): it must be within 1...1000"
    case .limitExceeded(let limit, let allowed): "more than \(allowed) \(limit.text): use fewer, or raise the limit"
    case .conflict(let ids):
      "required constraints \(ids.map { "\($0.rawValue)" }.joined(separator: ", ")) cannot all hold: "
        + "remove one, or lower its priority"
    case .numericallyUnstable:
      "coefficients are too far apart for a reliable result: use numbers of similar size"
    }
  }
}

extension SolverError.Limit {
  fileprivate var text: String {
    switch self {
    case .variables: "variables"
    case .constraints: "constraints"
    case .termsOfConstraint: "terms in a constraint"
    case .pivots: "pivots in a call"
    case .work: "entries of the tableau touched"
    case .entries: "entries of the tableau"
    }
  }
}
