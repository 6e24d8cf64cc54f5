// Values that depend on the constraints alone, to the last bit.
//
// Pivots leave rounding errors, others on every way to the same optimum. So at the end the nonbasic deviations, which are
// zero by definition, are computed from the constraints themselves with twice the precision, and what they are off is
// taken out through the held.tableau. What remains is far below the last bit of a value.

extension ConstraintSolver {
  /// Computes the exact values at the optimal basis, and notes the variables whose value is another one now.
  mutating func settle() throws(SolverError) {
    var exact = [DoubleDouble](repeating: DoubleDouble(0), count: variables.values.count)
    for row in held.tableau.basic.indices where held.tableau.basic[row].isVariable {
      exact[held.tableau.basic[row].index] = DoubleDouble(held.tableau.values[row])
    }
    let largest = exact.reduce(0) { max($0, abs($1.high)) }
    try refine(&exact, largest)
    let zero = largest * Tolerance.zero
    for index in exact.indices {
      let value = abs(exact[index].high) <= zero ? DoubleDouble(0) : exact[index].settled
      variables.setRemainder(value.low, of: index)
      if variables.setValue(value.high, of: index) { settledChanges.append(VariableID(index)) }
    }
    ownPlan()
    edits.plan.zero = zero
    for row in held.tableau.basic.indices {
      let symbol = held.tableau.basic[row]
      held.tableau.values[row] =
        symbol.isVariable ? variables.values[symbol.index] : deviation(of: symbol.index, exact).value.high
    }
    held.tableau.tolerance = max(Tolerance.violation, Tolerance.relativeViolation * largest)
  }

  /// How far every variable moves, exactly, for each unit of a constraint's constant; it stays at the optimal basis.
  func exactColumn(of constraint: Int) throws(SolverError) -> [DoubleDouble] {
    var exact = [DoubleDouble](repeating: DoubleDouble(0), count: variables.values.count)
    guard case .column(let column) = held.tableau.place(of: Symbol(constraint: constraint)) else { return exact }
    var largest = 0.0
    for entry in held.tableau.matrix.entries(ofColumn: column) {
      let (row, coefficient) = held.tableau.matrix.member(entry)
      let symbol = held.tableau.basic[row]
      guard symbol.isVariable else { continue }
      exact[symbol.index] = DoubleDouble(-coefficient)
      largest = max(largest, abs(coefficient))
    }
    try refine(&exact, largest, movedBy: constraint)
    return exact
  }

  /// Takes out of a solution what it is off; with a moved constraint, of its derivative.
  private func refine(
    _ exact: inout [DoubleDouble], _ largest: Double, movedBy moved: Int? = nil
  ) throws(SolverError) {
    for round in 0..<4 {
      var isExact = true
      for column in held.tableau.nonbasic.indices where !held.tableau.nonbasic[column].isVariable {
        let (deviation, ownSize) = deviation(of: held.tableau.nonbasic[column].index, exact, movedBy: moved)
        let size = max(ownSize, largest)
        guard abs(deviation.high) > size * 0x1p-98 else { continue }
        guard round < 3 || abs(deviation.high) <= size * 1e-9 else { throw .numericallyUnstable }
        isExact = false
        for entry in held.tableau.matrix.entries(ofColumn: column) {
          let (row, coefficient) = held.tableau.matrix.member(entry)
          if held.tableau.basic[row].isVariable { exact[held.tableau.basic[row].index].add(deviation * -coefficient) }
        }
      }
      if isExact { return }
    }
  }

  /// How far a constraint's sum is from zero, and the size of its largest part.
  private func deviation(
    of constraint: Int, _ exact: [DoubleDouble], movedBy moved: Int? = nil
  ) -> (value: DoubleDouble, size: Double) {
    guard let record = constraints[constraint] else { return (DoubleDouble(0), 0) }
    let constant = moved.map { $0 == constraint ? 1 : 0 } ?? record.constant
    var value = DoubleDouble(constant)
    var size = abs(constant)
    for term in constraints.terms(of: constraint) {
      let part = exact[term.variable] * term.coefficient
      value.add(part)
      size = max(size, abs(part.high))
    }
    return (value, size)
  }
}
