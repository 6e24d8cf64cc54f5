// Which variables the constraints leave open: those that can move while nothing that is required or wished gets worse.

extension Tableau {
  /// The indices of the variables that have more than one value among all optimal points, in ascending order.
  ///
  /// The point must be an optimum. What open columns do not move is determined; what one moves at once is not. Each other
  /// variable is moved as far down and up as it goes, since a column that looks open may be stuck at a bound. One copy
  /// serves for all of them: wherever the last one has led, the point is as good as before. Where the budget ends, what
  /// has been found by then is the answer.
  func undeterminedVariables(_ budget: inout PivotBudget) -> [Int] {
    var tableau = copy()
    tableau.takeSides()
    var rates = CostRates(tableau)
    var locks = tableau.locks(rates)
    var (undetermined, candidates) = tableau.candidates(locks)
    for symbol in candidates.sorted() where !undetermined.contains(symbol) {
      do throws(SolverError) {
        if try tableau.canMove(symbol, &rates, &locks, &budget) { undetermined.insert(symbol) }
      } catch {
        break
      }
    }
    return undetermined.map(\.index).sorted()
  }

  /// The variables that some open column moves at once, and all that any moves.
  private func candidates(_ locks: borrowing Locks) -> (moving: Set<Symbol>, all: Set<Symbol>) {
    var moving: Set<Symbol> = []
    var all: Set<Symbol> = []
    for column in locks.openColumns {
      var symbols = nonbasic[column].isVariable ? [nonbasic[column]] : []
      for entry in matrix.entries(ofColumn: column) {
        let symbol = basic[matrix.member(entry).row]
        if symbol.isVariable { symbols.append(symbol) }
      }
      all.formUnion(symbols)
      let isFree = [true, false].contains { isRising in
        !locks.isLocked(column, isRising: isRising)
          && (nearestBlock(column, isRising: isRising).map { $0.distance > tolerance } ?? true)
      }
      if isFree { moving.formUnion(symbols) }
    }
    return (moving, all)
  }

  /// Whether a variable can leave its value; the point stays where that has led.
  private mutating func canMove(
    _ symbol: Symbol, _ rates: inout CostRates, _ locks: inout Locks, _ budget: inout PivotBudget
  ) throws(SolverError) -> Bool {
    let start = value(of: symbol)
    for up in [true, false] {
      try budget.work(entries: nonbasic.count * rates.levelCount)
      rates.probe(symbol, up: up, self)
      let isBounded = try descend(rates.tieLevel, &rates, &locks, &budget)
      // What was locked for want of an end is open again for the next one.
      if !isBounded { locks = self.locks(rates) }
      if !isBounded || abs(value(of: symbol) - start) > tolerance { return true }
    }
    return false
  }

  /// The locks of all levels of wishes; ties are not settled.
  private func locks(_ rates: borrowing CostRates) -> Locks {
    var locks = Locks(self)
    for level in 0..<rates.tieLevel { locks.close(level, rates, self) }
    return locks
  }

  private func value(of symbol: Symbol) -> Double {
    if case .row(let row) = place(of: symbol) { return values[row] }
    return 0
  }
}

extension CostRates {
  /// Has the level of ties say how fast a symbol falls instead, or rises, so that its optimum is how far that goes.
  mutating func probe(_ symbol: Symbol, up: Bool, _ tableau: borrowing Tableau) {
    probed = symbol
    probedSlope = up ? -1 : 1
    for column in tableau.nonbasic.indices { self[column, tieLevel] = 0 }
    guard case .row(let row) = tableau.place(of: symbol) else { return }
    for entry in tableau.matrix.entries(ofRow: row) {
      self[tableau.matrix.column(entry), tieLevel] = probedSlope * tableau.matrix.coefficient(entry)
    }
  }
}
