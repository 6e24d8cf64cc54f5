import Glibc
import PluginPolicy

/// The host's own folder: below it each plugin has one, and it is kept there what a person has enabled and disabled.
struct StateFolders {
  /// Where plugins have theirs.
  let plugins: String
  private let enabled: String
  private let disabled: String

  /// Makes what is missing.
  init(_ root: String) throws {
    plugins = "\(root)/plugins"
    enabled = "\(root)/enabled"
    disabled = "\(root)/disabled"
    for folder in [root, plugins, enabled, disabled] { try Self.make(folder) }
  }

  /// The standard place for a scope: the user's, or what systemd made for the unit (StateDirectory=).
  static func standard(_ scope: PluginScope, environment: [String: String], home: String) -> String {
    switch scope {
    case .session: "\(environment["XDG_STATE_HOME"] ?? "\(home)/.local/state")/keyguide/plugin-host"
    case .system: environment["STATE_DIRECTORY"] ?? "/var/lib/keyguide-plugin-host"
    }
  }

  /// Makes a plugin's folder.
  func prepare(_ plugin: String) throws {
    try Self.make("\(plugins)/\(plugin)")
  }

  /// What a person has decided of a plugin; nil: nothing.
  func choice(for plugin: String) -> Bool? {
    if access("\(disabled)/\(plugin)", F_OK) == 0 { return false }
    return access("\(enabled)/\(plugin)", F_OK) == 0 ? true : nil
  }

  /// Keeps what a person has decided of a plugin: a file of its name says so.
  func keep(_ choice: Bool, for plugin: String) throws {
    let (folder, other) = choice ? (enabled, disabled) : (disabled, enabled)
    let path = "\(folder)/\(plugin)"
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw LaunchError("make \(path)", errno) }
    close(file)
    if unlink("\(other)/\(plugin)") != 0, errno != ENOENT { throw LaunchError("remove \(other)/\(plugin)", errno) }
  }

  /// Makes a folder for its user alone, and those above it.
  private static func make(_ path: String) throws {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/\(part)"
      if mkdir(prefix, 0o700) != 0, errno != EEXIST { throw LaunchError("make the folder \(prefix)", errno) }
    }
  }
}
