import ConstraintSolver
import Testing

@Suite("Constants that move")
struct EditTests {
  @Test("8: an edit against a required constraint waits; the same value again changes nothing")
  func edits() throws {
    var bench = try Bench(3)
    try bench.add(0, [0: 1], 10)
    try bench.add(1, [0: 1], 50, at: 999)
    try bench.add(2, [1: 1, 0: -1], 5)
    #expect(bench.values == [10, 15, 0])
    try bench.set(1, to: 60)
    #expect(bench.values == [10, 15, 0] && bench.changed == [])
    try bench.remove(0)
    #expect(bench.values == [60, 65, 0] && bench.changed == [0, 1])
    try bench.set(1, to: 61)
    #expect(bench.changed == [0, 1])
    try bench.set(1, to: 61)
    #expect(bench.changed == [])
    try bench.add(3, [1: 1], 65, at: 999)
    #expect(bench.values[1] - bench.values[0] == 5)
    try bench.remove(3)
    try bench.remove(1)
    #expect(bench.values == [0, 5, 0])
    #expect(try bench.ambiguous == [0, 1, 2])
  }

  @Test("10: a bound is met on the way out; the way back has the same frames and bits")
  func outAndBack() throws {
    var bench = try Bench(3)
    try bench.add(0, [0: 1, 1: 1], 100)
    try bench.add(1, [1: 1], .atLeast, 0)
    try bench.add(2, [1: 1], 70, at: 250)
    try bench.add(3, [0: 1], 30, at: 999)
    try bench.add(4, [2: 3, 0: -1], 0.1)
    let steps = stride(from: 30.0, through: 150, by: 7.3)
    var frames: [[UInt64]] = []
    for value in steps {
      try bench.set(3, to: value)
      frames.append(bench.bits)
    }
    #expect(bench.values[1] == 0)
    for (value, frame) in zip(steps, frames).reversed() {
      try bench.set(3, to: value)
      #expect(bench.bits == frame)
    }
  }

  @Test("11: a million edits, also to a billion and back, add nothing up")
  func drift() throws {
    var bench = try Bench(3)
    try bench.add(0, [1: 1, 0: -1.0 / 3], 0.1)
    try bench.add(1, [2: 1, 1: -7.77], -1e6)
    try bench.add(2, [0: 1], 100, at: 999)
    let before = bench.bits
    var generator = Generator(seed: 2)
    for _ in 0..<1_000_000 { try bench.set(2, to: .random(in: 0...336, using: &generator)) }
    for _ in 0..<10_000 { try bench.set(2, to: .random(in: -1e9...1e9, using: &generator)) }
    let (x, y, z) = (bench.values[0], bench.values[1], bench.values[2])
    #expect(abs(y - x / 3 - 0.1) <= abs(y) * 1e-15 && abs(z - 7.77 * y + 1e6) <= abs(z) * 1e-15)
    try bench.set(2, to: 100)
    #expect(bench.bits == before)
  }

  @Test("17: what is ambiguous is told, and stays where it is while something else moves")
  func ambiguity() throws {
    // A view that hangs between two others: its left edge and width are open, but for their sum.
    var bench = try Bench(4, nonNegative: [2])
    try bench.add(0, [0: 1], 100, at: 999)
    try bench.add(1, [1: 1, 2: 1], 50)
    #expect(try bench.ambiguous == [1, 2, 3])
    let before = Array(bench.values[1...])
    for value in [120.0, 3, -40, 100] {
      try bench.set(0, to: value)
      #expect(Array(bench.values[1...]) == before)
      #expect(bench.changed == [0])
    }
    try bench.add(2, [2: 1], 20, at: 1)
    #expect(try bench.ambiguous == [3])
    #expect(bench.values == [100, 30, 20, 0])
  }

  @Test("20: the changed variables are those that a full comparison finds; a copy is not touched")
  func changedVariables() throws {
    var bench = try Bench(4)
    try bench.add(0, [0: 1], 1, at: 999)
    try bench.add(1, [1: 1, 0: -1], 1)
    try bench.add(2, [2: 1], 7)
    try bench.add(3, [3: 1, 0: -1], .atLeast, 0)
    try bench.add(4, [3: 1], 5, at: 250)
    let other = bench
    let before = other.bits
    #expect(bench.values == [1, 2, 7, 5])
    try bench.set(0, to: 3)
    #expect(bench.changed == [0, 1])
    try bench.set(0, to: 8)
    #expect(bench.changed == [0, 1, 3])
    try bench.solver.setConstants([(ConstraintID(0), -9), (ConstraintID(2), -6)])
    #expect(bench.changed == [0, 1, 2, 3])
    #expect(other.bits == before)
  }

  @Test("8: an edit of nothing changes nothing, with or without one before it")
  func nothing() throws {
    var bench = try Bench(2)
    try bench.solver.setConstants([])
    #expect(bench.changed == [] && bench.values == [0, 0])
    try bench.add(0, [0: 1], 5, at: 500)
    try bench.add(1, [1: 1, 0: -2], 0)
    try bench.set(0, to: 6)
    #expect(bench.changed == [0, 1] && bench.values == [6, 12])
    try bench.solver.setConstants([])
    #expect(bench.changed == [] && bench.values == [6, 12])
    try bench.set(0, to: 7)
    #expect(bench.changed == [0, 1] && bench.values == [7, 14])
  }
}
