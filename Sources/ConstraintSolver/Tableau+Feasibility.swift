// Required constraints hold: one row after the other is brought where it must be, while those that hold go on to hold.

extension Tableau {
  /// Whether a row's symbol has a value that it must not have.
  func isViolated(_ row: Int) -> Bool {
    switch nature(ofRow: row) {
    case .fixed: abs(values[row]) > tolerance
    case .nonNegative: values[row] < -tolerance
    case .free, .wishedZero, .wishedNonNegative: false
    }
  }

  /// Moves the point until a row is not violated, along with what it takes for the other required ones.
  ///
  /// Returns false when that cannot be: then the row's own entries say why. Each names a symbol that is at its bound, and
  /// none can be left out, since the columns of basic symbols are independent: the contradiction is irreducible.
  mutating func restore(_ row: Int, _ budget: inout PivotBudget) throws(SolverError) -> Bool {
    let symbol = basic[row]
    var rounds = 0
    while case .row(let row) = place(of: symbol), isViolated(row) {
      let isRising = values[row] < 0
      guard let (column, direction) = helper(of: row, isRising: isRising, cautious: rounds > 100) else { return false }
      try payForPivot(row: row, column: column, &budget)
      let reach = abs(values[row] / matrix.coefficient(row: row, column: column))
      if let block = requiredBlock(column, direction, before: reach, except: row) {
        exchange(row: block.row, column: column, by: direction * block.distance)
      } else {
        exchange(row: row, column: column, by: direction * reach)
      }
      rounds += 1
    }
    return true
  }

  /// Makes a required equation that holds nonbasic, as long as something can take its place.
  mutating func retire(_ row: Int, _ budget: inout PivotBudget) throws(SolverError) {
    guard let (column, _) = helper(of: row, isRising: nil, cautious: false) else { return }
    try payForPivot(row: row, column: column, &budget)
    exchange(row: row, column: column, by: -values[row] / matrix.coefficient(row: row, column: column))
  }

  /// The nonbasic symbol that is to move so that a row's symbol rises or falls, and its direction; nil: any that can move.
  ///
  /// Free symbols go first, then those whose columns are short: that keeps the tableau sparse. The cautious choice is
  /// Bland's, the first of all that can, which never runs in a circle.
  private func helper(of row: Int, isRising: Bool?, cautious: Bool) -> (column: Int, direction: Double)? {
    var largest = 0.0
    for entry in matrix.entries(ofRow: row) {
      let coefficient = matrix.coefficient(entry)
      if direction(of: matrix.column(entry), coefficient, isRising) != nil { largest = max(largest, abs(coefficient)) }
    }
    guard largest > 0 else { return nil }
    var best: (column: Int, direction: Double, rating: (Int, Int, Symbol))?
    for entry in matrix.entries(ofRow: row) {
      let (column, coefficient) = (matrix.column(entry), matrix.coefficient(entry))
      guard abs(coefficient) >= largest * 1e-3 || cautious,
        let direction = direction(of: column, coefficient, isRising)
      else { continue }
      let rating =
        cautious ? (0, 0, nonbasic[column]) : (effort(column), matrix.entryCount(ofColumn: column), nonbasic[column])
      if let best, best.rating <= rating { continue }
      best = (column, direction, rating)
    }
    return best.map { ($0.column, $0.direction) }
  }

  private func direction(of column: Int, _ coefficient: Double, _ isRising: Bool?) -> Double? {
    let nature = nature(ofColumn: column)
    guard let isRising else { return nature == .fixed ? nil : 1 }
    return (coefficient > 0) == isRising ? (nature.canRise ? 1 : nil) : (nature.canFall ? -1 : nil)
  }

  private func effort(_ column: Int) -> Int {
    switch nature(ofColumn: column) {
    case .free: 0
    case .wishedZero, .wishedNonNegative: 1
    case .nonNegative, .fixed: 2
    }
  }

  /// The first required row that holds now and would not beyond, when a nonbasic symbol moves.
  private func requiredBlock(
    _ column: Int, _ direction: Double, before reach: Double, except excluded: Int
  ) -> Block? {
    var nearest: Block?
    for entry in matrix.entries(ofColumn: column) {
      let (row, coefficient) = matrix.member(entry)
      let rate = coefficient * direction
      guard row != excluded, nature(ofRow: row).isHard, !isViolated(row), nature(ofRow: row) == .fixed || rate < 0
      else { continue }
      let distance = nature(ofRow: row) == .fixed ? 0 : max(0, values[row]) / -rate
      let block = Block(row: row, distance: distance, rate: abs(rate), symbol: basic[row])
      if distance < reach, block.comes(before: nearest) { nearest = block }
    }
    return nearest
  }
}

/// A row whose symbol stops the movement of a nonbasic one.
struct Block {
  var row: Int
  /// How far the nonbasic symbol may move.
  var distance: Double
  /// How fast the row's symbol moves; the faster, the better the row is as a pivot.
  var rate: Double
  var symbol: Symbol

  /// Whether this one stops the movement rather than the other: the nearer, then the steadier, then the older.
  func comes(before other: Block?) -> Bool {
    guard let other else { return true }
    if abs(distance - other.distance) > 1e-12 * max(distance, other.distance) { return distance < other.distance }
    return rate != other.rate ? rate > other.rate : symbol < other.symbol
  }
}
