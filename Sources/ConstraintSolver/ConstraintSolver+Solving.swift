// From constraints in the tables to values: a place for each in the tableau, feasibility, optimum, exact values.

extension ConstraintSolver {
  /// Finds the optimum for what is in the tables; afresh: without what the tableau holds from before.
  mutating func solve(afresh: Bool) throws(SolverError) {
    var budget = PivotBudget(limits)
    if afresh || isStale {
      try rebuild(&budget)
    } else if try restoreAll(&budget) != nil {
      try rebuild(&budget)
    }
    try held.tableau.optimise(&budget)
    pivotsOfTableau += budget.spent
    if afresh { try settle() } else { try settleOrRebuild() }
  }

  /// Settles the values; a tableau of which rounding has left too little is built anew for that.
  mutating func settleOrRebuild() throws(SolverError) {
    do {
      try settle()
    } catch {
      guard error == .numericallyUnstable else { throw error }
      try solve(afresh: true)
    }
  }

  /// Puts every constraint into an empty tableau: under the rule to break, the system's first, then by identifier.
  ///
  /// A required constraint that contradicts those before it is broken. So it is always the newest of its conflict that
  /// is not the system's, and what is broken does not depend on the order of calls.
  private mutating func rebuild(_ budget: inout PivotBudget) throws(SolverError) {
    let isFirst = held.tableau.isEmpty
    held.tableau.removeAll()
    pivotsOfTableau = 0
    isStale = false
    brokenConstraints.removeAll()
    for index in variables.indices {
      held.tableau.addVariable(index, isNonNegative: variables.isNonNegative(index))
    }
    let indices = constraints.indices
    for index in indices { constraints.setBroken(false, index) }
    let order =
      conflictRule == .refuse
      ? indices : indices.filter { constraints.isUnbreakable($0) } + indices.filter { !constraints.isUnbreakable($0) }
    for index in order {
      guard let conflict = try place(index, &budget) else { continue }
      guard conflictRule == .breakNewest, !constraints.isUnbreakable(index) else { throw .conflict(conflict) }
      breakConstraint(index, conflict)
    }
    brokenConstraints.sort { $0.id < $1.id }
    // One that is built again and again keeps its memory for the next time.
    if isFirst { held.tableau.compact() }
  }

  private mutating func breakConstraint(_ index: Int, _ conflict: [ConstraintID]) {
    constraints.setBroken(true, index)
    brokenConstraints.append(BrokenConstraint(id: ConstraintID(index), conflict: conflict))
    guard let record = constraints[index] else { return }
    held.tableau.setNature(record.nature, rank: record.rank, of: Symbol(constraint: index))
  }

  /// Gives a constraint of the table its row; returns the conflict if it is required and cannot hold.
  mutating func place(_ index: Int, _ budget: inout PivotBudget) throws(SolverError) -> [ConstraintID]? {
    guard let record = constraints[index] else { return nil }
    let row = held.tableau.addRow(index, record, constraints)
    try budget.checkSize(held.tableau.matrix.entryCount)
    guard record.nature.isHard else { return nil }
    guard try held.tableau.restore(row, &budget) else { return held.tableau.conflict(of: Symbol(constraint: index)) }
    if record.nature == .fixed, case .row(let row) = held.tableau.place(of: Symbol(constraint: index)) {
      try held.tableau.retire(row, &budget)
    }
    return nil
  }

  /// Has every required row hold again after constants moved; returns the conflict if one cannot.
  mutating func restoreAll(_ budget: inout PivotBudget) throws(SolverError) -> [ConstraintID]? {
    let violated = held.tableau.basic.indices.filter { held.tableau.isViolated($0) }.map { held.tableau.basic[$0] }
      .sorted()
    for symbol in violated {
      guard case .row(let row) = held.tableau.place(of: symbol) else { continue }
      guard try held.tableau.restore(row, &budget) else { return held.tableau.conflict(of: symbol) }
    }
    return nil
  }
}

extension Tableau {
  /// The constraints that keep a basic symbol from where it must be, itself among them if it is one.
  func conflict(of symbol: Symbol) -> [ConstraintID] {
    guard case .row(let row) = place(of: symbol) else { return [] }
    var largest = 0.0
    for entry in matrix.entries(ofRow: row) { largest = max(largest, abs(matrix.coefficient(entry))) }
    var members = symbol.isVariable ? [] : [ConstraintID(symbol.index)]
    for entry in matrix.entries(ofRow: row) {
      let other = nonbasic[matrix.column(entry)]
      if !other.isVariable, abs(matrix.coefficient(entry)) > largest * Tolerance.cancellation {
        members.append(ConstraintID(other.index))
      }
    }
    return members.sorted()
  }
}
