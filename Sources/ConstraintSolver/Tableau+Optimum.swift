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
      // Where the point does not get on, the plain rules end for sure: Bland's choice, and no step past a row.
      let block =
        rounds > 200
        ? nearestBlock(column, isRising: isRising) : farthestBlock(column, isRising: isRising, level, &rates)
      guard let block else {
        // No cost falls without end, since none is negative: then the rate is rounding.
        locks.lock(column, isRising: isRising)
        isBounded = false
        continue
      }
      try payForPivot(row: block.row, column: column, looks: nonbasic.count * rates.levelCount, &budget)
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

  /// The row at which the movement of a nonbasic symbol is to end: where the level's cost would begin to rise, or where
  /// a row comes to zero that must not leave its side.
  ///
  /// The other rows on the way change sides. Each of them would be a pivot otherwise, and in a long chain of views that
  /// nothing holds there are hundreds.
  private mutating func farthestBlock(
    _ column: Int, isRising: Bool, _ level: Int, _ rates: inout CostRates
  ) -> Block? {
    guard let nearest = nearestBlock(column, isRising: isRising) else { return nil }
    var rate = rates.total(column, self, at: level, isRising: isRising)
    guard let rise = riseBeyond(nearest, level, rates), rate + rise < -Tolerance.cost else { return nearest }
    var passed: [Block] = []
    for block in blocks(column, isRising: isRising).sorted(by: { $0.comes(before: $1) }) {
      guard let rise = riseBeyond(block, level, rates), rate + rise < -Tolerance.cost else {
        for block in passed { changeSide(of: block.row, &rates) }
        return block
      }
      rate += rise
      passed.append(block)
    }
    // Costs do not fall without end: the rates are rounding, and the nearest row is the place to see that anew.
    return nearest
  }

  /// How much faster a level's cost rises beyond a row's zero; nil if the row must not leave its side.
  private func riseBeyond(_ block: Block, _ level: Int, _ rates: borrowing CostRates) -> Double? {
    let symbol = basic[block.row]
    switch natures[symbol.slot] {
    case .nonNegative, .fixed: return nil
    case .free: return level == rates.stayLevel ? 2 * symbol.weight * block.rate : nil
    case .wishedZero, .wishedNonNegative:
      guard level < rates.tieLevel, ranks[symbol.slot] <= rates.ranks[level] else { return nil }
      guard ranks[symbol.slot] == rates.ranks[level] else { return 0 }
      return natures[symbol.slot] == .wishedZero ? 2 * block.rate : block.rate
    }
  }

  /// Has a row's symbol be on the other side of zero, where it costs something else to move it.
  private mutating func changeSide(of row: Int, _ rates: inout CostRates) {
    let before = slope(ofRow: row)
    sides[row] = sides[row] == .above ? .below : .above
    rates.add(slope(ofRow: row) - before, timesRow: row, self)
  }

  /// What moving a row's symbol upwards costs, for symbols that may change sides.
  private func slope(ofRow row: Int) -> Double {
    nature(ofRow: row) == .free ? Double(sides[row].rawValue) : wishSlope(ofRow: row)
  }

  /// The rows that come to zero when a nonbasic symbol moves.
  private func blocks(_ column: Int, isRising: Bool) -> [Block] {
    matrix.entries(ofColumn: column).compactMap { block(matrix.member($0), isRising: isRising) }
  }

  /// The row that first comes to zero when a nonbasic symbol moves.
  func nearestBlock(_ column: Int, isRising: Bool) -> Block? {
    var nearest: Block?
    for entry in matrix.entries(ofColumn: column) {
      if let block = block(matrix.member(entry), isRising: isRising), block.comes(before: nearest) { nearest = block }
    }
    return nearest
  }

  /// Where a nonbasic symbol's movement meets the zero of a row that it moves; nil if never, or if zero means nothing.
  @inline(__always)
  private func block(_ member: (row: Int, coefficient: Double), isRising: Bool) -> Block? {
    let row = member.row
    let rate = isRising ? member.coefficient : -member.coefficient
    let distance: Double
    switch sides[row] {
    case .above where rate < 0: distance = max(0, values[row]) / -rate
    case .below where rate > 0: distance = max(0, -values[row]) / rate
    case .any where nature(ofRow: row) == .fixed: distance = 0
    default: return nil
    }
    return Block(row: row, distance: distance, rate: abs(rate), symbol: basic[row])
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
