/// The variables and their values.
struct VariableTable {
  private struct Record {
    var isNonNegative: Bool
    /// How many constraints have a term with it.
    var uses: Int32
  }

  private var records: [Record?] = []
  /// By index; 0 for what is no variable.
  private(set) var values: [Double] = []
  /// By index, what the nearest double leaves of the exact value; as of when the values were settled.
  private(set) var remainders: [Double] = []
  private(set) var count = 0

  func contains(_ index: Int) -> Bool { records.indices.contains(index) && records[index] != nil }
  func isNonNegative(_ index: Int) -> Bool { records[index]?.isNonNegative ?? false }
  func isUsed(_ index: Int) -> Bool { records[index].map { $0.uses > 0 } ?? false }

  /// The indices in use, in ascending order.
  var indices: [Int] { records.indices.filter { records[$0] != nil } }

  /// The lowest index that is not in use.
  var unusedIndex: Int {
    count == records.count ? count : records.firstIndex { $0 == nil } ?? records.count
  }

  @inline(__always)
  func value(of index: Int) -> Double { values[index] }

  mutating func insert(at index: Int, isNonNegative: Bool) {
    if index == records.count {
      records.append(nil)
      values.append(0)
      remainders.append(0)
    }
    records[index] = Record(isNonNegative: isNonNegative, uses: 0)
    count += 1
  }

  mutating func remove(_ index: Int) {
    records[index] = nil
    values[index] = 0
    remainders[index] = 0
    count -= 1
  }

  mutating func countUse(_ index: Int, by difference: Int32) { records[index]?.uses += difference }

  mutating func setRemainder(_ remainder: Double, of index: Int) { remainders[index] = remainder }

  /// Sets a value, and says whether it was another one before.
  @inline(__always)
  mutating func setValue(_ value: Double, of index: Int) -> Bool {
    guard values[index] != value else { return false }
    values[index] = value
    return true
  }
}
