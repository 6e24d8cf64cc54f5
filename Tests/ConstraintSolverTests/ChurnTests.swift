import ConstraintSolver
import Foundation
import SolverWorkloads
import Testing

@Suite("Under random additions, removals and edits")
struct ChurnTests {
  /// How many changes there are in all; `make soak` has a million.
  static let changes = ProcessInfo.processInfo.environment["KEYGUIDE_SOLVER_CHANGES"].flatMap(Int.init) ?? 6_000

  @Test("the way back always ends at the same bits, which are the exact solution", arguments: ["edge", "random"])
  func randomChanges(_ name: String) throws {
    let cases = try ExpectedFile.fixture(name)
    let share = max(10, Self.changes / 2 / cases.count)
    for (number, (workload, expected)) in cases.enumerated() {
      guard var run = try start(workload, expected) else { continue }
      var generator = Generator(seed: UInt64(number) + 3000)
      for _ in 0..<share / 10 {
        try run.change(10, &generator)
        try run.goBack()
        #expect(run.bits == run.startBits, "\(workload.name)")
        for (value, exact) in zip(run.values, run.exact) {
          if let exact { #expect(abs(value - exact) <= 1e-9 * (1 + abs(exact)), "\(workload.name)") }
        }
      }
    }
  }

  /// The state of a workload at its first step with known values.
  private func start(_ workload: Workload, _ expected: [Int: Expected]) throws -> ChurnRun? {
    var run = try WorkloadRun(workload)
    while !run.isFinished {
      let step = run.position
      if case .values? = try run.advance(), let values = expected[step]?.values, !values.isEmpty {
        return ChurnRun(run.solver, exact: values)
      }
    }
    return nil
  }
}

/// A solver that is changed at random, and what it was at the start.
private struct ChurnRun {
  var solver: ConstraintSolver
  let startBits: [UInt64]
  let exact: [Double?]
  private let constraints: [ConstraintID: Constraint]

  init(_ solver: ConstraintSolver, exact: [Double?]) {
    self.solver = solver
    self.exact = exact
    startBits = Self.values(solver).map(\.bitPattern)
    constraints = Dictionary(
      uniqueKeysWithValues: (0..<1000).compactMap { index in
        solver.constraint(ConstraintID(index)).map { (ConstraintID(index), $0) }
      })
  }

  var values: [Double] { Self.values(solver) }
  var bits: [UInt64] { values.map(\.bitPattern) }

  private static func values(_ solver: ConstraintSolver) -> [Double] {
    (0..<solver.variableCount).map { solver.value(of: VariableID($0)) }
  }

  /// Removes constraints, puts them back, and moves constants; a conflict is refused and leaves no trace.
  mutating func change(_ count: Int, _ generator: inout Generator) throws {
    for _ in 0..<count {
      guard let id = constraints.keys.sorted().randomElement(using: &generator), let constraint = constraints[id]
      else { return }
      let before = bits
      do {
        if !solver.contains(id) {
          try solver.add(constraint, as: id)
        } else if Bool.random(using: &generator) {
          try solver.remove(id)
        } else {
          try solver.setConstant(constraint.constant + .random(in: -200...200, using: &generator), of: id)
        }
      } catch .conflict {
        #expect(bits == before)
      }
    }
  }

  /// Has every constraint of the start hold again, as it was.
  mutating func goBack() throws {
    var changes = SolverChanges()
    for (id, constraint) in constraints {
      if !solver.contains(id) {
        changes.add(constraint, as: id)
      } else {
        changes.setConstant(constraint.constant, of: id)
      }
    }
    try solver.apply(changes)
  }
}
