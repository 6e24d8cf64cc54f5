/// What a plugin can be for the daemon: the roles of `io.keyguide.Provider`.
public enum PluginRole: String, CaseIterable, Sendable {
  case softwareKeyboard
  case compositor
  case barContent
  case language
}

/// Which host runs a plugin: that of a person's session, or the machine's.
public enum PluginScope: String, CaseIterable, Sendable {
  case session
  case system
}

/// What a plugin says of itself, and what it is to be allowed: its file `NAME.toml`.
public struct PluginManifest: Equatable, Sendable {
  /// The version of the daemon's interface for plugins that this host starts plugins for.
  public static let apiVersion = 1

  /// The file's name without its ending: small letters, digits and hyphens.
  public var name: String
  public var version: String?
  /// The whole path.
  public var executable: String
  public var arguments: [String] = []
  public var roles: [PluginRole]
  public var scope = PluginScope.session
  /// Whether it runs where nobody has decided about it.
  public var isEnabled = true
  public var capabilities = PluginCapabilities()
  public var limits = PluginLimits()

  public init(name: String, version: String? = nil, executable: String, roles: [PluginRole]) {
    self.name = name
    self.version = version
    self.executable = executable
    self.roles = roles
  }
}

/// What a plugin may do beyond reading the system's programs and libraries and writing to its own folder.
public struct PluginCapabilities: Equatable, Sendable {
  /// Speak on the session bus. Whoever may do that can have other services of the session do things.
  public var sessionBus = false
  /// Speak to the Wayland compositor.
  public var wayland = false
  /// Speak i3's protocol to the compositor, which can be told to start programs.
  public var compositorIPC = false
  /// Start programs, which run in the plugin's own sandbox and process group.
  public var programs = false
  /// Open sockets other than Unix ones.
  public var network = false
  /// Send signals to other processes of the same user, and see them in /proc.
  public var signals = false
  /// See the seat's state on its connections to the daemon.
  public var monitor = false
  /// Decide about the seat as a person does.
  public var control = false
  /// Files and folders that it may read; `~/` stands for the user's home.
  public var read: [String] = []

  public init() {}

  /// Whether a socket that is not there from the start is of any use.
  public var sockets: Bool { sessionBus || wayland || compositorIPC || network }
}

/// How much a plugin may use.
public struct PluginLimits: Equatable, Sendable {
  /// Bytes of private memory that it may write to (RLIMIT_DATA).
  public var memory = 128 << 20
  /// Open files (RLIMIT_NOFILE).
  public var descriptors = 64
  /// Processes and threads that it is meant to need; the kernel counts those of a user, so it cannot be kept to this.
  public var processes: Int?
  /// Seconds that it has to register with the daemon.
  public var handshake = 10.0

  public init() {}
}
