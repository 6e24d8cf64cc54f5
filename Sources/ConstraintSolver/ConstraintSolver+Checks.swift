// What comes in is checked in full before anything is changed: the rest of the solver meets only what makes sense.

extension ConstraintSolver {
  func checkConstant(_ value: Double, of id: ConstraintID) throws(SolverError) {
    guard contains(id) else { throw .unknownConstraint(id) }
    try checkNumber(value, in: id)
  }

  func check(_ changes: SolverChanges) throws(SolverError) {
    let removed = changes.removals.sorted()
    for (position, id) in removed.enumerated()
    where !contains(id) || position > 0 && removed[position - 1] == id {
      throw .unknownConstraint(id)
    }
    let added = changes.additions.map(\.id).sorted()
    for (first, second) in zip(added, added.dropFirst()) where first == second { throw .duplicateConstraint(first) }
    for (id, constraint) in changes.additions {
      guard !contains(id) || removed.holds(id) else { throw .duplicateConstraint(id) }
      guard id.index >= 0 else { throw .unknownConstraint(id) }
      guard id.index < min(limits.constraints, Self.largestIndex) else {
        throw .limitExceeded(.constraints, allowed: limits.constraints)
      }
      try check(constraint, id)
    }
    guard constraintCount - removed.count + added.count <= limits.constraints else {
      throw .limitExceeded(.constraints, allowed: limits.constraints)
    }
    for (id, value) in changes.constants {
      guard added.holds(id) || contains(id) && !removed.holds(id) else { throw .unknownConstraint(id) }
      try checkNumber(value, in: id)
    }
  }

  private func check(_ constraint: Constraint, _ id: ConstraintID) throws(SolverError) {
    guard (1...Constraint.required).contains(constraint.priority) else {
      throw .invalidPriority(constraint.priority, of: id)
    }
    guard constraint.terms.count <= limits.terms else {
      throw .limitExceeded(.termsOfConstraint, allowed: limits.terms)
    }
    try checkNumber(constraint.constant, in: id)
    for term in constraint.terms {
      guard contains(term.variable) else { throw .unknownVariable(term.variable) }
      try checkNumber(term.coefficient, in: id)
    }
  }

  private func checkNumber(_ number: Double, in id: ConstraintID) throws(SolverError) {
    guard abs(number) <= Tolerance.largestNumber else { throw .invalidNumber(number, in: id) }
  }
}

extension [ConstraintID] {
  /// Whether a sorted list has an identifier.
  func holds(_ id: ConstraintID) -> Bool {
    var range = indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if self[middle] == id { return true }
      range = self[middle] < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }
}
