import JSON
import SolverWorkloads

/// Runs the layout constraints of a workload file, and prints the values of every step that solves.
func solveWorkloads(_ path: String) throws {
  do {
    let file = try WorkloadFile(text: bytes(of: path))
    printLine(String(decoding: try file.answers(), as: UTF8.self))
  } catch let error as JSONError {
    throw DeviceCommandError(description: "\(path): \(error)")
  } catch let error as WorkloadError {
    throw DeviceCommandError(description: "\(path): \(error)")
  }
}
