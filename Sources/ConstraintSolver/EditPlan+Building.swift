// The plan's lists are made anew when one more constant begins to move; until then nothing is looked up or allocated.

extension EditPlan {
  mutating func build(_ variables: VariableTable, _ tableau: borrowing Tableau) {
    rows.removeAll(keepingCapacity: true)
    metRows.removeAll(keepingCapacity: true)
    metRows.append(contentsOf: repeatElement(-1, count: tableau.basic.count))
    coefficients.removeAll(keepingCapacity: true)
    for position in moving.indices {
      switch tableau.place(of: Symbol(constraint: Int(moving[position]))) {
      case .row(let row): note(1, of: row, at: position)
      case .column(let column):
        for entry in tableau.matrix.entries(ofColumn: column) {
          let (row, coefficient) = tableau.matrix.member(entry)
          note(-coefficient, of: row, at: position)
        }
      case nil: break
      }
    }
    sort(variables, tableau)
    if moving.count == 1 { reach = reach(tableau.tolerance) }
  }

  /// Notes how much a row moves for every unit of a moving constant.
  private mutating func note(_ coefficient: Double, of row: Int, at position: Int) {
    if metRows[row] < 0 {
      metRows[row] = Int32(truncatingIfNeeded: rows.count)
      rows.append(Int32(truncatingIfNeeded: row))
      coefficients.append(contentsOf: repeatElement(0, count: moving.count))
    }
    coefficients[Int(metRows[row]) * moving.count + position] = coefficient
  }

  /// Tells the rows of variables, by identifier, and the rows with a side apart.
  private mutating func sort(_ variables: VariableTable, _ tableau: borrowing Tableau) {
    targets.removeAll(keepingCapacity: true)
    targetRows.removeAll(keepingCapacity: true)
    targetBases.removeAll(keepingCapacity: true)
    targetCoefficients.removeAll(keepingCapacity: true)
    targetIsSimple.removeAll(keepingCapacity: true)
    guards.removeAll(keepingCapacity: true)
    guardCoefficients.removeAll(keepingCapacity: true)
    let order = rows.indices.map { (tableau.basic[Int(rows[$0])], $0) }.sorted { $0.0 < $1.0 }
    for (symbol, index) in order {
      let row = Int(rows[index])
      let own = coefficients[index * moving.count..<(index + 1) * moving.count]
      if symbol.isVariable {
        targets.append(Int32(truncatingIfNeeded: symbol.index))
        targetRows.append(rows[index])
        let variable = symbol.index
        targetBases.append(DoubleDouble(tableau.values[row], variables.remainders[variable]))
        for column in exactColumns { targetCoefficients.append(column[variable]) }
        targetIsSimple.append(
          variables.remainders[variable] == 0 && exactColumns.count == 1 && exactColumns[0][variable].low == 0
            && exactColumns[0][variable].high.significand == 1)
      }
      let isFixed = tableau.nature(ofRow: row) == .fixed
      guard isFixed || tableau.sides[row] != .any else { continue }
      guards.append(
        Guard(
          row: rows[index], base: tableau.values[row], mayBeAbove: tableau.sides[row] == .above,
          mayBeBelow: tableau.sides[row] == .below))
      guardCoefficients.append(contentsOf: own)
    }
  }

  private func reach(_ tolerance: Double) -> ClosedRange<Double> {
    var lowest = -Double.infinity
    var highest = Double.infinity
    for index in guards.indices {
      let (row, rate) = (guards[index], guardCoefficients[index])
      if !row.mayBeBelow {
        let shift = min(0, (-tolerance - row.base) / abs(rate))
        if rate > 0 { lowest = max(lowest, shift) } else { highest = min(highest, -shift) }
      }
      if !row.mayBeAbove {
        let shift = max(0, (tolerance - row.base) / abs(rate))
        if rate > 0 { highest = min(highest, shift) } else { lowest = max(lowest, -shift) }
      }
    }
    return lowest...highest
  }
}
