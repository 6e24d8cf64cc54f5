import ConstraintSolver
import Glibc
import JSON
import SolverWorkloads

/// A thousand solvers, one for each window, that all follow one keyboard.
struct Windows {
  static let count = 1000

  /// Microseconds for all of them.
  var frame: Measurement
  /// Bytes of one.
  var bytes: Int

  init(_ workload: Workload) throws(SolverError) {
    bytes = try SolverBenchmark.memory(of: workload, count: 50)
    var solvers: [ConstraintSolver] = []
    for _ in 0..<Self.count { solvers.append(try WorkloadRun(workload).solver) }
    let frames = workload.frames
    var failure: SolverError?
    frame = Measurement(rounds: 200) { round in
      for index in solvers.indices {
        do throws(SolverError) {
          let (id, value) = frames[(round + index) % frames.count][0]
          try solvers[index].setConstant(value, of: id)
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }

  var text: String {
    "\(Self.count) windows, all move: \(frame.text), \(bytes) bytes each"
  }

  func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", "windows\(Self.count)")
      writer.member("frame", frame)
      writer.member("bytes", bytes)
    }
  }
}

extension SolverBenchmark.Result {
  var text: String {
    var lines = ["\(name)", "  build    \(build.text)"]
    if let update { lines.append("  update   \(update.text)") }
    if let updateInLoop { lines.append("  in loop  \(Measurement.rounded(updateInLoop)) µs") }
    if let switchOver { lines.append("  switch   \(switchOver.text)") }
    lines.append("  remove   \(remove.text)")
    lines.append("  add      \(add.text)")
    lines.append("  memory   \(bytes) bytes")
    return lines.joined(separator: "\n")
  }

  func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("build", build)
      writer.member("update", update)
      if let updateInLoop { writer.member("updateInLoop", updateInLoop) }
      writer.member("switch", switchOver)
      writer.member("remove", remove)
      writer.member("add", add)
      writer.member("bytes", bytes)
    }
  }
}

extension Measurement: JSONEncodable {
  /// Median, 99th percentile and allocations, in one line.
  var text: String {
    "median \(Self.rounded(median)) µs, p99 \(Self.rounded(p99)) µs, \(Self.rounded(allocations)) allocations"
  }

  func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("median", median)
      writer.member("p99", p99)
      writer.member("allocations", allocations)
    }
  }

  static func rounded(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}
