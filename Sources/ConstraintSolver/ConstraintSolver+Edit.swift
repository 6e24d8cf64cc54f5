// Constants that move: the fast path. Nothing is allocated in it, once the plan for the moving constants stands.

extension ConstraintSolver {
  /// Gives a constraint another constant, as it stands in `Constraint.constant`.
  ///
  /// This is what a moving edge, a window's size, or a text's size comes to. It costs a few operations for every
  /// variable that moves, unless a bound is met on the way.
  public mutating func setConstant(_ value: Double, of id: ConstraintID) throws(SolverError) {
    ownPlan()
    // What is broken may not be any more, which the plan knows nothing of.
    if brokenConstraints.isEmpty, edits.plan.moveAlone(id, to: value) {
      hasPlanChanged = true
      return
    }
    try moveConstants([(id, value)])
  }

  /// Gives several constraints other constants at once; of two for one constraint the last one counts.
  public mutating func setConstants(_ changes: [(id: ConstraintID, value: Double)]) throws(SolverError) {
    switch changes.count {
    case 0: forgetChanges()
    case 1: try setConstant(changes[0].value, of: changes[0].id)
    default: try moveConstants(changes)
    }
  }

  private mutating func moveConstants(_ changes: [(id: ConstraintID, value: Double)]) throws(SolverError) {
    for (id, value) in changes { try checkConstant(value, of: id) }
    guard changes.count <= EditPlan.capacity else {
      var all = SolverChanges()
      for (id, value) in changes { all.setConstant(value, of: id) }
      return try apply(all)
    }
    ownPlan()
    if changes.contains(where: { edits.plan.position(of: $0.id.index) == nil }),
      edits.plan.count + changes.count > EditPlan.capacity
    {
      try settleEdits()
    }
    edits.plan.save()
    for (id, value) in changes { try move(id.index, to: value) }
    try finishEdit()
  }

  /// The constant that a constraint has now, with the solver's sign.
  func constant(of index: Int, _ record: ConstraintTable.Record) -> Double {
    edits.plan.position(of: index).map { edits.plan.moving[$0].constant } ?? record.constant
  }

  /// Has the plan move one constant; the constraint must be there.
  private mutating func move(_ index: Int, to value: Double) throws(SolverError) {
    if let position = edits.plan.position(of: index) { return edits.plan.setConstant(value, at: position) }
    guard let record = constraints[index] else { return }
    noteChanges()
    let constant = MovingConstant(constraint: index, sign: record.sign, origin: record.constant)
    edits.plan.append(constant, column: try exactColumn(of: index), &variables, held.tableau)
    edits.plan.setConstant(value, at: edits.plan.count - 1)
  }

  private mutating func finishEdit() throws(SolverError) {
    let isWithinReach = !isStale && edits.plan.isWithinReach(held.tableau.tolerance)
    guard isWithinReach, brokenConstraints.isEmpty else { return try solveEdit(isOptimal: isWithinReach) }
    edits.plan.move()
    hasPlanChanged = true
  }

  /// An edit that the plan does not serve: a bound is met, it goes too far, or what is broken may not be any more.
  private mutating func solveEdit(isOptimal: Bool) throws(SolverError) {
    let isRetry = edits.plan.moves { constraint in brokenConstraints.contains { $0.conflict.contains(constraint) } }
    noteChanges()
    let edited = EditPlanHolder(edits.plan.copy())
    edits.plan.revert()
    try attempt { (solver) throws(SolverError) in
      solver.forgetChanges()
      solver.edits = edited
      solver.commitPlan()
      if isOptimal && !isRetry {
        try solver.settle()
      } else {
        try solver.solve(afresh: isRetry)
      }
    }
  }

  /// Makes the point that the moving constants have led to the one that the plan starts from.
  mutating func settleEdits() throws(SolverError) {
    try attempt { (solver) throws(SolverError) in
      solver.commitPlan()
      if solver.isStale { try solver.solve(afresh: true) } else { try solver.settle() }
    }
  }

  // MARK: The plan

  /// Makes sure that no copy of the solver shares the plan.
  @inline(__always)
  mutating func ownPlan() {
    if !isKnownUniquelyReferenced(&edits) { edits = EditPlanHolder(edits.plan.copy()) }
  }

  /// Ends the plan, and moves the tableau's point to where it has led; without a point only the tables follow.
  mutating func commitPlan(withPoint: Bool = true) {
    if withPoint { edits.plan.movePoint(of: &held.tableau) }
    edits.plan.returnValues(to: &variables)
    edits.plan.returnConstants(to: &constraints)
    if isKnownUniquelyReferenced(&edits) { edits.plan.clear() } else { edits = EditPlanHolder(EditPlan()) }
  }

  /// Keeps the list of what the last edit has changed, since the plan is about to forget it.
  mutating func noteChanges() {
    guard hasPlanChanged else { return }
    settledChanges = changedVariables
    hasPlanChanged = false
  }

  /// Begins a new list of changed variables.
  mutating func forgetChanges() {
    settledChanges.removeAll(keepingCapacity: true)
    hasPlanChanged = false
  }
}

/// Holds a plan for the copies of a solver that share it; a solver makes its own before it changes anything in it.
final class EditPlanHolder {
  var plan: EditPlan

  init(_ plan: consuming EditPlan) { self.plan = plan }
}

// A solver changes the plan only when no other one holds it.
extension EditPlanHolder: @unchecked Sendable {}
