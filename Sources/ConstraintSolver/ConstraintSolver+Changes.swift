// Changes of structure: constraints come and go, all at once or not at all.

extension ConstraintSolver {
  /// Removes, adds and changes constraints as one; then solves once.
  ///
  /// Throws before anything is changed when the changes make no sense, and takes everything back when required
  /// constraints contradict each other and the rule is to refuse.
  public mutating func apply(_ changes: SolverChanges) throws(SolverError) {
    try check(changes)
    try attempt { (solver) throws(SolverError) in try solver.make(changes) }
  }

  private mutating func make(_ changes: SolverChanges) throws(SolverError) {
    forgetChanges()
    commitPlan()
    var isAfresh = isStale || pivotsOfTableau > 64 * constraints.count + 4096
    for id in changes.removals {
      isAfresh = isAfresh || isPartOfConflict(id)
      removeFromTable(id.index)
    }
    var shifts: [(index: Int, difference: Double)] = []
    for (id, value) in changes.constants {
      guard let record = constraints[id.index] else { continue }
      isAfresh = isAfresh || isPartOfConflict(id)
      shifts.append((id.index, record.sign * value - record.constant))
      constraints.setConstant(record.sign * value, of: id.index)
    }
    let added = changes.additions.sorted { $0.id < $1.id }
    for (id, constraint) in added { insert(constraint, at: id.index) }
    for (id, value) in changes.constants where added.contains(where: { $0.id == id }) {
      constraints.setConstant((constraints[id.index]?.sign ?? 1) * value, of: id.index)
    }
    if isAfresh {
      try solve(afresh: true)
    } else if try follow(changes.removals.sorted().map(\.index), shifts, added.map(\.id.index)) {
      try settleOrRebuild()
    } else {
      try solve(afresh: true)
    }
    if added.count > constraints.count / 2 { compact() }
  }

  /// Has the tableau do what the tables have done; returns false if that cannot be, or would be more work than to build it
  /// anew. What is left then is of no use.
  private mutating func follow(
    _ removals: [Int], _ shifts: [(index: Int, difference: Double)], _ additions: [Int]
  ) throws(SolverError) -> Bool {
    var budget = PivotBudget(limits, patience: 4 * held.tableau.matrix.entryCount + 10_000)
    do {
      for index in removals { try held.tableau.removeConstraint(index, &budget) }
      for (index, difference) in shifts { held.tableau.shift(index, by: difference) }
      guard try restoreAll(&budget) == nil else { return false }
      for index in additions { guard try place(index, &budget) == nil else { return false } }
      try held.tableau.optimise(&budget)
    } catch {
      // Built anew it may be sparser.
      guard budget.isOutOfPatience || error == .limitExceeded(.entries, allowed: limits.entries) else { throw error }
      return false
    }
    pivotsOfTableau += budget.spent
    return true
  }

  /// Gives back the memory that building has left over.
  private mutating func compact() {
    constraints.compact()
    held.tableau.compact()
  }

  // MARK: Tables

  private mutating func insert(_ constraint: Constraint, at index: Int) {
    constraints.insert(constraint, at: index)
    constraints.forEachTerm(of: index) { variables.countUse($0.variable, by: 1) }
  }

  private mutating func removeFromTable(_ index: Int) {
    constraints.forEachTerm(of: index) { variables.countUse($0.variable, by: -1) }
    constraints.remove(index)
    brokenConstraints.removeAll { $0.id.index == index }
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
      try payForPivot(row: block.row, column: column, &budget)
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
