import Glibc
import JSON
import KeyguideAPI
import KeyguideClient
import Varlink

/// What a person decides about a plugin: a method of `io.keyguide.PluginHost`.
enum PluginCall: String {
  case enable, disable, restart

  var method: String { "io.keyguide.PluginHost.\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())" }
}

/// No host has done what was asked; the text says why.
struct PluginCommandError: Error, CustomStringConvertible {
  let description: String
}

/// A host that may be asked.
private struct PluginHostPlace {
  let name: String
  let path: String

  /// Those of this session and of the machine, or the one that `--socket` names.
  static func all(_ options: ControlOptions) -> [PluginHostPlace] {
    if let path = options.socket { return [PluginHostPlace(name: "the plugin host at \(path)", path: path)] }
    let session = getenv("XDG_RUNTIME_DIR").map { folder in
      PluginHostPlace(
        name: "the session's plugin host", path: PluginHostSocket.session(runtimeFolder: String(cString: folder)))
    }
    return [session, PluginHostPlace(name: "the machine's plugin host", path: PluginHostSocket.system)].compactMap {
      $0
    }
  }

  /// A connection, or what is to be told of the host instead.
  func connect() throws(ClientError) -> Result<VarlinkClient, PluginCommandError> {
    do throws(ClientError) {
      return .success(try VarlinkClient(path: path))
    } catch {
      guard case .socket(let problem) = error else { throw error }
      switch problem.code {
      case ENOENT, ECONNREFUSED: return .failure(PluginCommandError(description: "\(name) does not run"))
      case EACCES: return .failure(PluginCommandError(description: "\(name) is root's to ask"))
      default: throw error
      }
    }
  }
}

/// Prints the plugins of every host that can be asked, and what of the others there is to say.
func listPlugins(_ options: ControlOptions) throws {
  var answers = 0
  for host in PluginHostPlace.all(options) {
    switch try host.connect() {
    case .failure(let error): complain(error)
    case .success(let client):
      answers += 1
      let reply = try client.call("io.keyguide.PluginHost.List")
      if options.json {
        printLine(reply.parameterText)
        continue
      }
      do {
        var reader = reply.reader
        for plugin in try PluginList(from: &reader).plugins {
          for line in PluginDescription.lines(plugin) { printLine(line) }
        }
      } catch {
        throw ClientError.invalidReply(error)
      }
    }
  }
  guard answers > 0 else { throw PluginCommandError(description: "no plugin host could be asked") }
}

/// Has the first host that knows the plugin do what is asked.
func callPluginHost(_ call: PluginCall, _ plugin: String, _ options: ControlOptions) throws {
  for host in PluginHostPlace.all(options) {
    guard case .success(let client) = try host.connect() else { continue }
    do throws(ClientError) {
      _ = try client.call(call.method) { $0.member("name", plugin) }
      return
    } catch {
      guard case .refused("io.keyguide.PluginHost.UnknownPlugin", _) = error else { throw error }
    }
  }
  throw PluginCommandError(description: "no plugin host that can be asked has a plugin '\(plugin)'")
}

/// Says in words what a plugin does.
enum PluginDescription {
  static func lines(_ plugin: PluginList.Plugin) -> [String] {
    var words = ["\(plugin.name): \(state(plugin))"]
    if let pid = plugin.pid { words.append("process \(pid)") }
    if plugin.restarts > 0 {
      words.append("started again \(plugin.restarts == 1 ? "once" : "\(plugin.restarts) times")")
    }
    var lines = [words.joined(separator: ", "), "  \(plugin.manifest)"]
    // A manifest can have many problems, a line each.
    let problems = (plugin.problem ?? "").split(separator: "\n")
    lines += problems.map { plugin.state == .failed ? "  \($0)" : "  last problem: \($0)" }
    lines += plugin.missing.map { "  without protection of \($0)" }
    return lines
  }

  private static func state(_ plugin: PluginList.Plugin) -> String {
    guard plugin.state == .waiting else { return plugin.state.rawValue }
    guard let seconds = plugin.startsIn else { return "waiting for the daemon" }
    return "waiting \(Int(seconds.rounded(.up))) s"
  }
}
