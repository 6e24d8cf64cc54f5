/// The live constraints as the solver counts with them: one term a variable, and "at most" turned into "at least".
struct ConstraintTable {
  struct Record {
    var constant: Double
    fileprivate var start: Int32
    fileprivate var count: Int32
    var priority: Int16
    var relation: ConstraintRelation
    var isSystem: Bool
    /// Counts as a wish although it is required.
    var isBroken = false

    /// −1 where the signs of terms and constant are the opposite of the caller's.
    var sign: Double { relation == .atMost ? -1 : 1 }
    var isRequired: Bool { Int(priority) == Constraint.required }

    /// What its deviation may be.
    var nature: Nature {
      let isHard = isRequired && !isBroken
      return relation == .equal ? (isHard ? .fixed : .wishedZero) : (isHard ? .nonNegative : .wishedNonNegative)
    }

    /// Its place among the levels of cost: two for each priority, so that broken ones fit below required.
    var rank: UInt16 { UInt16(priority) * 2 - (isBroken ? 1 : 0) }
  }

  private var records: [Record?] = []
  private var terms: [Term] = []
  private var unusedTerms = 0
  private(set) var count = 0

  subscript(_ index: Int) -> Record? {
    records.indices.contains(index) ? records[index] : nil
  }

  /// The indices in use, in ascending order.
  var indices: [Int] { records.indices.filter { records[$0] != nil } }

  /// The lowest index that is not in use.
  var unusedIndex: Int { records.firstIndex { $0 == nil } ?? records.count }

  func terms(of index: Int) -> ArraySlice<Term> {
    guard let record = self[index] else { return [] }
    return terms[Int(record.start)..<Int(record.start + record.count)]
  }

  @inline(__always)
  func constant(of index: Int) -> Double { records[index].map(\.constant) ?? 0 }

  /// How far a constraint's sum is from zero, and the size of its largest part.
  @inline(__always)
  func deviation(
    of index: Int, constant: Double, at exact: borrowing Store<DoubleDouble>
  ) -> (value: DoubleDouble, size: Double) {
    var value = DoubleDouble(constant)
    var size = abs(constant)
    guard let record = records[index] else { return (value, size) }
    for position in Int(record.start)..<Int(record.start + record.count) {
      let part = exact[terms[position].variable] * terms[position].coefficient
      value.add(part)
      size = max(size, abs(part.high))
    }
    return (value, size)
  }

  /// Names a constraint's terms; unlike a slice of them, nothing is counted for that.
  @inline(__always)
  func forEachTerm(of index: Int, _ body: (Term) -> Void) {
    guard let record = records[index] else { return }
    for position in Int(record.start)..<Int(record.start + record.count) { body(terms[position]) }
  }

  /// Whether a constraint is the system's and required, so that a conflict breaks another one.
  func isUnbreakable(_ index: Int) -> Bool { self[index].map { $0.isSystem && $0.isRequired } ?? false }

  mutating func insert(_ constraint: Constraint, at index: Int) {
    if index >= records.count { records.append(contentsOf: repeatElement(nil, count: index + 1 - records.count)) }
    let start = terms.count
    let sign = constraint.relation == .atMost ? -1.0 : 1.0
    append(constraint.terms, sign)
    records[index] = Record(
      constant: sign * constraint.constant, start: Int32(truncatingIfNeeded: start),
      count: Int32(truncatingIfNeeded: terms.count - start), priority: Int16(truncatingIfNeeded: constraint.priority),
      relation: constraint.relation, isSystem: constraint.isSystem)
    count += 1
  }

  /// Adds terms in the order of variables, each variable once; what cancels is left out.
  private mutating func append(_ given: [LinearTerm], _ sign: Double) {
    let start = terms.count
    for term in given {
      let coefficient = sign * term.coefficient
      var position = terms.count
      while position > start, terms[position - 1].variable > term.variable.index { position -= 1 }
      if position > start, terms[position - 1].variable == term.variable.index {
        terms[position - 1].coefficient = sum(terms[position - 1].coefficient, coefficient)
      } else {
        terms.insert(Term(variable: term.variable.index, coefficient: coefficient), at: position)
      }
    }
    var end = start
    for index in start..<terms.count where terms[index].coefficient != 0 {
      terms[end] = terms[index]
      end += 1
    }
    terms.removeLast(terms.count - end)
  }

  mutating func remove(_ index: Int) {
    guard let record = self[index] else { return }
    unusedTerms += Int(record.count)
    records[index] = nil
    count -= 1
    if unusedTerms > 64 && unusedTerms > terms.count / 2 { compact() }
  }

  mutating func compact() {
    var packed: [Term] = []
    packed.reserveCapacity(terms.count - unusedTerms)
    for index in records.indices {
      guard let record = records[index] else { continue }
      let start = packed.count
      packed.append(contentsOf: terms(of: index))
      records[index]?.start = Int32(truncatingIfNeeded: start)
      records[index]?.count = record.count
    }
    terms = packed
    unusedTerms = 0
  }

  mutating func setConstant(_ constant: Double, of index: Int) { records[index]?.constant = constant }
  mutating func setBroken(_ isBroken: Bool, _ index: Int) { records[index]?.isBroken = isBroken }
}
