// Values that depend on the constraints alone, to the last bit.
//
// Pivots leave rounding errors, others on every way to the same optimum. So at the end the nonbasic deviations, which are
// zero by definition, are computed from the constraints themselves with twice the precision, and what they are off is
// taken out through the tableau. What remains is far below the last bit of a value.

extension ConstraintSolver {
  /// Computes the exact values at the optimal basis, and notes the variables whose value is another one now.
  mutating func settle() throws(SolverError) {
    held.exact.removeAll()
    held.exact.append(repeating: DoubleDouble(0), count: variables.values.count)
    var largest = 0.0
    for row in held.tableau.basic.indices where held.tableau.basic[row].isVariable {
      held.exact[held.tableau.basic[row].index] = DoubleDouble(held.tableau.values[row])
      largest = max(largest, abs(held.tableau.values[row]))
    }
    try held.tableau.refine(&held.exact, largest, constraints)
    let zero = largest * Tolerance.zero
    for index in held.exact.indices {
      let value = abs(held.exact[index].high) <= zero ? DoubleDouble(0) : held.exact[index].settled
      variables.setRemainder(value.low, of: index)
      if variables.setValue(value.high, of: index) { settledChanges.append(VariableID(index)) }
    }
    ownPlan()
    edits.plan.zero = zero
    held.tableau.takeValues(variables, held.exact, constraints)
    held.tableau.tolerance = max(Tolerance.violation, Tolerance.relativeViolation * largest)
  }

  /// How far every variable moves, exactly, for each unit of a constraint's constant; it stays at the optimal basis.
  func exactColumn(of constraint: Int) throws(SolverError) -> Store<DoubleDouble> {
    var exact = Store(repeating: DoubleDouble(0), count: variables.values.count)
    guard case .column(let column) = held.tableau.place(of: Symbol(constraint: constraint)) else { return exact }
    var largest = 0.0
    for entry in held.tableau.matrix.entries(ofColumn: column) {
      let (row, coefficient) = held.tableau.matrix.member(entry)
      let symbol = held.tableau.basic[row]
      guard symbol.isVariable else { continue }
      exact[symbol.index] = DoubleDouble(-coefficient)
      largest = max(largest, abs(coefficient))
    }
    try held.tableau.refine(&exact, largest, constraints, movedBy: constraint)
    return exact
  }
}

extension Tableau {
  /// Takes out of a solution what it is off; with a moved constraint, of its derivative.
  func refine(
    _ exact: inout Store<DoubleDouble>, _ largest: Double, _ constraints: borrowing ConstraintTable,
    movedBy moved: Int? = nil
  ) throws(SolverError) {
    for round in 0..<4 {
      var isExact = true
      for column in nonbasic.indices where !nonbasic[column].isVariable {
        let constraint = nonbasic[column].index
        let constant = moved.map { $0 == constraint ? 1 : 0 } ?? constraints.constant(of: constraint)
        let (deviation, ownSize) = constraints.deviation(of: constraint, constant: constant, at: exact)
        let size = max(ownSize, largest)
        guard abs(deviation.high) > size * 0x1p-98 else { continue }
        guard round < 3 || abs(deviation.high) <= size * 1e-9 else { throw .numericallyUnstable }
        isExact = false
        for entry in matrix.entries(ofColumn: column) {
          let (row, coefficient) = matrix.member(entry)
          if basic[row].isVariable { exact[basic[row].index].add(deviation * -coefficient) }
        }
      }
      if isExact { return }
    }
  }

  /// Sets the point to the values of the variables, and to what follows for deviations.
  mutating func takeValues(
    _ variables: borrowing VariableTable, _ exact: borrowing Store<DoubleDouble>,
    _ constraints: borrowing ConstraintTable
  ) {
    for row in basic.indices {
      let index = basic[row].index
      values[row] =
        basic[row].isVariable
        ? variables.value(of: index)
        : constraints.deviation(of: index, constant: constraints.constant(of: index), at: exact).value.high
    }
  }
}
