// The primal simplex method, one level of cost after the other. It starts anywhere: what is not as wished only costs.

extension Tableau {
  /// Moves the point to where every level costs the least that the levels before it allow.
  ///
  /// Required rows must hold, and go on to hold. The result is the only optimum, whatever the point was before: the last
  /// two levels have no ties.
  mutating func optimise(_ budget: inout PivotBudget) throws(SolverError) {
    takeSides()
    var rates = CostRates(self)
    var locks = Locks(self)
    for level in 0...rates.tieLevel {
      try descend(level, &rates, &locks, &budget)
      locks.close(level, rates, self)
    }
    let open = locks.openColumns
    guard !open.isEmpty else { return }
    takeSidesOfVariables(open, &rates)
    try descend(rates.stayLevel, &rates, &locks, &budget)
  }

  /// Moves the point to the optimum of one level; returns false if there is none, since the way down has no end.
  @discardableResult
  mutating func descend(
    _ level: Int, _ rates: inout CostRates, _ locks: inout Locks, _ budget: inout PivotBudget
  ) throws(SolverError) -> Bool {
    var rounds = 0
    var isBounded = true
    while let (column, isRising) = steepest(level, rates, locks, cautious: rounds > 200) {
      guard let block = nearestBlock(column, isRising: isRising) else {
        // No cost falls without end, since none is negative: then the rate is rounding.
        locks.lock(column, isRising: isRising)
        isBounded = false
        continue
      }
      try budget.spend(
        entries: entriesOfPivot(row: block.row, column: column) + nonbasic.count * rates.levelCount)
      exchange(block, column, isRising: isRising, level, &rates)
      locks.renew(column, before: level, rates, self)
      rounds += 1
    }
    return isBounded
  }

  /// The column and direction in which a level's cost falls fastest; of equals, and when cautious, the first by symbol.
  private func steepest(
    _ level: Int, _ rates: borrowing CostRates, _ locks: borrowing Locks, cautious: Bool
  ) -> (column: Int, isRising: Bool)? {
    var best: (column: Int, isRising: Bool)?
    var bestRate = -Tolerance.cost
    for column in nonbasic.indices where !locks.isLocked(column) {
      for isRising in [true, false] where !locks.isLocked(column, isRising: isRising) {
        let rate = rates.total(column, self, at: level, isRising: isRising)
        guard rate < -Tolerance.cost else { continue }
        if let best {
          let isFirst = nonbasic[column] < nonbasic[best.column]
          guard cautious ? isFirst : rate < bestRate || rate == bestRate && isFirst else { continue }
        }
        best = (column, isRising)
        bestRate = rate
      }
    }
    return best
  }

  /// The row that first comes to zero when a nonbasic symbol moves.
  func nearestBlock(_ column: Int, isRising: Bool) -> Block? {
    var nearest: Block?
    for entry in matrix.entries(ofColumn: column) {
      let (row, coefficient) = matrix.member(entry)
      let rate = isRising ? coefficient : -coefficient
      let distance: Double
      switch sides[row] {
      case .above where rate < 0: distance = max(0, values[row]) / -rate
      case .below where rate > 0: distance = max(0, -values[row]) / rate
      case .any where nature(ofRow: row) == .fixed: distance = 0
      default: continue
      }
      let block = Block(row: row, distance: distance, rate: abs(rate), symbol: basic[row])
      if block.comes(before: nearest) { nearest = block }
    }
    return nearest
  }

  private mutating func exchange(
    _ block: Block, _ column: Int, isRising: Bool, _ level: Int, _ rates: inout CostRates
  ) {
    let (row, entering, leaving) = (block.row, nonbasic[column], basic[block.row])
    rates.beginExchange()
    for level in 0..<rates.levelCount {
      let slope = rates.slope(of: entering, self, at: level, isRising: isRising)
      let total = rates[column, level] + (isRising ? slope : -slope)
      rates.before[level] = abs(total) <= Tolerance.cost ? 0 : total
      if sides[row] != .any {
        let slope = rates.slope(of: leaving, self, at: level, isRising: sides[row] == .above)
        rates.leavingSlopes[level] = sides[row] == .above ? slope : -slope
      }
    }
    exchange(row: row, column: column, by: isRising ? block.distance : -block.distance)
    if natures[entering.slot] != .free || level == rates.stayLevel { sides[row] = isRising ? .above : .below }
    rates.follow(row: row, column: column, self)
  }

  // MARK: Sides

  /// Has every row's symbol keep to the side that it is on.
  mutating func takeSides() {
    for row in basic.indices {
      switch nature(ofRow: row) {
      case .free, .fixed: sides[row] = .any
      case .nonNegative: sides[row] = .above
      case .wishedZero, .wishedNonNegative: sides[row] = values[row] < -tolerance ? .below : .above
      }
    }
  }

  /// Has variables that the open columns move keep to their side as well, and cost what they are off zero.
  private mutating func takeSidesOfVariables(_ open: [Int], _ rates: inout CostRates) {
    var isMet = Store<Bool>(repeating: false, count: basic.count)
    for column in open {
      rates[column, rates.stayLevel] = 0
      for entry in matrix.entries(ofColumn: column) { isMet[matrix.member(entry).row] = true }
    }
    for row in basic.indices where isMet[row] && basic[row].isVariable {
      if nature(ofRow: row) == .free { sides[row] = values[row] < 0 ? .below : .above }
      let rise = sides[row] == .above ? basic[row].weight : -basic[row].weight
      for entry in matrix.entries(ofRow: row) {
        rates[matrix.column(entry), rates.stayLevel] += rise * matrix.coefficient(entry)
      }
    }
  }
}
