import ConstraintSolver
import Testing

@Suite("Required constraints that contradict each other")
struct ConflictTests {
  @Test("6: a refused constraint leaves no trace, twenty times, and is accepted when its opponent has left")
  func refusal() throws {
    var bench = try Bench(2)
    try bench.add(0, [0: 1], 10)
    try bench.add(1, [1: 1, 0: -1], .atLeast, 1)
    try bench.add(2, [1: 1], 0, at: 250)
    let before = bench.bits
    for attempt in 0..<20 {
      let error = failure { () throws(SolverError) in
        try bench.add(3, [0: 1, 1: 1], .atMost, -Double(attempt) / 2)
      }
      #expect(error == conflict(0, 1, 3))
      #expect(bench.bits == before && bench.solver.constraintCount == 3)
    }
    try bench.remove(0)
    try bench.add(3, [0: 1, 1: 1], .atMost, -9.5)
    #expect(bench.values[1] == 0 && bench.values[0] == -9.5)
    #expect(failure { () throws(SolverError) in try bench.add(0, [0: 1], 10) } == conflict(0, 1, 3))
  }

  @Test("6: a transaction is refused as a whole")
  func transaction() throws {
    var bench = try Bench(2)
    try bench.add(0, [0: 1], 10)
    try bench.add(1, [1: 1], 20)
    var changes = SolverChanges()
    changes.remove(ConstraintID(1))
    changes.add(bench.constraint([1: 1], 30), as: ConstraintID(2))
    changes.add(bench.constraint([0: 1], 11), as: ConstraintID(3))
    #expect(failure { () throws(SolverError) in try bench.solver.apply(changes) } == conflict(0, 3))
    #expect(bench.values == [10, 20])
    #expect(bench.solver.contains(ConstraintID(1)) && !bench.solver.contains(ConstraintID(2)))
  }

  @Test("7: the reported set is irreducible and sorted")
  func irreducible() throws {
    var bench = try Bench(5)
    try bench.add(9, [0: 1], .atLeast, 10)
    try bench.add(3, [1: 1], .atLeast, 3)
    try bench.add(7, [2: 1], 4)
    try bench.add(5, [0: 1, 1: -1], .atMost, 0)
    try bench.add(8, [3: 1, 4: 1], 4)
    let error = failure { () throws(SolverError) in try bench.add(1, [1: 1, 2: -1], .atMost, 0) }
    #expect(error == conflict(1, 5, 7, 9))
  }

  @Test("7: the newest constraint that is not the system's is broken, pulls on, and comes back")
  func breaking() throws {
    var bench = try Bench(2, rule: .breakNewest)
    try bench.add(0, [0: 1], .atMost, 100, isSystem: true)
    try bench.add(1, [0: 1, 1: -1], .atLeast, 0)
    try bench.add(2, [1: 1], .atLeast, 150)
    #expect(bench.solver.brokenConstraints == [broken(2, conflict: [0, 1, 2])])
    #expect(bench.values == [100, 100])
    try bench.add(3, [1: 1], 30, at: 999)
    #expect(bench.values == [100, 100])
    try bench.set(0, to: 200)
    #expect(bench.solver.brokenConstraints.isEmpty)
    #expect(bench.values[1] == 150)
    try bench.set(0, to: 90)
    #expect(bench.solver.brokenConstraints.map(\.id) == [ConstraintID(2)])
    try bench.remove(1)
    #expect(bench.solver.brokenConstraints.isEmpty)
    #expect(bench.values[1] == 150)
  }

  @Test("7: what is broken does not depend on the order; the system is never broken, but may be refused")
  func breakingOrder() throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]] {
      var bench = try Bench(1, rule: .breakNewest)
      let rows: [(ConstraintRelation, Double, Bool)] = [(.atLeast, 10, false), (.atMost, 5, false), (.equal, 7, true)]
      for id in order { try bench.add(id, [0: 1], rows[id].0, rows[id].1, isSystem: rows[id].2) }
      #expect(
        bench.solver.brokenConstraints
          == [broken(0, conflict: [0, 2]), broken(1, conflict: [1, 2])])
      #expect(bench.values == [7])
      let error = failure { () throws(SolverError) in try bench.add(3, [0: 1], 8, isSystem: true) }
      #expect(error == conflict(2, 3))
      #expect(bench.values == [7])
    }
  }

  @Test("9: a required constant that becomes impossible is refused, or breaks by rule")
  func requiredConstant() throws {
    var bench = try Bench(2)
    try bench.add(0, [0: 1, 1: 1], 800)
    try bench.add(1, [1: 1], 300)
    try bench.add(2, [0: 1], .atLeast, 200)
    let before = bench.bits
    #expect(failure { () throws(SolverError) in try bench.set(1, to: 700) } == conflict(0, 1, 2))
    #expect(bench.bits == before && bench.solver.constraint(ConstraintID(1))?.constant == -300)
    try bench.set(1, to: 600)
    #expect(bench.values == [200, 600])

    var breaking = try Bench(2, rule: .breakNewest)
    try breaking.add(0, [0: 1, 1: 1], 800, isSystem: true)
    try breaking.add(1, [1: 1], 300, isSystem: true)
    try breaking.add(2, [0: 1], .atLeast, 200)
    try breaking.set(1, to: 700)
    #expect(breaking.values == [100, 700])
    #expect(breaking.solver.brokenConstraints == [broken(2, conflict: [0, 1, 2])])
    try breaking.set(1, to: 500)
    #expect(breaking.values == [300, 500] && breaking.solver.brokenConstraints.isEmpty)
  }

  @Test("16: sizes are not negative; edges and a size that disagree are a contradiction, or redundant")
  func sizes() throws {
    // left, width of a view in 0...100
    var bench = try Bench(2, nonNegative: [1])
    try bench.add(0, [0: 1], 10)
    try bench.add(1, [0: 1, 1: 1], 90)
    try bench.add(2, [1: 1], 80)
    #expect(failure { () throws(SolverError) in try bench.add(3, [1: 1], 70) } == conflict(0, 1, 3))
    try bench.remove(1, 2)
    try bench.add(3, [1: 1], -20, at: 999)
    #expect(bench.values == [10, 0])
    #expect(failure { () throws(SolverError) in try bench.add(4, [1: 1], .atMost, -1) } == conflict(4))
  }
}

private func broken(_ id: Int, conflict: [Int]) -> BrokenConstraint {
  BrokenConstraint(id: ConstraintID(id), conflict: conflict.map { ConstraintID($0) })
}
