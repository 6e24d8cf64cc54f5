import Glibc
import InputDevices
import JSON
import KeyguideClient
import KeyguideSettings

/// Checks the configuration of this machine, or each of some files by itself; prints every problem, and says whether
/// there is none.
func checkConfiguration(_ files: [String]) -> Bool {
  guard files.isEmpty else {
    return files.count { path in
      guard access(path, R_OK) == 0 else {
        printLine("\(path): it cannot be read: \(String(cString: strerror(errno)))")
        return true
      }
      return !check([path], as: path)
    } == 0
  }
  return check(SettingsLocations.system.files, as: "the configuration")
}

private func check(_ files: [String], as name: String) -> Bool {
  do throws(SettingsError) {
    let loaded = try LoadedSettings(files: files)
    let set = loaded.values.count { $0.origin != nil }
    printLine("\(name): \(set) keys set, no error")
    return true
  } catch {
    for line in error.lines { printLine(line) }
    return false
  }
}

/// Prints every setting as a line of TOML, with the place that it comes from behind it.
func showConfiguration(_ file: String?) throws {
  let locations = file.map(SettingsLocations.init(file:)) ?? .system
  let values = try LoadedSettings(files: locations.files).values
  for (path, value, origin) in values {
    let line = "\(path) = \(value)"
    let gap = String(repeating: " ", count: max(2, 60 - line.count))
    printLine("\(line)\(gap)# \(origin?.description ?? "default")")
  }
}

/// Has the daemon read its configuration anew; prints what is wrong with it, and the former one holds on.
func reloadConfiguration(_ options: ControlOptions) throws {
  let client = try VarlinkClient(path: options.socket ?? VarlinkClient.defaultPath)
  do throws(ClientError) {
    _ = try client.call("io.keyguide.Control.Reload")
  } catch {
    guard case .refused(let name, let parameters) = error, name == "io.keyguide.Control.InvalidConfiguration" else {
      throw error
    }
    for problem in try problems(in: parameters) { printLine(problem) }
    throw DeviceCommandError(description: "the configuration is wrong, and the former one holds on")
  }
}

private func problems(in parameters: String) throws(ClientError) -> [String] {
  var problems: [String] = []
  var reader = JSONReader(Array(parameters.utf8))
  do throws(JSONError) {
    try reader.readObject { (name, value) throws(JSONError) in
      guard name == "problems" else { return }
      try value.readArray { (problem) throws(JSONError) in problems.append(try problem.readString()) }
    }
  } catch {
    throw .invalidReply(error)
  }
  return problems
}
