/// The directions in which nonbasic symbols must not move any more: by nature, or since it would cost at a level that is
/// settled.
///
/// What is not locked after a level moves along its optimal face, so a later level cannot spoil an earlier one.
struct Locks: ~Copyable {
  private static let rising: UInt8 = 1
  private static let falling: UInt8 = 2

  private var bits = Store<UInt8>()

  /// The locks that natures alone set.
  init(_ tableau: borrowing Tableau) {
    bits.reserve(tableau.nonbasic.count)
    for column in tableau.nonbasic.indices { bits.append(Self.bits(tableau.nature(ofColumn: column))) }
  }

  private static func bits(_ nature: Nature) -> UInt8 {
    (nature.canRise ? 0 : rising) | (nature.canFall ? 0 : falling)
  }

  @inline(__always)
  func isLocked(_ column: Int, isRising: Bool) -> Bool {
    bits[column] & (isRising ? Self.rising : Self.falling) != 0
  }

  @inline(__always)
  func isLocked(_ column: Int) -> Bool { bits[column] == Self.rising | Self.falling }

  /// The columns that can still move.
  var openColumns: [Int] { bits.indices.filter { !isLocked($0) } }

  mutating func lock(_ column: Int, isRising: Bool) { bits[column] |= isRising ? Self.rising : Self.falling }

  /// Locks what costs at a level that is optimal now.
  mutating func close(_ level: Int, _ rates: borrowing CostRates, _ tableau: borrowing Tableau) {
    for column in bits.indices where !isLocked(column) { close(column, level, rates, tableau) }
  }

  private mutating func close(_ column: Int, _ level: Int, _ rates: borrowing CostRates, _ tableau: borrowing Tableau) {
    if rates.total(column, tableau, at: level, isRising: true) > Tolerance.cost { lock(column, isRising: true) }
    if rates.total(column, tableau, at: level, isRising: false) > Tolerance.cost { lock(column, isRising: false) }
  }

  /// Sets the locks of a column that has got another symbol, with the levels before the given one settled.
  mutating func renew(_ column: Int, before level: Int, _ rates: borrowing CostRates, _ tableau: borrowing Tableau) {
    bits[column] = Self.bits(tableau.nature(ofColumn: column))
    for settled in 0..<level { close(column, settled, rates, tableau) }
  }
}
