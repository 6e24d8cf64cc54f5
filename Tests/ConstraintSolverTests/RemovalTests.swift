import ConstraintSolver
import Testing

@Suite("Constraints come and go")
struct RemovalTests {
  @Test("4: what is left decides after the binding one, a copy, or a link of a circle is removed")
  func removal() throws {
    var bench = try Bench(4)
    try bench.add(0, [0: 1], .atLeast, 10)
    try bench.add(1, [1: 1, 0: -1], .atLeast, 5)
    try bench.add(2, [1: 1], 0, at: 250)
    #expect(bench.values == [10, 15, 0, 0])
    try bench.remove(0)
    #expect(bench.values[1] == 0)

    for id in 10...12 { try bench.add(id, [2: 1, 3: -1], 4) }
    try bench.add(13, [3: 1], 1)
    try bench.remove(10, 11)
    #expect(bench.values[2...] == [5, 1])

    var circle = try Bench(4)
    for index in 0..<4 { try circle.add(index, [index: 1, (index + 1) % 4: -1], 0) }
    try circle.add(4, [0: 1], 7)
    #expect(circle.values == [7, 7, 7, 7])
    try circle.remove(1)
    #expect(circle.values == [7, 7, 7, 7])
    try circle.remove(0)
    try circle.add(0, [1: 1], 9)
    #expect(circle.values == [7, 9, 7, 7])
  }

  @Test("4: an equation that is a wish is removed whatever side of zero it is on")
  func softRemoval() throws {
    for wish in [-5.0, 5, 20] {
      var bench = try Bench(1)
      try bench.add(0, [0: 1], .atLeast, 0)
      try bench.add(1, [0: 1], .atMost, 10)
      try bench.add(2, [0: 1], 4, at: 100)
      try bench.add(3, [0: 1], wish, at: 250)
      #expect(bench.values == [min(10, max(0, wish))])
      try bench.remove(3)
      #expect(bench.values == [4])
    }
  }

  @Test("5: the order of removal does not matter")
  func order() throws {
    var bench = try Bench(1)
    try bench.add(0, [0: 1], 100, at: 250)
    try bench.add(1, [0: 1], .atMost, 10)
    try bench.add(2, [0: 1], .atMost, 20)
    #expect(bench.values == [10])
    try bench.remove(1)
    #expect(bench.values == [20])
    try bench.add(1, [0: 1], .atMost, 10)
    try bench.remove(2)
    #expect(bench.values == [10])
    try bench.remove(1)
    #expect(bench.values == [100])
  }

  @Test("15: equal constraints all count; one identifier cannot stand for two")
  func duplicates() throws {
    var bench = try Bench(1)
    try bench.add(0, [0: 1], 0, at: 500)
    try bench.add(1, [0: 1], 100, at: 500)
    try bench.add(2, [0: 1], 100, at: 500)
    #expect(bench.values == [100])
    let before = bench.solver.constraintCount
    #expect(
      failure { () throws(SolverError) in try bench.add(2, [0: 1], 5) } == .duplicateConstraint(ConstraintID(2)))
    #expect(failure { () throws(SolverError) in try bench.remove(7) } == .unknownConstraint(ConstraintID(7)))
    #expect(failure { () throws(SolverError) in try bench.remove(2, 2) } == .unknownConstraint(ConstraintID(2)))
    #expect(bench.solver.constraintCount == before && bench.values == [100])
  }

  @Test("18: variables go with their constraints while their edits are open; identifiers come back")
  func reuse() throws {
    var bench = try Bench(3)
    try bench.add(0, [0: 1], 5, at: 999)
    try bench.add(1, [1: 1, 0: -1], 3)
    try bench.add(2, [2: 1, 1: -1], 3)
    try bench.set(0, to: 7)
    #expect(bench.values == [7, 10, 13])
    #expect(
      failure { () throws(SolverError) in try bench.solver.removeVariable(VariableID(1)) }
        == .variableInUse(VariableID(1), by: ConstraintID(1)))
    try bench.remove(0, 1, 2)
    try bench.solver.removeVariable(VariableID(1))
    try bench.solver.removeVariable(VariableID(0))
    #expect(bench.solver.variableCount == 1 && !bench.solver.contains(VariableID(1)))
    #expect(
      failure { () throws(SolverError) in try bench.solver.removeVariable(VariableID(1)) }
        == .unknownVariable(VariableID(1)))
    #expect(try bench.solver.addVariable() == VariableID(0))
    #expect(try bench.solver.addVariable(nonNegative: true) == VariableID(1))
    try bench.add(0, [1: 1], -4, at: 500)
    try bench.add(1, [0: 1, 2: -1], 2)
    try bench.add(2, [2: 1], 1)
    #expect(bench.values == [3, 0, 1])
  }

  @Test("21: systems that one constraint joins are solved as one, and fall apart again")
  func componentsJoin() throws {
    var bench = try Bench(4)
    try bench.add(0, [0: 1], 10, at: 500)
    try bench.add(1, [1: 1, 0: -1], 5)
    try bench.add(2, [2: 1], 100, at: 501)
    try bench.add(3, [3: 1, 2: -1], 5)
    #expect(bench.values == [10, 15, 100, 105])
    try bench.add(4, [2: 1, 1: -1], 1)
    #expect(bench.values == [94, 99, 100, 105])
    #expect(bench.changed == [0, 1])
    try bench.remove(4)
    #expect(bench.values == [10, 15, 100, 105])
  }
}
