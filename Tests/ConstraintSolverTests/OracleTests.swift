import ConstraintSolver
import SolverWorkloads
import Testing

/// What an exact rational simplex has found for the workloads in `Fixtures`.
@Suite("Against exact solutions")
struct OracleTests {
  @Test(
    "least violations at every priority, determined values, conflicts, and what is ambiguous",
    arguments: ["edge", "random"])
  func workloads(_ name: String) throws {
    for (workload, expected) in try ExpectedFile.fixture(name) {
      var run = try WorkloadRun(workload)
      while !run.isFinished {
        let step = run.position
        let answer = try run.advance()
        let expectation = expected[step]
        if case .add = workload.script[step] {
          #expect((answer == .conflict) == (expectation?.isConflict == true), "\(workload.name), step \(step)")
        } else if let expectation, case .values(let values) = answer {
          try compare(run.solver, values, expectation, "\(workload.name), step \(step)")
        }
      }
    }
  }

  private func compare(_ solver: ConstraintSolver, _ values: [Double], _ expected: Expected, _ place: String) throws {
    let violations = violations(of: solver, nonNegative: expected.nonNegative)
    #expect(violations[1000, default: 0] < 1e-6, "\(place)")
    for (priority, least) in expected.violations {
      #expect(abs(violations[priority, default: 0] - least) <= 1e-6 * (1 + least), "\(place), priority \(priority)")
    }
    for (value, exact) in zip(values, expected.values) {
      if let exact { #expect(abs(value - exact) <= 1e-9 * (1 + abs(exact)), "\(place)") }
    }
    let open = expected.values.indices.filter { expected.values[$0] == nil }
    #expect(try solver.ambiguousVariables() == open.map { VariableID($0) }, "\(place)")
  }

  private func violations(of solver: ConstraintSolver, nonNegative: [Int]) -> [Int: Double] {
    var sums: [Int: Double] = [:]
    for index in 0..<1000 {
      guard let constraint = solver.constraint(ConstraintID(index)) else { continue }
      let sum = constraint.terms.reduce(constraint.constant) { $0 + $1.coefficient * solver.value(of: $1.variable) }
      let violation =
        switch constraint.relation {
        case .equal: abs(sum)
        case .atMost: max(0, sum)
        case .atLeast: max(0, -sum)
        }
      sums[constraint.priority, default: 0] += violation
    }
    return sums
  }
}
