/// Changes that a solver makes as one: all of them, or none.
///
/// Removals come first, then additions by identifier, then constants; so a constraint that is removed and added is
/// replaced.
public struct SolverChanges: Equatable, Sendable {
  public private(set) var removals: [ConstraintID] = []
  public private(set) var additions: [(id: ConstraintID, constraint: Constraint)] = []
  public private(set) var constants: [(id: ConstraintID, value: Double)] = []

  public init() {}

  public var isEmpty: Bool { removals.isEmpty && additions.isEmpty && constants.isEmpty }

  /// Takes a constraint out.
  public mutating func remove(_ id: ConstraintID) { removals.append(id) }

  /// Puts a constraint in under an identifier that is not in use.
  public mutating func add(_ constraint: Constraint, as id: ConstraintID) { additions.append((id, constraint)) }

  /// Takes the constraint of an identifier out and puts another one in.
  public mutating func replace(_ id: ConstraintID, with constraint: Constraint) {
    remove(id)
    add(constraint, as: id)
  }

  /// Gives a constraint another constant.
  public mutating func setConstant(_ value: Double, of id: ConstraintID) { constants.append((id, value)) }

  public static func == (left: SolverChanges, right: SolverChanges) -> Bool {
    left.removals == right.removals && left.additions.elementsEqual(right.additions) { $0 == $1 }
      && left.constants.elementsEqual(right.constants) { $0 == $1 }
  }
}

/// What becomes of a required constraint that contradicts the others.
public enum ConflictRule: Equatable, Sendable {
  /// The call that brings it is refused, with the constraints that contradict each other.
  case refuse
  /// The newest constraint of the contradiction that is not the system's is broken: it counts as the highest of the
  /// priorities below required until the contradiction is gone.
  case breakNewest
}

/// A required constraint that does not have to hold for now, since others contradict it.
public struct BrokenConstraint: Equatable, Sendable {
  public var id: ConstraintID
  /// The constraints that cannot all hold, the broken one among them, by identifier.
  public var conflict: [ConstraintID]

  public init(id: ConstraintID, conflict: [ConstraintID]) {
    self.id = id
    self.conflict = conflict
  }
}
