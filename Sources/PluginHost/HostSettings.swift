import PluginPolicy

/// What a host is to do.
public struct HostSettings {
  public var scope: PluginScope
  /// The daemon's socket.
  public var daemon: String
  /// Folders of manifests, the least important first.
  public var folders: [String]
  /// The host's own folder.
  public var state: String
  public var environment: [String: String]
  public var home: String

  public init(
    scope: PluginScope, daemon: String, folders: [String]? = nil, state: String? = nil, environment: [String: String],
    home: String
  ) {
    self.scope = scope
    self.daemon = daemon
    let configuration = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
    self.folders = folders ?? ManifestFolders.standard(scope, configuration: configuration)
    self.state = state ?? StateFolders.standard(scope, environment: environment, home: home)
    self.environment = environment
    self.home = home
  }
}
