/// What a host knows of where it runs.
public struct HostSurroundings: Equatable, Sendable {
  public var environment: [String: String]
  public var home: String
  /// Where plugins have their folders.
  public var stateFolder: String
  public var processID: Int32

  public init(environment: [String: String], home: String, stateFolder: String, processID: Int32) {
    self.environment = environment
    self.home = home
    self.stateFolder = stateFolder
    self.processID = processID
  }
}

/// Everything that the launcher needs to know to become a plugin.
public struct LaunchPlan: Equatable, Sendable {
  public var executable: String
  /// With the program's name as the first.
  public var arguments: [String]
  /// As in `HOME=/home/ann`.
  public var environment: [String]
  /// The plugin's own folder, where it also starts.
  public var folder: String
  /// Whose child it must be; else the host has ended in between.
  public var host: Int32
  public var sandbox: Sandbox

  /// What is passed on of the host's environment, and nothing else.
  static let passed = [
    "LANG", "LANGUAGE", "TZ", "USER", "LOGNAME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS",
  ]

  public init(_ manifest: PluginManifest, in surroundings: HostSurroundings) {
    let capabilities = manifest.capabilities
    let folder = "\(surroundings.stateFolder)/\(manifest.name)"
    var names = Self.passed + surroundings.environment.keys.filter { $0.hasPrefix("LC_") }.sorted()
    if capabilities.sessionBus || capabilities.wayland || capabilities.compositorIPC {
      names += ["XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"]
    }
    if capabilities.sessionBus { names.append("DBUS_SESSION_BUS_ADDRESS") }
    if capabilities.wayland { names.append("WAYLAND_DISPLAY") }
    if capabilities.compositorIPC { names += ["SWAYSOCK", "I3SOCK"] }
    let bus = surroundings.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
    self.folder = folder
    executable = manifest.executable
    arguments = [manifest.executable] + manifest.arguments
    environment =
      [
        "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(surroundings.home)", "TMPDIR=\(folder)",
        "KEYGUIDE_PLUGIN=\(manifest.name)", "KEYGUIDE_CONNECTIONS=3:4", "KEYGUIDE_STATE_DIRECTORY=\(folder)",
        "KEYGUIDE_API_VERSION=\(PluginManifest.apiVersion)",
      ] + names.compactMap { name in surroundings.environment[name].map { "\(name)=\($0)" } }
    host = surroundings.processID
    sandbox = Sandbox(
      manifest, state: folder, home: surroundings.home, hasAbstractBus: bus.contains("abstract="))
  }
}
