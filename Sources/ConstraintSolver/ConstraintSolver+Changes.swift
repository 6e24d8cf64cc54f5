// Changes of structure: constraints come and go, all at once or not at all.

extension ConstraintSolver {
  /// Removes, adds and changes constraints as one; then solves once.
  ///
  /// Throws before anything is changed when the changes make no sense, and takes everything back when required
  /// constraints contradict each other and the rule is to refuse.
  public mutating func apply(_ changes: SolverChanges) throws(SolverError) {
    try check(changes)
    // A contradiction is not unusual, and must leave no trace; other failures are.
    let mayConflict =
      !changes.constants.isEmpty || changes.additions.contains { $0.constraint.priority == Constraint.required }
    try attempt(keepsTableau: mayConflict) { (solver) throws(SolverError) in try solver.make(changes) }
  }

  private mutating func make(_ changes: SolverChanges) throws(SolverError) {
    forgetChanges()
    commitPlan()
    var isRetry = isStale || pivotsOfTableau > 64 * constraints.count + 4096
    var budget = PivotBudget(limits)
    for id in changes.removals.sorted() {
      isRetry = isRetry || isPartOfConflict(id)
      try removeConstraint(id.index, &budget)
    }
    let added = changes.additions.sorted { $0.id < $1.id }
    for (id, value) in changes.constants where !added.contains(where: { $0.id == id }) {
      isRetry = isRetry || isPartOfConflict(id)
      shiftConstant(of: id.index, to: value)
    }
    for (id, constraint) in added {
      insert(constraint, at: id.index)
      for (other, value) in changes.constants where other == id { shiftConstant(of: id.index, to: value) }
    }
    if !isRetry, try restoreAll(&budget) == nil {
      for (id, _) in added {
        guard try place(id.index, &budget) == nil else {
          isRetry = true
          break
        }
      }
    } else {
      isRetry = true
    }
    pivotsOfTableau += budget.spent
    try solve(afresh: isRetry)
    if added.count > constraints.count / 2 { compact() }
  }

  /// Gives back the memory that building has left over.
  private mutating func compact() {
    constraints.compact()
    held.tableau.compact()
  }

  // MARK: Tables

  private mutating func insert(_ constraint: Constraint, at index: Int) {
    constraints.insert(constraint, at: index)
    for term in constraints.terms(of: index) { variables.countUse(term.variable, by: 1) }
  }

  private mutating func removeConstraint(_ index: Int, _ budget: inout PivotBudget) throws(SolverError) {
    for term in constraints.terms(of: index) { variables.countUse(term.variable, by: -1) }
    constraints.remove(index)
    brokenConstraints.removeAll { $0.id.index == index }
    try held.tableau.removeConstraint(index, &budget)
  }

  /// Records a constant, and moves the point with it as far as the constraint has a place in the held.tableau.
  private mutating func shiftConstant(of index: Int, to value: Double) {
    guard let record = constraints[index] else { return }
    let constant = record.sign * value
    held.tableau.shift(index, by: constant - record.constant)
    constraints.setConstant(constant, of: index)
  }

  private func isPartOfConflict(_ id: ConstraintID) -> Bool {
    brokenConstraints.contains { $0.id != id && $0.conflict.contains(id) }
  }
}

extension Tableau {
  /// Moves the point as a constraint's constant moves.
  mutating func shift(_ constraint: Int, by difference: Double) {
    switch place(of: Symbol(constraint: constraint)) {
    case .row(let row): values[row] += difference
    case .column(let column):
      for entry in matrix.entries(ofColumn: column) {
        let (row, coefficient) = matrix.member(entry)
        values[row] -= coefficient * difference
      }
    case nil: break
    }
  }

  /// Takes a constraint out: once its deviation is basic nothing else depends on it.
  mutating func removeConstraint(_ constraint: Int, _ budget: inout PivotBudget) throws(SolverError) {
    let symbol = Symbol(constraint: constraint)
    if case .column(let column) = place(of: symbol), let block = nearestWayOut(column) {
      try budget.spend(entries: entriesOfPivot(row: block.row, column: column))
      exchange(row: block.row, column: column, by: block.distance)
    }
    if case .row(let row) = place(of: symbol) { removeRow(row) }
  }

  /// The row that first comes to zero when a symbol moves up or down; with nothing in the way, the shortest row.
  private func nearestWayOut(_ column: Int) -> Block? {
    let rising = nearestBlock(column, isRising: true)
    var falling = nearestBlock(column, isRising: false)
    falling?.distance.negate()
    if let rising, let falling { return rising.distance <= -falling.distance ? rising : falling }
    if let block = rising ?? falling { return block }
    var shortest: (row: Int, coefficient: Double)?
    for entry in matrix.entries(ofColumn: column) {
      let (row, coefficient) = matrix.member(entry)
      if let shortest, matrix.entryCount(ofRow: shortest.row) <= matrix.entryCount(ofRow: row) { continue }
      shortest = (row, coefficient)
    }
    return shortest.map {
      Block(row: $0.row, distance: -values[$0.row] / $0.coefficient, rate: abs($0.coefficient), symbol: basic[$0.row])
    }
  }
}
