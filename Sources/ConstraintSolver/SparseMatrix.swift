/// A sparse matrix that can be read by rows and by columns, and changed in both at once.
///
/// Invariant: no entry is zero, and every entry stands once in its row, with its value, and once in its column.
struct SparseMatrix: ~Copyable {
  private(set) var rows = LineStore()
  private(set) var columns = LineStore()
  /// The values, in the order of the rows' entries.
  private(set) var coefficients = Store<Double>()
  /// A row written out in full, by column; only what bears the current stamp counts.
  var spread = Store<Double>()
  var stamps = Store<UInt32>()
  var stamp: UInt32 = 0
  /// The columns of the row that is written out.
  var met = Store<Int32>()
  /// Marks the entries that a row is found to have already.
  var metStamps = Store<UInt32>()
  var metStamp: UInt32 = 0

  var rowCount: Int { rows.count }
  var columnCount: Int { columns.count }
  var entryCount: Int { rows.entryCount }

  func copy() -> SparseMatrix {
    var copy = SparseMatrix()
    copy.rows = rows.copy()
    copy.columns = columns.copy()
    copy.coefficients = coefficients.copy()
    copy.spread = spread.copy()
    copy.stamps = stamps.copy()
    copy.stamp = stamp
    copy.metStamps = metStamps.copy()
    copy.metStamp = metStamp
    return copy
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    rows.removeAll()
    columns.removeAll()
    coefficients.removeAll()
    spread.removeAll()
    stamps.removeAll()
    metStamps.removeAll()
  }

  /// Roughly the bytes of memory that it holds.
  var footprint: Int { rows.footprint + columns.footprint + coefficients.count * 8 + columnCount * 16 }

  // MARK: Reading

  func entryCount(ofRow row: Int) -> Int { rows.count(of: row) }
  func entryCount(ofColumn column: Int) -> Int { columns.count(of: column) }

  /// Where a row's entries stand, for `column(_:)` and `coefficient(_:)`.
  @inline(__always)
  func entries(ofRow row: Int) -> Range<Int> { rows.entries(of: row) }

  @inline(__always)
  func column(_ entry: Int) -> Int { rows.partner(entry) }

  @inline(__always)
  func coefficient(_ entry: Int) -> Double { coefficients[entry] }

  /// Where a column's entries stand, for `member(_:)`.
  @inline(__always)
  func entries(ofColumn column: Int) -> Range<Int> { columns.entries(of: column) }

  /// Row and value of an entry of a column.
  @inline(__always)
  func member(_ entry: Int) -> (row: Int, coefficient: Double) {
    let row = columns.partner(entry)
    return (row, coefficients[rows.entry(row, columns.mirror(entry))])
  }

  /// The entry of a row in a column, found by walking along the shorter of the two.
  func coefficient(row: Int, column: Int) -> Double {
    if entryCount(ofRow: row) <= entryCount(ofColumn: column) {
      for entry in entries(ofRow: row) where self.column(entry) == column { return coefficient(entry) }
    } else {
      for entry in entries(ofColumn: column) where columns.partner(entry) == row { return member(entry).coefficient }
    }
    return 0
  }

  // MARK: Lines

  mutating func appendColumn() {
    columns.appendLine()
    spread.append(0)
    stamps.append(0)
    metStamps.append(0)
  }

  /// Takes a column out; the last one gets its index.
  mutating func removeColumn(_ column: Int) {
    while entryCount(ofColumn: column) > 0 {
      let entry = columns.entry(column, 0)
      removeEntry(row: columns.partner(entry), at: columns.mirror(entry))
    }
    columns.swapLines(column, columns.count - 1)
    for entry in columns.entries(of: column) {
      rows.setPartner(column, of: columns.partner(entry), at: columns.mirror(entry))
    }
    columns.removeLastLine()
    spread.removeLast()
    stamps.removeLast()
    metStamps.removeLast()
  }

  /// Begins a row that is a sum; parts are added to it before `appendSum`.
  mutating func beginSum() {
    nextStamp()
    met.removeAll()
  }

  /// Adds to the sum an entry in a column.
  @inline(__always)
  mutating func add(_ value: Double, toColumn column: Int) {
    if stamps[column] != stamp {
      stamps[column] = stamp
      spread[column] = value
      met.append(Int32(truncatingIfNeeded: column))
    } else {
      spread[column] = sum(spread[column], value)
    }
  }

  /// Adds to the sum a multiple of a row.
  mutating func addRow(_ row: Int, times factor: Double) {
    for entry in entries(ofRow: row) { add(factor * coefficients[entry], toColumn: column(entry)) }
  }

  /// Makes the sum the last row.
  mutating func appendSum() {
    let row = rows.count
    rows.appendLine()
    growRow(row, to: met.count)
    for index in met.indices {
      let column = Int(met[index])
      if spread[column] != 0 { appendEntry(row: row, column: column, spread[column]) }
    }
  }

  /// Takes a row out; the last one gets its index.
  mutating func removeRow(_ row: Int) {
    while entryCount(ofRow: row) > 0 { removeEntry(row: row, at: entryCount(ofRow: row) - 1) }
    rows.swapLines(row, rows.count - 1)
    for entry in rows.entries(of: row) {
      columns.setPartner(row, of: rows.partner(entry), at: rows.mirror(entry))
    }
    rows.removeLastLine()
    compactIfWasteful()
  }

  /// Gives memory back that is not in use.
  mutating func compact(withRoom: Bool = false) {
    rows.compact(&coefficients, withRoom: withRoom)
    var none = Store<Double>()
    columns.compact(&none, withRoom: withRoom)
  }

  mutating func compactIfWasteful() {
    if rows.isWasteful || columns.isWasteful { compact(withRoom: true) }
  }

  // MARK: Entries

  mutating func appendEntry(row: Int, column: Int, _ coefficient: Double) {
    if rows.isFull(row) { growRow(row, to: 4) }
    if columns.isFull(column) { _ = columns.grow(column) }
    let mirror = entryCount(ofColumn: column)
    let position = rows.append(to: row, partner: column, mirror: mirror)
    coefficients[rows.entry(row, position)] = coefficient
    _ = columns.append(to: column, partner: row, mirror: position)
  }

  /// Makes room for so many entries in a row, at once rather than step by step.
  mutating func reserve(_ row: Int, _ count: Int) {
    if rows.capacity(of: row) < count { growRow(row, to: count) }
  }

  private mutating func growRow(_ row: Int, to needed: Int) {
    let old = rows.grow(row, to: needed)
    coefficients.reserveMore(rows.size - coefficients.count)
    coefficients.appendWithin(old)
    coefficients.append(repeating: 0, count: rows.size - coefficients.count)
  }

  mutating func removeEntry(row: Int, at position: Int) {
    let entry = rows.entry(row, position)
    let column = rows.partner(entry)
    let mirror = rows.mirror(entry)
    let moved = rows.remove(from: row, at: position)
    coefficients[moved.entry] = coefficients[moved.last]
    if moved.last != moved.entry {
      columns.setMirror(position, of: rows.partner(moved.entry), at: rows.mirror(moved.entry))
    }
    let movedInColumn = columns.remove(from: column, at: mirror)
    if movedInColumn.last != movedInColumn.entry {
      rows.setMirror(mirror, of: columns.partner(movedInColumn.entry), at: columns.mirror(movedInColumn.entry))
    }
  }

  @inline(__always)
  mutating func setCoefficient(_ coefficient: Double, _ entry: Int) { coefficients[entry] = coefficient }
}

/// A sum that is zero when its parts cancel but for rounding: compared with the parts, never with a fixed number.
@inline(__always)
func sum(_ first: Double, _ second: Double) -> Double {
  let sum = first + second
  return abs(sum) <= Tolerance.cancellation * max(abs(first), abs(second)) ? 0 : sum
}
