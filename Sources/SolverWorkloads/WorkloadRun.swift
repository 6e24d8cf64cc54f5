import ConstraintSolver

/// A workload in progress: a solver, and how far the script has come.
public struct WorkloadRun: Sendable {
  /// What a step brought that is to be reported.
  public enum Answer: Equatable, Sendable {
    /// The values of all variables, at a step that solves.
    case values([Double])
    /// The constraint that the step adds was refused, since it contradicts others.
    case conflict
  }

  public let workload: Workload
  public private(set) var solver: ConstraintSolver
  /// The next step.
  public private(set) var position = 0

  /// Builds the system that the script starts with, as one change.
  public init(_ workload: Workload) throws(SolverError) {
    self.workload = workload
    solver = ConstraintSolver()
    for index in 0..<workload.variableCount {
      _ = try solver.addVariable(nonNegative: workload.nonNegative.contains(VariableID(index)))
    }
    try solver.apply(workload.start)
  }

  /// Whether the script is at its end.
  public var isFinished: Bool { position >= workload.script.count }

  /// Takes the next step of the script.
  public mutating func advance() throws(SolverError) -> Answer? {
    guard !isFinished else { return nil }
    let step = workload.script[position]
    position += 1
    switch step {
    case .solve:
      return .values((0..<workload.variableCount).map { solver.value(of: VariableID($0)) })
    case .suggest(let values):
      try solver.setConstants(values.compactMap { workload.constant($0) })
    case .activate(let group):
      try solver.apply(workload.activation(of: group))
    case .deactivate(let group):
      try solver.apply(workload.deactivation(of: group))
    case .add(let id):
      do {
        try solver.add(workload.constraints[Int(id.rawValue)], as: id)
      } catch .conflict {
        return .conflict
      }
    case .remove(let id):
      if solver.contains(id) { try solver.remove(id) }
    case .suggestAgain(let variable, let count, var seed, let range):
      for _ in 0..<count {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let value = range.lowerBound + (range.upperBound - range.lowerBound) * Double(seed >> 11) * 0x1p-53
        let suggestion = Workload.Suggestion(variable: variable, value: value)
        guard let (id, constant) = workload.constant(suggestion) else { break }
        try solver.setConstant(constant, of: id)
      }
    }
    return nil
  }
}

extension Workload {
  /// Everything that is there at the start.
  public var start: SolverChanges {
    var changes = SolverChanges()
    for id in active { changes.add(constraints[Int(id.rawValue)], as: id) }
    for (index, edit) in edits.enumerated() {
      changes.add(
        Constraint([LinearTerm(edit.variable)], constant: -edit.initial, priority: edit.priority),
        as: ConstraintID(constraints.count + index))
    }
    return changes
  }

  /// The constant of an edit's equation for a suggested value.
  public func constant(_ suggestion: Suggestion) -> (id: ConstraintID, value: Double)? {
    edits.firstIndex { $0.variable == suggestion.variable }
      .map { (ConstraintID(constraints.count + $0), -suggestion.value) }
  }

  /// The changes that put a group in.
  public func activation(of name: String) -> SolverChanges {
    var changes = SolverChanges()
    for id in members(of: name) { changes.add(constraints[Int(id.rawValue)], as: id) }
    return changes
  }

  /// The changes that take a group out.
  public func deactivation(of name: String) -> SolverChanges {
    var changes = SolverChanges()
    for id in members(of: name) { changes.remove(id) }
    return changes
  }

  private func members(of name: String) -> [ConstraintID] {
    groups.first { $0.name == name }?.constraints ?? []
  }
}
