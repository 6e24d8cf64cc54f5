extension Store where Element == Double {
  /// Sets elements to sums of others: `self[at + i] = self[first + i] + self[second + i] * factor`.
  ///
  /// The pointers are kept in locals: else every store would have the next element look them up again, as far as the
  /// compiler knows, and no two elements could be computed at once.
  @inline(__always)
  mutating func setSums(at start: Int, count: Int, of first: Int, plus second: Int, times factor: Double) {
    guard count > 0 else { return }
    assert(start >= 0 && first >= 0 && second >= 0 && max(start, first, second) + count <= self.count)
    let target = pointer(to: start)
    let bases = pointer(to: first)
    let coefficients = pointer(to: second)
    for index in 0..<count { target[index] = bases[index] + coefficients[index] * factor }
  }

  /// Whether none of some elements is below a bound; one that is not a number is.
  func hasNone(below bound: Double, from start: Int, count: Int) -> Bool {
    for index in start..<start + count where !(self[index] >= bound) { return false }
    return true
  }
}
