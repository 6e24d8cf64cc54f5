import ConstraintSolver

/// A solver with a few variables and a short way to write constraints.
struct Bench {
  var solver: ConstraintSolver

  init(
    _ variables: Int, nonNegative: Set<Int> = [], rule: ConflictRule = .refuse, limits: SolverLimits = SolverLimits()
  ) throws {
    solver = ConstraintSolver(conflictRule: rule, limits: limits)
    for index in 0..<variables { _ = try solver.addVariable(nonNegative: nonNegative.contains(index)) }
  }

  /// Adds Σ coefficient · variable = value under an identifier.
  mutating func add(
    _ id: Int, _ terms: [Int: Double], _ value: Double, at priority: Int = 1000, isSystem: Bool = false
  ) throws(SolverError) {
    try add(id, terms, .equal, value, at: priority, isSystem: isSystem)
  }

  /// Adds Σ coefficient · variable (relation) value under an identifier.
  mutating func add(
    _ id: Int, _ terms: [Int: Double], _ relation: ConstraintRelation, _ value: Double, at priority: Int = 1000,
    isSystem: Bool = false
  ) throws(SolverError) {
    try solver.add(constraint(terms, relation, value, at: priority, isSystem: isSystem), as: ConstraintID(id))
  }

  func constraint(_ terms: [Int: Double], _ value: Double, at priority: Int = 1000) -> Constraint {
    constraint(terms, .equal, value, at: priority)
  }

  func constraint(
    _ terms: [Int: Double], _ relation: ConstraintRelation, _ value: Double, at priority: Int = 1000,
    isSystem: Bool = false
  ) -> Constraint {
    Constraint(
      terms.sorted { $0.key < $1.key }.map { LinearTerm(VariableID($0.key), $0.value) }, constant: -value, relation,
      priority: priority, isSystem: isSystem)
  }

  mutating func remove(_ ids: Int...) throws(SolverError) {
    var changes = SolverChanges()
    for id in ids { changes.remove(ConstraintID(id)) }
    try solver.apply(changes)
  }

  /// Has the sum of a constraint be another value.
  mutating func set(_ id: Int, to value: Double) throws(SolverError) {
    try solver.setConstant(-value, of: ConstraintID(id))
  }

  var values: [Double] { (0..<solver.variableCount).map { solver.value(of: VariableID($0)) } }
  var changed: [Int] { solver.changedVariables.map { Int($0.rawValue) } }
  var ambiguous: [Int] { get throws { try solver.ambiguousVariables().map { Int($0.rawValue) } } }
  var bits: [UInt64] { values.map(\.bitPattern) }
}

/// The error that a call throws.
func failure(_ body: () throws(SolverError) -> Void) -> SolverError? {
  do throws(SolverError) {
    try body()
    return nil
  } catch {
    return error
  }
}

func conflict(_ ids: Int...) -> SolverError { .conflict(ids.map { ConstraintID($0) }) }

/// Numbers that look random and are the same on every run.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var mixed = state ^ state >> 33
    mixed = mixed &* 0xFF51_AFD7_ED55_8CCD
    return mixed ^ mixed >> 33
  }
}
