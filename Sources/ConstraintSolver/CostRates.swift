/// What it costs, at each level, to move a nonbasic symbol upwards, apart from what that symbol itself costs.
///
/// A level is a priority; the last but one settles ties between wishes, and the last one variables that nothing
/// determines. A level counts only where all before it are indifferent: weights of different levels never meet.
struct CostRates: ~Copyable {
  /// The ranks of the levels, in descending order.
  let ranks: [UInt16]
  let levelCount: Int
  /// By column, then level.
  private var rates: Store<Double>
  /// For an exchange, by level: what it costs to move the entering symbol upwards, everything included, and what the
  /// leaving one itself costs.
  var before: Store<Double>
  var leavingSlopes: Store<Double>
  /// A symbol whose own movement the level of ties stands for; see ``probe(_:up:_:)``.
  var probed: Symbol?
  var probedSlope = 0.0

  /// The level at which wishes of one priority that compete are told apart.
  var tieLevel: Int { ranks.count }
  /// The level at which variables stay at zero that could be anywhere.
  var stayLevel: Int { ranks.count + 1 }

  init(_ tableau: borrowing Tableau) {
    var used: [UInt16] = []
    for index in 0..<tableau.basic.count + tableau.nonbasic.count {
      let symbol =
        index < tableau.basic.count ? tableau.basic[index] : tableau.nonbasic[index - tableau.basic.count]
      guard tableau.natures[symbol.slot].isWish else { continue }
      let rank = tableau.ranks[symbol.slot]
      let position = used.firstIndex { $0 <= rank } ?? used.count
      if position == used.count || used[position] != rank { used.insert(rank, at: position) }
    }
    ranks = used
    levelCount = used.count + 2
    rates = Store(repeating: 0, count: tableau.nonbasic.count * levelCount)
    before = Store(repeating: 0, count: levelCount)
    leavingSlopes = Store(repeating: 0, count: levelCount)
    for row in tableau.basic.indices {
      let rise = tableau.wishSlope(ofRow: row)
      guard rise != 0 else { continue }
      let symbol = tableau.basic[row]
      let level = used.firstIndex(of: tableau.ranks[symbol.slot]) ?? 0
      let tie = rise * symbol.weight
      for entry in tableau.matrix.entries(ofRow: row) {
        let (column, coefficient) = (tableau.matrix.column(entry), tableau.matrix.coefficient(entry))
        rates[column * levelCount + level] += rise * coefficient
        rates[column * levelCount + tieLevel] += tie * coefficient
      }
    }
  }

  subscript(column: Int, level: Int) -> Double {
    @inline(__always) get { rates[column * levelCount + level] }
    @inline(__always) set { rates[column * levelCount + level] = newValue }
  }

  /// What a symbol itself costs at a level for every unit above zero, or below.
  @inline(__always)
  func slope(of symbol: Symbol, _ tableau: borrowing Tableau, at level: Int, isRising: Bool) -> Double {
    if let probed, level == tieLevel { return symbol == probed ? (isRising ? probedSlope : -probedSlope) : 0 }
    switch tableau.natures[symbol.slot] {
    case .free: return level == stayLevel ? symbol.weight : 0
    case .nonNegative: return level == stayLevel && symbol.isVariable ? symbol.weight : 0
    case .fixed: return 0
    case .wishedNonNegative where isRising: return 0
    case .wishedZero, .wishedNonNegative:
      if level < tieLevel { return ranks[level] == tableau.ranks[symbol.slot] ? 1 : 0 }
      return level == tieLevel ? symbol.weight : 0
    }
  }

  /// What it costs at a level to move a nonbasic symbol, everything included.
  @inline(__always)
  func total(_ column: Int, _ tableau: borrowing Tableau, at level: Int, isRising: Bool) -> Double {
    let slope = slope(of: tableau.nonbasic[column], tableau, at: level, isRising: isRising)
    return isRising ? slope + self[column, level] : slope - self[column, level]
  }

  /// Follows a row's symbol to the other side of zero, where its own slope is another one.
  mutating func add(_ slope: Double, timesRow row: Int, _ tableau: borrowing Tableau) {
    let symbol = tableau.basic[row]
    let isWish = tableau.natures[symbol.slot].isWish
    let level = isWish ? ranks.firstIndex(of: tableau.ranks[symbol.slot]) ?? 0 : stayLevel
    for entry in tableau.matrix.entries(ofRow: row) {
      let start = tableau.matrix.column(entry) * levelCount
      let coefficient = tableau.matrix.coefficient(entry)
      rates[start + level] += isWish ? slope * coefficient : slope * symbol.weight * coefficient
      if isWish { rates[start + tieLevel] += slope * symbol.weight * coefficient }
    }
  }

  mutating func beginExchange() {
    for level in 0..<levelCount {
      before[level] = 0
      leavingSlopes[level] = 0
    }
  }

  /// Follows an exchange that the tableau has made.
  mutating func follow(row: Int, column: Int, _ tableau: borrowing Tableau) {
    for entry in tableau.matrix.entries(ofRow: row) {
      let (other, coefficient) = (tableau.matrix.column(entry), tableau.matrix.coefficient(entry))
      let start = other * levelCount
      for level in 0..<levelCount where before[level] != 0 {
        let added = before[level] * coefficient
        rates[start + level] = other == column ? added : sum(rates[start + level], added)
      }
    }
    for level in 0..<levelCount {
      if before[level] == 0 { rates[column * levelCount + level] = 0 }
      rates[column * levelCount + level] -= leavingSlopes[level]
    }
  }
}

extension Symbol {
  /// Weights of one level are all different, so that what they decide has one answer: the lower identifier weighs more.
  ///
  /// They fall from 2 towards 1. Sums of several must differ as well, such as those of 0 and 3, and of 1 and 2: so the
  /// steps are not equal, and what is added to an identifier follows no rule that sums could have in common.
  @inline(__always)
  var weight: Double {
    var bits = UInt32(truncatingIfNeeded: index) &* 0x9E37_79B1
    bits = (bits ^ bits >> 15) &* 0x85EB_CA77
    bits ^= bits >> 13
    return 1 + 4096 / (4096 + Double(index) + Double(bits) * 0.4 * 0x1p-32)
  }
}

extension Tableau {
  /// What a basic wish costs for every unit that it rises, in the direction that its side allows.
  func wishSlope(ofRow row: Int) -> Double {
    switch (natures[basic[row].slot], sides[row]) {
    case (.wishedZero, .above): 1
    case (.wishedZero, .below), (.wishedNonNegative, .below): -1
    default: 0
    }
  }
}
