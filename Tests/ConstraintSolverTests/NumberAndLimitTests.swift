import ConstraintSolver
import Testing

@Suite("Numbers and limits")
struct NumberAndLimitTests {
  @Test("12: what is not a number, or no priority, is refused at the door")
  func refusedNumbers() throws {
    var bench = try Bench(2)
    try bench.add(0, [0: 1], 5, at: 999)
    for number in [Double.nan, .infinity, -.infinity, 1e300] {
      let constant = failure { () throws(SolverError) in try bench.set(0, to: number) }
      let edits = failure { () throws(SolverError) in
        try bench.solver.setConstants([(ConstraintID(0), 1), (ConstraintID(0), number)])
      }
      let added = failure { () throws(SolverError) in try bench.add(1, [0: 1], number) }
      let coefficient = failure { () throws(SolverError) in try bench.add(1, [0: number], 1) }
      for error in [constant, edits, added, coefficient] {
        guard case .invalidNumber = error else {
          Issue.record("\(number): \(String(describing: error))")
          continue
        }
      }
    }
    for priority in [0, -1, 1001, Int.max, Int.min] {
      let error = failure { () throws(SolverError) in try bench.add(1, [0: 1], 1, at: priority) }
      #expect(error == .invalidPriority(priority, of: ConstraintID(1)))
    }
    #expect(
      failure { () throws(SolverError) in try bench.add(1, [7: 1], 1) } == .unknownVariable(VariableID(7)))
    #expect(
      failure { () throws(SolverError) in try bench.set(9, to: 1) } == .unknownConstraint(ConstraintID(9)))
    #expect(bench.values == [5, 0])
    try bench.set(0, to: 6)
    #expect(bench.values == [6, 0])
  }

  @Test("13: huge and tiny numbers stand side by side; a contradiction of 1e-7 is one")
  func sizesOfNumbers() throws {
    var bench = try Bench(4)
    try bench.add(0, [0: 1], 1e9)
    try bench.add(1, [1: 1, 0: -1e-9], 0)
    #expect(bench.values[1] == 1)
    try bench.add(2, [2: 1, 3: -1e6], 0)
    try bench.add(3, [3: 1], 1e7, at: 999)
    #expect(bench.values[2] == 1e13)
    try bench.set(3, to: 1)
    #expect(bench.values[2] == 1e6)

    var near = try Bench(1)
    try near.add(0, [0: 1], 1)
    #expect(failure { () throws(SolverError) in try near.add(1, [0: 1], 1 + 1e-7) } == conflict(0, 1))
    try near.add(1, [0: 1], 1 + 1e-9)
    #expect(near.values == [1])
  }

  @Test("14: terms that cancel are none; a constraint without variables holds or contradicts itself")
  func emptyConstraints() throws {
    var bench = try Bench(2)
    let same = VariableID(0)
    try bench.solver.add(Constraint([LinearTerm(same, 1), LinearTerm(same, -1)]), as: ConstraintID(0))
    try bench.solver.add(Constraint([], constant: -1, .atMost), as: ConstraintID(1))
    #expect(failure { () throws(SolverError) in try bench.add(2, [:], 1) } == conflict(2))
    try bench.add(2, [:], 1, at: 999)
    try bench.add(3, [0: 1, 1: 0], 3)
    try bench.solver.add(
      Constraint([LinearTerm(VariableID(1), 0.5), LinearTerm(VariableID(1), 0.5)], constant: -4), as: ConstraintID(4))
    #expect(bench.values == [3, 4])
    #expect(bench.solver.constraint(ConstraintID(3))?.terms == [LinearTerm(VariableID(0))])
    #expect(failure { () throws(SolverError) in try bench.set(1, to: -1) } == conflict(1))
    try bench.remove(0, 1, 2)
    #expect(bench.values == [3, 4])
  }

  @Test("22: every limit is counted, named and refused")
  func limits() throws {
    var bench = try Bench(
      3, limits: SolverLimits(variables: 3, constraints: 4, terms: 2, pivots: 3))
    #expect(
      failure { () throws(SolverError) in _ = try bench.solver.addVariable() } == .limitExceeded(.variables, allowed: 3)
    )
    #expect(
      failure { () throws(SolverError) in try bench.add(0, [0: 1, 1: 1, 2: 1], 0) }
        == .limitExceeded(.termsOfConstraint, allowed: 2))
    #expect(
      failure { () throws(SolverError) in try bench.add(4, [0: 1], 0) } == .limitExceeded(.constraints, allowed: 4))
    var changes = SolverChanges()
    for id in 0..<3 { changes.add(bench.constraint([id: 1], Double(id)), as: ConstraintID(id)) }
    changes.add(bench.constraint([0: 1, 1: 1], 9, at: 500), as: ConstraintID(3))
    bench.solver = ConstraintSolver(limits: SolverLimits(variables: 3, constraints: 4, terms: 2, pivots: 2))
    for _ in 0..<3 { _ = try bench.solver.addVariable() }
    #expect(
      failure { () throws(SolverError) in try bench.solver.apply(changes) } == .limitExceeded(.pivots, allowed: 2))
    #expect(bench.solver.constraintCount == 0 && bench.values == [0, 0, 0])
    try bench.add(0, [0: 1], 5)
    #expect(bench.values == [5, 0, 0])
    #expect(
      SolverError.limitExceeded(.pivots, allowed: 3).description
        == "more than 3 pivots in a call: use fewer, or raise the limit")
  }

  @Test("22: the tableau grows to its limit and no further, and what there was stays")
  func entries() throws {
    var bench = try Bench(40, limits: SolverLimits(entries: 200))
    let small = bench.solver.footprint
    var refused: Int?
    // Each variable hangs on all before it, so that the entries grow with the square.
    for index in 1..<40 where refused == nil {
      let before = bench.bits
      let error = failure { () throws(SolverError) in
        try bench.add(index, [index: 1, index - 1: -1], .atLeast, 1, at: index % 2 == 0 ? 1000 : 500)
      }
      guard let error else { continue }
      #expect(error == .limitExceeded(.entries, allowed: 200) && bench.bits == before)
      refused = index
    }
    let index = try #require(refused)
    #expect(index > 10 && bench.solver.constraintCount == index - 1)
    #expect(bench.solver.footprint > small)
    try bench.remove(1)
    #expect(bench.solver.constraintCount == index - 2)
  }

  @Test("22: a call that runs out of pivots leaves what there was, also where no copy of it was kept")
  func outOfPivots() throws {
    var bench = try Bench(5, limits: SolverLimits(pivots: 2))
    try bench.add(0, [0: 1, 4: -3], 1)
    try bench.add(1, [0: 1], 0.1, at: 999)
    try bench.set(1, to: 0.7)
    let before = bench.bits
    var changes = SolverChanges()
    for id in 2..<5 { changes.add(bench.constraint([id - 1: 1], 7, at: 500), as: ConstraintID(id)) }
    for _ in 0..<3 {
      #expect(
        failure { () throws(SolverError) in try bench.solver.apply(changes) } == .limitExceeded(.pivots, allowed: 2))
      #expect(bench.bits == before && bench.solver.constraintCount == 2)
    }
    try bench.set(1, to: 4)
    #expect(bench.values == [4, 0, 0, 0, 1])
    try bench.add(2, [1: 1], 7, at: 500)
    #expect(bench.values == [4, 7, 0, 0, 1])
  }
}
