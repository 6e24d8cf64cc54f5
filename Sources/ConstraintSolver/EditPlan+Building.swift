// The plan's lists are made anew when one more constant begins to move; until then nothing is looked up or allocated.

extension EditPlan {
  /// Makes the lists for the constants that move; the present values are those of the table.
  mutating func build(_ variables: VariableTable, _ tableau: borrowing Tableau) {
    var met = MetRows(count: tableau.basic.count, constants: moving.count)
    for position in moving.indices {
      switch tableau.place(of: Symbol(constraint: Int(moving[position].constraint))) {
      case .row(let row): met.note(1, of: row, at: position)
      case .column(let column):
        for entry in tableau.matrix.entries(ofColumn: column) {
          let (row, coefficient) = tableau.matrix.member(entry)
          met.note(-coefficient, of: row, at: position)
        }
      case nil: break
      }
    }
    setTargets(met.rows, variables, tableau)
    setGuards(met, tableau)
    reach = moving.count == 1 ? reach(tableau.tolerance) : .none
  }

  private mutating func setTargets(_ rows: [Int32], _ variables: VariableTable, _ tableau: borrowing Tableau) {
    var found: [(rank: Int, variable: Int, row: Int32)] = []
    for row in rows where tableau.basic[Int(row)].isVariable {
      let variable = tableau.basic[Int(row)].index
      let coefficients = moving.indices.map { exactColumns[$0 * variables.values.count + variable] }
      let rank = Exactness.rank(base: base(variable, row, variables, tableau), coefficients: coefficients)
      found.append((rank, variable, row))
    }
    found.sort { ($0.rank, $0.variable) < ($1.rank, $1.variable) }
    targetCount = found.count
    exactness = Exactness()
    isSecondPresent = false
    numbers = Store(repeating: 0, count: (moving.count + 3) * targetCount)
    baseRests = Store(repeating: 0, count: targetCount)
    coefficientRests = Store(repeating: 0, count: moving.count * targetCount)
    targets.removeAll()
    targetRows.removeAll()
    targetOfVariable = Store(repeating: -1, count: variables.values.count)
    for (target, (rank, variable, row)) in found.enumerated() {
      exactness.count(rank: rank)
      let base = base(variable, row, variables, tableau)
      numbers[target] = base.high
      baseRests[target] = base.low
      for position in moving.indices {
        let coefficient = exactColumns[position * variables.values.count + variable]
        numbers[(position + 1) * targetCount + target] = coefficient.high
        coefficientRests[position * targetCount + target] = coefficient.low
      }
      for list in 1...2 { numbers[(moving.count + list) * targetCount + target] = variables.values[variable] }
      targets.append(Int32(truncatingIfNeeded: variable))
      targetRows.append(row)
      targetOfVariable[variable] = Int32(truncatingIfNeeded: target)
    }
    order.removeAll()
    for target in found.indices.sorted(by: { found[$0].variable < found[$1].variable }) {
      order.append(Int32(truncatingIfNeeded: target))
    }
  }

  /// The exact value of a variable at the point.
  private func base(
    _ variable: Int, _ row: Int32, _ variables: VariableTable, _ tableau: borrowing Tableau
  ) -> DoubleDouble {
    DoubleDouble(tableau.values[Int(row)], variables.remainders[variable])
  }

  private mutating func setGuards(_ met: MetRows, _ tableau: borrowing Tableau) {
    var guarded: [(place: Int, sign: Double)] = []
    for (place, row) in met.rows.enumerated() {
      let isFixed = tableau.nature(ofRow: Int(row)) == .fixed
      let side = tableau.sides[Int(row)]
      if isFixed || side == .above { guarded.append((place, 1)) }
      if isFixed || side == .below { guarded.append((place, -1)) }
    }
    guards.removeAll()
    guardNumbers = Store(repeating: 0, count: (moving.count + 2) * guarded.count)
    for (index, (place, sign)) in guarded.enumerated() {
      let row = met.rows[place]
      guards.append(sign > 0 ? row : ~row)
      guardNumbers[index] = sign * tableau.values[Int(row)]
      for position in moving.indices {
        guardNumbers[(position + 1) * guarded.count + index] = sign * met.coefficient(place, at: position)
      }
    }
  }

  private func reach(_ tolerance: Double) -> ShiftRange {
    var reach = ShiftRange(lowest: -Self.largestShift, highest: Self.largestShift)
    for index in guards.indices {
      let rate = guardNumbers[guards.count + index]
      let shift = min(0, (-tolerance - guardNumbers[index]) / abs(rate))
      if rate > 0 { reach.lowest = max(reach.lowest, shift) } else { reach.highest = min(reach.highest, -shift) }
    }
    return reach
  }

  /// Has nothing move.
  mutating func clear() {
    moving.removeAll()
    exactColumns.removeAll()
    targetCount = 0
    targets.removeAll()
    targetRows.removeAll()
    targetOfVariable.removeAll()
    order.removeAll()
    guards.removeAll()
    reach = .none
  }
}

/// The rows that moving constants move, and by how much for each.
private struct MetRows {
  private(set) var rows: [Int32] = []
  private var coefficients: [Double] = []
  private var places: [Int32]
  private let constants: Int

  init(count: Int, constants: Int) {
    places = [Int32](repeating: -1, count: count)
    self.constants = constants
  }

  /// Notes how much a row moves for every unit of a moving constant.
  mutating func note(_ coefficient: Double, of row: Int, at position: Int) {
    if places[row] < 0 {
      places[row] = Int32(truncatingIfNeeded: rows.count)
      rows.append(Int32(truncatingIfNeeded: row))
      coefficients.append(contentsOf: repeatElement(0, count: constants))
    }
    coefficients[Int(places[row]) * constants + position] = coefficient
  }

  func coefficient(_ place: Int, at position: Int) -> Double { coefficients[place * constants + position] }
}
