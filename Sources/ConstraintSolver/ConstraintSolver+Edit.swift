// Constants that move: the fast path. Nothing is allocated in it, once the plan for the moving constants stands.

extension ConstraintSolver {
  /// Gives a constraint another constant, as it stands in `Constraint.constant`.
  ///
  /// This is what a moving edge, a window's size, or a text's size comes to. It costs a few operations for every
  /// variable that moves, unless a bound is met on the way.
  public mutating func setConstant(_ value: Double, of id: ConstraintID) throws(SolverError) {
    try checkConstant(value, of: id)
    plan.save()
    try move(id.index, to: value)
    try finishEdit()
  }

  /// Gives several constraints other constants at once; of two for one constraint the last one counts.
  public mutating func setConstants(_ changes: [(id: ConstraintID, value: Double)]) throws(SolverError) {
    for (id, value) in changes { try checkConstant(value, of: id) }
    guard changes.count <= EditPlan.capacity else {
      var all = SolverChanges()
      for (id, value) in changes { all.setConstant(value, of: id) }
      return try apply(all)
    }
    if changes.contains(where: { plan.position(of: $0.id.index) == nil }),
      plan.count + changes.count > EditPlan.capacity
    {
      try settleEdits()
    }
    plan.save()
    for (id, value) in changes { try move(id.index, to: value) }
    try finishEdit()
  }

  /// The constant that a constraint has now, with the solver's sign.
  func constant(of index: Int, _ record: ConstraintTable.Record) -> Double {
    plan.position(of: index).map { plan.constant(at: $0) } ?? record.constant
  }

  /// Has the plan move one constant; the constraint must be there.
  private mutating func move(_ index: Int, to value: Double) throws(SolverError) {
    if let position = plan.position(of: index) {
      return plan.setConstant(value * plan.sign(at: position), at: position)
    }
    guard let record = constraints[index] else { return }
    if plan.count == EditPlan.capacity {
      try settleEdits()
      plan.save()
    }
    plan.append(
      index, constant: record.constant, sign: record.sign, column: try exactColumn(of: index), variables, held.tableau)
    plan.setConstant(value * record.sign, at: plan.count - 1)
  }

  private mutating func finishEdit() throws(SolverError) {
    // The list of changed variables is replaced only when the call succeeds.
    let isWithinReach = !isStale && plan.isWithinReach(held.tableau.tolerance)
    guard isWithinReach, brokenConstraints.isEmpty, plan.largestShift <= Self.largestPlannedShift else {
      return try solveEdit(isOptimal: isWithinReach)
    }
    changedVariables.removeAll(keepingCapacity: true)
    plan.move(&variables, &changedVariables)
  }

  /// Beyond this, rounding errors of the coefficients would begin to show: the point is settled anew.
  private static let largestPlannedShift = 1e6

  /// An edit that the plan does not serve: a bound is met, it goes too far, or what is broken may not be any more.
  private mutating func solveEdit(isOptimal: Bool) throws(SolverError) {
    let isRetry = plan.moves { constraint in brokenConstraints.contains { $0.conflict.contains(constraint) } }
    let edited = plan
    plan.revert()
    try attempt { (solver) throws(SolverError) in
      solver.changedVariables.removeAll(keepingCapacity: true)
      solver.plan = edited
      solver.plan.commit(&solver.held.tableau, &solver.constraints)
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
      solver.plan.commit(&solver.held.tableau, &solver.constraints)
      if solver.isStale { try solver.solve(afresh: true) } else { try solver.settle() }
    }
  }
}
