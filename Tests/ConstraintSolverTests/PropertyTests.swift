import ConstraintSolver
import Testing

@Suite("For random systems")
struct PropertyTests {
  /// A system of a few variables, whose wishes may compete and whose required constraints may contradict each other.
  struct RandomSystem {
    var variables: Int
    var constraints: [Constraint] = []

    init(seed: UInt64) {
      var generator = Generator(seed: seed)
      variables = Int.random(in: 2...8, using: &generator)
      for _ in 0..<Int.random(in: 3...16, using: &generator) {
        let terms = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          LinearTerm(
            VariableID(Int.random(in: 0..<variables, using: &generator)),
            [1, -1, 2, 0.5, -3, 1.0 / 3].randomElement(using: &generator) ?? 1)
        }
        constraints.append(
          Constraint(
            terms, constant: .random(in: -50...50, using: &generator),
            [.equal, .atMost, .atLeast].randomElement(using: &generator) ?? .equal,
            priority: [1000, 1000, 750, 500, 250].randomElement(using: &generator) ?? 1))
      }
    }

    func solver(rule: ConflictRule) throws -> ConstraintSolver {
      var solver = ConstraintSolver(conflictRule: rule)
      for index in 0..<variables { _ = try solver.addVariable(nonNegative: index % 3 == 2) }
      return solver
    }
  }

  private func bits(_ solver: ConstraintSolver) -> [UInt64] {
    (0..<solver.variableCount).map { solver.value(of: VariableID($0)).bitPattern }
  }

  @Test("any order of additions leads to the same bits, and the same broken constraints")
  func order() throws {
    for seed in 0..<300 {
      let system = RandomSystem(seed: UInt64(seed))
      var generator = Generator(seed: UInt64(seed) + 1000)
      var changes = SolverChanges()
      for (id, constraint) in system.constraints.enumerated() { changes.add(constraint, as: ConstraintID(id)) }
      var atOnce = try system.solver(rule: .breakNewest)
      try atOnce.apply(changes)
      for _ in 0..<4 {
        var solver = try system.solver(rule: .breakNewest)
        for id in system.constraints.indices.shuffled(using: &generator) {
          try solver.add(system.constraints[id], as: ConstraintID(id))
        }
        #expect(bits(solver) == bits(atOnce), "seed \(seed)")
        #expect(solver.brokenConstraints.map(\.id) == atOnce.brokenConstraints.map(\.id), "seed \(seed)")
      }
    }
  }

  @Test("what is removed, edited or refused, and put back, leaves the same bits; changes are told in full")
  func thereAndBack() throws {
    for seed in 0..<300 {
      let system = RandomSystem(seed: UInt64(seed))
      var generator = Generator(seed: UInt64(seed) + 2000)
      var solver = try system.solver(rule: .refuse)
      var live: [Int] = []
      for (id, constraint) in system.constraints.enumerated() {
        let before = solver
        if failure({ () throws(SolverError) in try solver.add(constraint, as: ConstraintID(id)) }) == nil {
          live.append(id)
        } else {
          #expect(bits(solver) == bits(before), "seed \(seed)")
        }
      }
      let start = bits(solver)
      for _ in 0..<6 {
        guard let id = live.randomElement(using: &generator).map({ ConstraintID($0) }),
          let constraint = solver.constraint(id)
        else { continue }
        try checked(&solver, seed) { (solver) throws(SolverError) in try solver.remove(id) }
        try checked(&solver, seed) { (solver) throws(SolverError) in try solver.add(constraint, as: id) }
        #expect(bits(solver) == start, "seed \(seed)")
        let constants = (0..<5).map { _ in Double.random(in: -90...90, using: &generator) }
        for constant in constants {
          try checked(&solver, seed) { (solver) throws(SolverError) in
            if case .conflict = failure({ () throws(SolverError) in try solver.setConstant(constant, of: id) }) {
              return
            }
          }
        }
        try checked(&solver, seed) { (solver) throws(SolverError) in
          try solver.setConstant(constraint.constant, of: id)
        }
        #expect(bits(solver) == start, "seed \(seed)")
      }
    }
  }

  /// Makes a change, and compares the list of changed variables with what has changed.
  private func checked(
    _ solver: inout ConstraintSolver, _ seed: Int, _ change: (inout ConstraintSolver) throws(SolverError) -> Void
  ) throws(SolverError) {
    let before = bits(solver)
    let list = solver.changedVariables
    try change(&solver)
    let after = bits(solver)
    let changed = before.indices.filter { before[$0] != after[$0] }.map { VariableID($0) }
    #expect(solver.changedVariables == changed || changed.isEmpty && solver.changedVariables == list, "seed \(seed)")
  }

  @Test("coming and going a hundred thousand times leaves nothing behind", .timeLimit(.minutes(3)))
  func churn() throws {
    var bench = try Bench(3)
    try bench.add(0, [0: 1], 10)
    try bench.add(1, [1: 1, 0: -1], 5)
    try bench.add(2, [2: 1, 1: -3], 0.1, at: 500)
    let start = bench.bits
    for _ in 0..<100_000 {
      try bench.add(3, [2: 1], .atMost, 20)
      try bench.remove(3)
    }
    #expect(
      bench.bits == start && bench.solver.constraintCount == 3 && bench.solver.unusedConstraint == ConstraintID(3))
  }
}
