extension SparseMatrix {
  /// Solves a row for a column's unknown and puts the result in all other rows: the two exchange their roles in place.
  ///
  /// Row `r`: y = Σ tₖ xₖ becomes x = Σ −(tₖ/t) xₖ + (1/t) y, where x is the column's unknown and t its entry.
  mutating func pivot(row: Int, column: Int) {
    nextStamp()
    let pivot = 1 / coefficient(row: row, column: column)
    for entry in entries(ofRow: row) {
      let other = self.column(entry)
      let coefficient = other == column ? pivot : -coefficient(entry) * pivot
      setCoefficient(coefficient, entry)
      spread[other] = coefficient
      stamps[other] = stamp
    }
    for position in 0..<entryCount(ofColumn: column) {
      let entry = columns.entry(column, position)
      let other = columns.partner(entry)
      if other != row { substitute(row, into: other, at: columns.mirror(entry), column) }
    }
    compactIfWasteful()
  }

  /// Replaces the column's unknown in a row by what the pivot row, written out in `spread`, says of it.
  private mutating func substitute(_ pivotRow: Int, into row: Int, at position: Int, _ column: Int) {
    nextMetStamp()
    let factor = coefficient(rows.entry(row, position))
    var metCount = 0
    var zeroCount = 0
    for entry in entries(ofRow: row) {
      let other = self.column(entry)
      guard stamps[other] == stamp else { continue }
      metStamps[other] = metStamp
      metCount += 1
      let added = factor * spread[other]
      let value = other == column ? added : sum(coefficient(entry), added)
      setCoefficient(value, entry)
      if value == 0 { zeroCount += 1 }
    }
    var last = entryCount(ofRow: row) - 1
    while zeroCount > 0, last >= 0 {
      if coefficient(rows.entry(row, last)) == 0 {
        removeEntry(row: row, at: last)
        zeroCount -= 1
      }
      last -= 1
    }
    guard metCount < entryCount(ofRow: pivotRow) else { return }
    reserve(row, entryCount(ofRow: row) + entryCount(ofRow: pivotRow) - metCount)
    for position in 0..<entryCount(ofRow: pivotRow) {
      let entry = rows.entry(pivotRow, position)
      let other = self.column(entry)
      guard metStamps[other] != metStamp else { continue }
      appendEntry(row: row, column: other, factor * coefficient(entry))
    }
  }

  mutating func nextStamp() {
    if stamp == .max {
      for column in stamps.indices { stamps[column] = 0 }
      stamp = 0
    }
    stamp += 1
  }

  private mutating func nextMetStamp() {
    if metStamp == .max {
      for column in metStamps.indices { metStamps[column] = 0 }
      metStamp = 0
    }
    metStamp += 1
  }
}
