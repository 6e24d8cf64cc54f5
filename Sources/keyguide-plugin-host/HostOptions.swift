import CommandLineOptions
import KeyguideAPI
import KeyguideClient
import PluginPolicy

/// A command line that the host does not understand.
struct HostOptionsError: Error, CustomStringConvertible {
  let description: String
}

/// The host's command line.
struct HostOptions {
  enum Action {
    case serve, help, version
  }

  var action = Action.serve
  var scope = PluginScope.session
  /// The daemon's socket.
  var daemon = VarlinkClient.defaultPath
  /// Folders of manifests; nil: the standard ones.
  var folders: [String]?
  /// The host's own folder; nil: the standard one.
  var state: String?
  /// Where to listen; nil: the standard place.
  var control: String?

  static let help = """
    Usage: keyguide-plugin-host [--scope session|system]

    Starts the plugins of a session, or of the machine, each in a sandbox of its own,
    watches them, and starts them again. Runs in the foreground until SIGTERM or SIGINT.

      --scope SCOPE     session (the default): plugins of this user's session;
                        system: plugins of the machine, whose files must be root's
      --socket PATH     where keyguided listens (default: \(VarlinkClient.defaultPath))
      --plugins DIR     a folder of manifests instead of the standard ones; given more than
                        once, a later one's file counts
      --state DIR       where plugins have their folders
      --control PATH    where keyguidectl asks
      --version         print the version
      --help            print this text

    Exit codes: 0 ended by a signal, 1 something needed did not work, 2 wrong command line.
    """

  init(arguments: [String]) throws(HostOptionsError) {
    let parsed: CommandLineArguments
    do {
      parsed = try CommandLineArguments(
        arguments,
        options: [
          CommandLineOption("scope", takesValue: true), CommandLineOption("socket", takesValue: true),
          CommandLineOption("plugins", takesValue: true), CommandLineOption("state", takesValue: true),
          CommandLineOption("control", takesValue: true), CommandLineOption("version"), CommandLineOption("help"),
        ])
    } catch {
      throw HostOptionsError(description: error.description)
    }
    if let stray = parsed.operands.first {
      throw HostOptionsError(description: "'\(stray)' is not expected; see --help")
    }
    if parsed.options["help"] != nil { action = .help }
    if parsed.options["version"] != nil { action = .version }
    if let name = parsed.options["scope"] {
      guard let scope = PluginScope(rawValue: name) else {
        throw HostOptionsError(description: "--scope is session or system, not '\(name)'")
      }
      self.scope = scope
    }
    if let path = parsed.options["socket"] { daemon = path }
    folders = parsed.allValues["plugins"]
    state = parsed.options["state"]
    control = parsed.options["control"]
  }
}
