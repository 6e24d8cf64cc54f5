/// Finds values for variables so that linear constraints hold, by priority, and finds them anew quickly after a change.
///
/// Required constraints hold. Of the others, those of the highest priority are violated as little as possible in sum,
/// then those of the next one, and so on. What that leaves open is settled by identifiers: among wishes of one priority
/// that compete the lower identifier weighs a little more, and variables that nothing determines stay as near to zero as
/// they can. So the values depend on the constraints alone, never on the order in which they came.
///
/// A solver is a value: a copy is independent. A call that throws leaves it as it was. The work is in the tableau's
/// extensions; this type keeps the tables, and sees to it that all that is known agrees.
public struct ConstraintSolver: Sendable {
  public let limits: SolverLimits
  public let conflictRule: ConflictRule

  var variables = VariableTable()
  var constraints = ConstraintTable()
  var held = TableauHolder(Tableau())
  /// What follows from the constants that have moved since the point was settled.
  var edits = EditPlanHolder(EditPlan())
  /// Whether the tableau is missing: then the next call builds it.
  var isStale = false
  /// Pivots since the tableau was built anew; each leaves a little rounding in it.
  var pivotsOfTableau = 0

  /// The variables that the last successful call has changed; not up to date after one that only the plan was needed for.
  var settledChanges: [VariableID] = []
  var hasPlanChanged = false
  /// The required constraints that do not have to hold for now, in ascending order; see ``ConflictRule/breakNewest``.
  public internal(set) var brokenConstraints: [BrokenConstraint] = []

  /// A solver without variables and constraints.
  public init(conflictRule: ConflictRule = .refuse, limits: SolverLimits = SolverLimits()) {
    self.conflictRule = conflictRule
    self.limits = limits
  }

  // MARK: Variables

  public var variableCount: Int { variables.count }

  public func contains(_ id: VariableID) -> Bool { variables.contains(id.index) }

  /// Adds a variable under the lowest identifier that is not in use; it is 0 until a constraint says otherwise.
  public mutating func addVariable(nonNegative: Bool = false) throws(SolverError) -> VariableID {
    let index = variables.unusedIndex
    guard index < limits.variables, index < Self.largestIndex else {
      throw .limitExceeded(.variables, allowed: limits.variables)
    }
    if !edits.plan.isEmpty { try settleEdits() }
    own()
    variables.insert(at: index, isNonNegative: nonNegative)
    held.tableau.addVariable(index, isNonNegative: nonNegative)
    forgetChanges()
    return VariableID(index)
  }

  /// Removes a variable that no constraint uses any more.
  public mutating func removeVariable(_ id: VariableID) throws(SolverError) {
    guard contains(id) else { throw .unknownVariable(id) }
    if variables.isUsed(id.index),
      let user = constraints.indices.first(where: { index in
        constraints.terms(of: index).contains { $0.variable == id.index }
      })
    {
      throw .variableInUse(id, by: ConstraintID(user))
    }
    own()
    variables.remove(id.index)
    if !held.tableau.removeVariable(id.index) { abandonTableau() }
    forgetChanges()
  }

  /// The value of a variable; 0 for an identifier that names none.
  public func value(of id: VariableID) -> Double {
    if let value = edits.plan.value(of: id.index) { return value }
    return variables.values.indices.contains(id.index) ? variables.values[id.index] : 0
  }

  /// The variables whose value the last successful call has changed, in ascending order.
  public var changedVariables: [VariableID] {
    guard hasPlanChanged else { return settledChanges }
    var changed: [VariableID] = []
    forEachChangedVariable { changed.append($0) }
    return changed
  }

  /// Names those variables one after the other, without a list.
  public func forEachChangedVariable(_ body: (VariableID) -> Void) {
    if hasPlanChanged { edits.plan.forEachChangedVariable(body) } else { settledChanges.forEach(body) }
  }

  /// The variables that have more than one value among all solutions that are equally good, in ascending order.
  ///
  /// Wishes of one priority that compete leave variables open, too, though the solver settles them by identifier. The
  /// answer is computed when asked for: with many candidates it takes a while. It is exact as long as the work, in entries
  /// of the tableau, suffices; else some that cost more to find are left out. nil: as much as the limits allow.
  public func ambiguousVariables(work: Int? = nil) throws(SolverError) -> [VariableID] {
    var settled = self
    try settled.settleEdits()
    var limits = limits
    limits.work = work ?? limits.work
    var budget = PivotBudget(limits)
    return settled.held.tableau.undeterminedVariables(&budget).map { VariableID($0) }
  }

  // MARK: Constraints

  public var constraintCount: Int { constraints.count }

  public func contains(_ id: ConstraintID) -> Bool { constraints[id.index] != nil }

  /// The lowest identifier that no constraint has.
  public var unusedConstraint: ConstraintID { ConstraintID(constraints.unusedIndex) }

  /// A constraint as the solver counts with it: each variable once, in ascending order, none with coefficient 0.
  public func constraint(_ id: ConstraintID) -> Constraint? {
    guard let record = constraints[id.index] else { return nil }
    let terms = constraints.terms(of: id.index).map {
      LinearTerm(VariableID($0.variable), record.sign * $0.coefficient)
    }
    return Constraint(
      terms, constant: record.sign * constant(of: id.index, record), record.relation,
      priority: Int(record.priority), isSystem: record.isSystem)
  }

  /// Adds one constraint; see ``apply(_:)``.
  public mutating func add(_ constraint: Constraint, as id: ConstraintID) throws(SolverError) {
    var changes = SolverChanges()
    changes.add(constraint, as: id)
    try apply(changes)
  }

  /// Removes one constraint; see ``apply(_:)``.
  public mutating func remove(_ id: ConstraintID) throws(SolverError) {
    var changes = SolverChanges()
    changes.remove(id)
    try apply(changes)
  }

  /// Roughly the bytes of memory that the solver holds.
  public var footprint: Int {
    held.tableau.footprint + edits.plan.footprint + constraints.count * 80 + variables.count * 32
  }

  /// No identifier is higher, whatever the limits: the weights of identifiers, and 32 bits, end there.
  static let largestIndex = 1 << 20

  /// Makes sure that no copy of the solver shares the tableau.
  mutating func own() {
    if !isKnownUniquelyReferenced(&held) { held = TableauHolder(held.tableau.copy()) }
  }

  /// Does something that may fail half-way, and takes all of it back if it does.
  ///
  /// No copy of the tableau is kept for that, since the same values follow from one that is built anew.
  mutating func attempt(_ body: (inout ConstraintSolver) throws(SolverError) -> Void) throws(SolverError) {
    own()
    let before = self
    do {
      try body(&self)
    } catch {
      self = before
      reconstruct()
      throw error
    }
  }

  /// Leaves it to the next call to build the tableau.
  private mutating func abandonTableau() {
    commitPlan(withPoint: false)
    held.tableau.removeAll()
    isStale = true
  }

  /// Builds the tableau of the present tables and values.
  private mutating func reconstruct() {
    noteChanges()
    commitPlan(withPoint: false)
    let (variables, changes) = (variables, settledChanges)
    do {
      try solve(afresh: true)
    } catch {
      // What was solved before can fail only for want of pivots: constraints and values stay, and the next change solves.
      abandonTableau()
      self.variables = variables
    }
    settledChanges = changes
  }
}

/// Holds a tableau for the copies of a solver that share it; a solver makes its own before it changes anything in it.
final class TableauHolder {
  var tableau: Tableau
  /// Room for exact values while they are settled.
  var exact = Store<DoubleDouble>()

  init(_ tableau: consuming Tableau) { self.tableau = tableau }
}

// A solver changes the tableau only when no other one holds it.
extension TableauHolder: @unchecked Sendable {}
