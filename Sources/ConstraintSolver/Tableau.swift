/// The simplex tableau: each basic symbol as a linear function of the nonbasic ones, and a point.
///
/// Invariants: there is a row for every constraint and a column for every variable of the solver. Nonbasic symbols are
/// zero, so the point is the values of the rows. The functions have no constant part: constants are within the deviations.
struct Tableau: ~Copyable {
  private(set) var matrix = SparseMatrix()
  /// The symbol of every row and column.
  private(set) var basic = Store<Symbol>()
  private(set) var nonbasic = Store<Symbol>()
  /// Where a symbol is, by slot: its row, or the complement of its column.
  private var places = Store<Int32>()
  private(set) var natures = Store<Nature>()
  /// The cost level of a wish, by slot: higher ones come first.
  private(set) var ranks = Store<UInt16>()
  /// The value of every row's symbol.
  var values = Store<Double>()
  var sides = Store<Side>()
  /// How far off zero still is zero; grows with the largest value.
  var tolerance = Tolerance.violation

  private static let nowhere = Int32.max

  enum Place {
    case row(Int)
    case column(Int)
  }

  var isEmpty: Bool { basic.count == 0 }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    matrix.removeAll()
    basic.removeAll()
    nonbasic.removeAll()
    places.removeAll()
    natures.removeAll()
    ranks.removeAll()
    values.removeAll()
    sides.removeAll()
    tolerance = Tolerance.violation
  }

  func copy() -> Tableau {
    var copy = Tableau()
    copy.matrix = matrix.copy()
    copy.basic = basic.copy()
    copy.nonbasic = nonbasic.copy()
    copy.places = places.copy()
    copy.natures = natures.copy()
    copy.ranks = ranks.copy()
    copy.values = values.copy()
    copy.sides = sides.copy()
    copy.tolerance = tolerance
    return copy
  }

  // MARK: Symbols

  func place(of symbol: Symbol) -> Place? {
    guard symbol.slot < places.count, places[symbol.slot] != Self.nowhere else { return nil }
    let place = places[symbol.slot]
    return place >= 0 ? .row(Int(place)) : .column(Int(~place))
  }

  @inline(__always)
  func nature(ofRow row: Int) -> Nature { natures[basic[row].slot] }
  @inline(__always)
  func nature(ofColumn column: Int) -> Nature { natures[nonbasic[column].slot] }

  private mutating func setPlace(_ place: Int, of symbol: Symbol) {
    places[symbol.slot] = Int32(truncatingIfNeeded: place)
  }

  private mutating func introduce(_ symbol: Symbol, _ nature: Nature, rank: UInt16) {
    let missing = symbol.slot + 1 - places.count
    if missing > 0 {
      places.append(repeating: Self.nowhere, count: missing)
      natures.append(repeating: .free, count: missing)
      ranks.append(repeating: 0, count: missing)
    }
    natures[symbol.slot] = nature
    ranks[symbol.slot] = rank
  }

  // MARK: Variables and constraints

  /// Adds a variable, nonbasic and in no row.
  mutating func addVariable(_ index: Int, isNonNegative: Bool) {
    let symbol = Symbol(variable: index)
    introduce(symbol, isNonNegative ? .nonNegative : .free, rank: 0)
    setPlace(~nonbasic.count, of: symbol)
    nonbasic.append(symbol)
    matrix.appendColumn()
  }

  /// Takes a variable away that no constraint uses; says whether it was nonbasic, as it must be but for rounding.
  mutating func removeVariable(_ index: Int) -> Bool {
    let symbol = Symbol(variable: index)
    guard case .column(let column) = place(of: symbol) else { return false }
    matrix.removeColumn(column)
    let last = nonbasic[nonbasic.count - 1]
    nonbasic[column] = last
    setPlace(~column, of: last)
    nonbasic.removeLast()
    setPlace(Int(Self.nowhere), of: symbol)
    return true
  }

  /// Adds a constraint's deviation as a basic symbol with the value that it has at the point, and returns its row.
  mutating func addRow(_ index: Int, _ record: ConstraintTable.Record, _ constraints: borrowing ConstraintTable) -> Int
  {
    let symbol = Symbol(constraint: index)
    introduce(symbol, record.nature, rank: record.rank)
    var value = record.constant
    matrix.beginSum()
    constraints.forEachTerm(of: index) { term in
      switch place(of: Symbol(variable: term.variable)) {
      case .row(let row):
        matrix.addRow(row, times: term.coefficient)
        value += term.coefficient * values[row]
      case .column(let column): matrix.add(term.coefficient, toColumn: column)
      case nil: break
      }
    }
    let row = basic.count
    matrix.appendSum()
    basic.append(symbol)
    values.append(value)
    sides.append(.any)
    setPlace(row, of: symbol)
    return row
  }

  /// Takes the row of a basic symbol away.
  mutating func removeRow(_ row: Int) {
    let symbol = basic[row]
    matrix.removeRow(row)
    let last = basic.count - 1
    basic.swapAt(row, last)
    values.swapAt(row, last)
    sides.swapAt(row, last)
    setPlace(row, of: basic[row])
    basic.removeLast()
    values.removeLast()
    sides.removeLast()
    setPlace(Int(Self.nowhere), of: symbol)
  }

  /// Makes a constraint a wish, or something else again; its deviation keeps place and value.
  mutating func setNature(_ nature: Nature, rank: UInt16, of symbol: Symbol) {
    natures[symbol.slot] = nature
    ranks[symbol.slot] = rank
  }

  /// Gives memory back that is not in use.
  mutating func compact() {
    matrix.compact()
    basic = basic.copy()
    nonbasic = nonbasic.copy()
    places = places.copy()
    natures = natures.copy()
    ranks = ranks.copy()
    values = values.copy()
    sides = sides.copy()
  }

  // MARK: Moving the point

  /// Pays for a pivot: for the entries that it touches or may make, which are its row times its column, and for a look at
  /// everything else.
  func payForPivot(row: Int, column: Int, looks: Int = 0, _ budget: inout PivotBudget) throws(SolverError) {
    let made = matrix.entryCount(ofRow: row) * matrix.entryCount(ofColumn: column)
    try budget.checkSize(max(made, matrix.entryCount))
    try budget.spend(entries: made + basic.count + nonbasic.count + looks)
  }

  /// Roughly the bytes of memory that it holds.
  var footprint: Int {
    matrix.footprint + places.count * 7 + (basic.count + nonbasic.count) * 16
  }

  /// Moves a nonbasic symbol off zero until a basic one is at zero, and has the two exchange their roles.
  mutating func exchange(row: Int, column: Int, by distance: Double) {
    for entry in matrix.entries(ofColumn: column) {
      let (other, coefficient) = matrix.member(entry)
      values[other] += coefficient * distance
    }
    values[row] = distance
    matrix.pivot(row: row, column: column)
    let leaving = basic[row]
    let entering = nonbasic[column]
    basic[row] = entering
    nonbasic[column] = leaving
    setPlace(row, of: entering)
    setPlace(~column, of: leaving)
    sides[row] = .any
  }
}

/// A term as the solver keeps it: variables by index.
struct Term {
  var variable: Int
  var coefficient: Double
}

/// How many pivots a call may still need, and how much work they may be.
///
/// A pivot of a dense tableau is thousands of times the work of one of a sparse one, so pivots alone bound nothing.
struct PivotBudget {
  private let limits: SolverLimits
  private let patience: Int
  private(set) var spent = 0
  private var work = 0

  /// A budget of what the limits allow; with patience, one that ends sooner.
  init(_ limits: SolverLimits, patience: Int = .max) {
    self.limits = limits
    self.patience = patience
  }

  /// Whether it has ended though the limits would have allowed more.
  var isOutOfPatience: Bool { work > patience && work <= limits.work && spent < limits.pivots }

  /// Pays for one pivot that touches so many entries.
  mutating func spend(entries: Int) throws(SolverError) {
    guard spent < limits.pivots else { throw .limitExceeded(.pivots, allowed: limits.pivots) }
    spent += 1
    try work(entries: entries)
  }

  /// Makes sure that the tableau is not larger than it may be.
  func checkSize(_ entries: Int) throws(SolverError) {
    guard entries <= limits.entries else { throw .limitExceeded(.entries, allowed: limits.entries) }
  }

  /// Pays for looking at so many entries.
  mutating func work(entries: Int) throws(SolverError) {
    work += entries
    guard work <= min(limits.work, patience) else { throw .limitExceeded(.work, allowed: limits.work) }
  }
}
