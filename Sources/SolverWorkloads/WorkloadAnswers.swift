import ConstraintSolver
import JSON

extension WorkloadFile {
  /// Runs every workload, and writes what they bring: an object of lists by name.
  ///
  /// An element is `{"step": k, "values": [...]}` for each step that solves, and `{"step": k, "conflict": true}` for each
  /// addition that is refused.
  public func answers() throws(WorkloadError) -> [UInt8] {
    var writer = JSONWriter()
    try writer.object { (writer) throws(WorkloadError) in
      for workload in cases {
        writer.key(escaping: workload.name)
        try writer.array { (writer) throws(WorkloadError) in try workload.writeAnswers(to: &writer) }
      }
    }
    return writer.bytes
  }
}

/// A workload that the solver refuses.
public struct WorkloadError: Error, Equatable, CustomStringConvertible {
  public var workload: String
  /// The step of the script; nil while the start is built.
  public var step: Int?
  public var problem: SolverError

  public var description: String {
    "'\(workload)', \(step.map { "step \($0)" } ?? "at the start"): \(problem)"
  }
}

extension Workload {
  fileprivate func writeAnswers(to writer: inout JSONWriter) throws(WorkloadError) {
    var step: Int?
    do throws(SolverError) {
      var run = try WorkloadRun(self)
      while !run.isFinished {
        step = run.position
        guard let answer = try run.advance() else { continue }
        writer.object { writer in
          writer.member("step", run.position - 1)
          switch answer {
          case .values(let values): writer.member("values", values)
          case .conflict: writer.member("conflict", true)
          }
        }
      }
    } catch {
      throw WorkloadError(workload: name, step: step, problem: error)
    }
  }
}
