import ConstraintSolver
import Testing

@Suite("Degeneracy, ties and priorities")
struct TieAndPriorityTests {
  @Test("1: minimums that fill the room exactly end, and so does a view of nothing but zeros")
  func degeneracy() throws {
    var room = try Bench(25)
    try room.add(0, [0: 1], 0)
    try room.add(1, [24: 1], 72)
    for index in 0..<24 {
      try room.add(10 + index, [index + 1: 1, index: -1], .atLeast, 0)
      try room.add(40 + index, [index + 1: 1, index: -1], .atLeast, 3, at: 750)
      try room.add(70 + index, [index + 1: 1, index: -1], 3, at: 500)
    }
    #expect(room.values == (0...24).map { Double($0) * 3 })

    var zeros = try Bench(3)
    for index in 0..<3 {
      try zeros.add(index, [index: 1], .atLeast, 0)
      try zeros.add(10 + index, [index: 1], .atMost, 0)
      try zeros.add(20 + index, [index: 1, (index + 1) % 3: -1], .equal, 0, at: 250)
    }
    #expect(zeros.values == [0, 0, 0])
  }

  @Test("17: what nothing determines is the same in every history, also where sums of identifiers are equal")
  func equalSums() throws {
    var bench = try Bench(4)
    try bench.add(0, [0: 1, 3: -1], 0)
    try bench.add(1, [1: 1, 2: -1], 0)
    try bench.add(2, [0: 1, 1: 1], 5)
    let start = bench.bits
    for variable in 0..<4 {
      for value in [0.0, 5, -90] {
        try bench.add(3, [variable: 1], value)
        try bench.remove(3)
        #expect(bench.bits == start, "variable \(variable) at \(value)")
      }
    }
  }

  @Test("2: two wishes for one room: the lower identifier wins, in every history")
  func tie() throws {
    var bench = try Bench(2)
    try bench.add(2, [1: 1], 80, at: 250)
    try bench.add(1, [0: 1], 80, at: 250)
    try bench.add(0, [0: 1, 1: 1], 100)
    #expect(bench.values == [80, 20])
    #expect(try bench.ambiguous == [0, 1])
    try bench.remove(1)
    #expect(bench.values == [20, 80])
    try bench.add(1, [0: 1], 80, at: 250)
    #expect(bench.values == [80, 20])
  }

  @Test("3: a priority is never outvoted by the next one; within one the majority counts")
  func neighbours() throws {
    var bench = try Bench(3)
    try bench.add(0, [0: 1], 0, at: 501)
    for id in 1...300 { try bench.add(id, [0: 1], 100, at: 500) }
    try bench.add(400, [1: 1, 2: 1], 10)
    try bench.add(401, [1: 1], 10, at: 1)
    try bench.add(402, [2: 1], 10, at: 999)
    #expect(bench.values == [0, 0, 10])
    try bench.remove(0)
    try bench.add(0, [0: 1], 0, at: 500)
    #expect(bench.values == [100, 0, 10])
  }

  @Test("19: a priority changes by removal and addition, and that may bring a contradiction")
  func priorityChange() throws {
    var bench = try Bench(1)
    try bench.add(0, [0: 1], 10, at: 500)
    try bench.add(1, [0: 1], 20, at: 250)
    #expect(bench.values == [10])
    var changes = SolverChanges()
    changes.replace(ConstraintID(1), with: bench.constraint([0: 1], 20, at: 751))
    try bench.solver.apply(changes)
    #expect(bench.values == [20])
    changes = SolverChanges()
    changes.replace(ConstraintID(0), with: bench.constraint([0: 1], 10))
    try bench.solver.apply(changes)
    #expect(bench.values == [10])
    changes = SolverChanges()
    changes.replace(ConstraintID(1), with: bench.constraint([0: 1], 20))
    #expect(failure { () throws(SolverError) in try bench.solver.apply(changes) } == conflict(0, 1))
    #expect(bench.values == [10])
    #expect(bench.solver.constraint(ConstraintID(1))?.priority == 751)
  }
}
