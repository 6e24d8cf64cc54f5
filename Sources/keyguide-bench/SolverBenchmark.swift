import CAllocations
import ConstraintSolver
import JSON
import SolverWorkloads

/// What the constraint solver costs with the workloads of a folder.
struct SolverBenchmark {
  /// The cost of one workload; times in microseconds.
  struct Result {
    var name: String
    var build: Measurement
    /// One frame: the suggested constants, and the values.
    var update: Measurement?
    /// The median frame in a loop that the clock is not in.
    var updateInLoop: Double?
    /// One set of constraints taken out and another one put in, as one change.
    var switchOver: Measurement?
    var remove: Measurement
    var add: Measurement
    var bytes: Int
  }

  static func run(_ folder: String, json: Bool) throws(BenchmarkError) {
    var writer = JSONWriter()
    try writer.array { (writer) throws(BenchmarkError) in
      for path in try jsonFiles(in: folder) {
        guard let workload = try read(path), !workload.edits.isEmpty else { continue }
        let result: Result
        do {
          result = try measure(workload)
        } catch {
          throw BenchmarkError(description: "\(path): \(error)")
        }
        if json { result.encode(to: &writer) } else { print(result.text) }
        guard workload.name == "a-chat12-keyboard" else { continue }
        let windows: Windows
        do {
          windows = try Windows(workload)
        } catch {
          throw BenchmarkError(description: "\(path): \(error)")
        }
        if json { windows.encode(to: &writer) } else { print(windows.text) }
      }
    }
    if json { print(String(decoding: writer.bytes, as: UTF8.self)) }
  }

  /// The workload of a file; nil for files of another kind.
  private static func read(_ path: String) throws(BenchmarkError) -> Workload? {
    let text = try bytes(of: path)
    do {
      let cases = try WorkloadFile(text: text).cases
      return cases.count == 1 ? cases.first : nil
    } catch  where error.member == "format" {
      return nil
    } catch {
      throw BenchmarkError(description: "\(path): \(error)")
    }
  }

  private static func measure(_ workload: Workload) throws(SolverError) -> Result {
    let built = try WorkloadRun(workload).solver
    let rounds = max(10, 60_000 / (workload.variableCount * 2))
    var failure: SolverError?
    let attempt = { (work: () throws(SolverError) -> Void) in
      do throws(SolverError) { try work() } catch { failure = error }
    }
    let build = Measurement(rounds: rounds) { _ in
      attempt { () throws(SolverError) in _ = try WorkloadRun(workload) }
    }
    var solver = built
    let frames = workload.frames
    var update: Measurement?
    var updateInLoop: Double?
    if workload.groups.isEmpty {
      update = Measurement(rounds: 40 * frames.count) { round in
        attempt { () throws(SolverError) in try solver.setConstants(frames[round % frames.count]) }
      }
      let loop = Measurement(rounds: 20) { _ in
        for frame in frames { attempt { () throws(SolverError) in try solver.setConstants(frame) } }
      }
      updateInLoop = loop.median / Double(frames.count)
    }
    var switchOver: Measurement?
    let switches = workload.switches
    if !switches.isEmpty {
      solver = built
      switchOver = Measurement(rounds: 4800) { round in
        attempt { () throws(SolverError) in try solver.apply(switches[round % switches.count]) }
      }
    }
    solver = built
    let candidates = workload.active.filter { Int($0.rawValue) * 7 % 10 < 7 }
    let steps = max(40, min(2000, 1_000_000 / workload.variableCount))
    let candidate = { (round: Int) in candidates[round * 37 % candidates.count] }
    let putBack = { (round: Int) in
      let id = candidate(round)
      attempt { () throws(SolverError) in try solver.add(workload.constraints[Int(id.rawValue)], as: id) }
    }
    let takeOut = { (round: Int) in attempt { () throws(SolverError) in try solver.remove(candidate(round)) } }
    let remove = Measurement(rounds: steps, finish: putBack, takeOut)
    let add = Measurement(rounds: steps, prepare: takeOut, putBack)
    if let failure { throw failure }
    return Result(
      name: workload.name, build: build, update: update, updateInLoop: updateInLoop, switchOver: switchOver,
      remove: remove, add: add, bytes: try memory(of: workload, count: workload.variableCount > 1000 ? 2 : 50))
  }

  /// The heap memory of one built solver.
  static func memory(of workload: Workload, count: Int) throws(SolverError) -> Int {
    var solvers: [ConstraintSolver] = []
    solvers.reserveCapacity(count)
    let before = allocated_bytes()
    for _ in 0..<count { solvers.append(try WorkloadRun(workload).solver) }
    let after = allocated_bytes()
    return withExtendedLifetime(solvers) { Int(after - before) / count }
  }
}

extension Workload {
  /// The constants of every step that suggests.
  var frames: [[(id: ConstraintID, value: Double)]] {
    script.compactMap { step in
      guard case .suggest(let values) = step else { return nil }
      return values.compactMap { constant($0) }
    }
  }

  /// For every pair of steps that switches a set for another: the change that does so.
  var switches: [SolverChanges] {
    zip(script, script.dropFirst()).compactMap { first, second in
      guard case .deactivate(let old) = first, case .activate(let new) = second else { return nil }
      var changes = activation(of: new)
      for id in deactivation(of: old).removals { changes.remove(id) }
      return changes
    }
  }
}
