/// What is done to files below a path.
public struct FileAccess: OptionSet, Equatable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Read files and list folders.
  public static let read = FileAccess(rawValue: 1)
  /// Start programs.
  public static let execute = FileAccess(rawValue: 2)
  /// Write to files that are there, devices included.
  public static let write = FileAccess(rawValue: 4)
  /// Make, move and remove files and folders.
  public static let make = FileAccess(rawValue: 8)

  /// A folder of one's own.
  public static let own: FileAccess = [.read, .write, .make]
}

/// A path, and what may be done to it and to everything below.
public struct FileRule: Equatable, Sendable {
  public var path: String
  public var access: FileAccess

  public init(_ path: String, _ access: FileAccess) {
    self.path = path
    self.access = access
  }
}

/// What a plugin's process may do, whatever it tries: made of a manifest, put on by the launcher.
public struct Sandbox: Equatable, Sendable {
  /// Everything else of the file system is closed; what is not there is left out.
  public var files: [FileRule]
  public var startsPrograms: Bool
  /// Whether sockets may be opened and connected: Unix ones, and others with `network`.
  public var sockets: Bool
  public var network: Bool
  public var signals: Bool
  /// Whether abstract Unix sockets of others may be connected to (unix(7)).
  public var abstractSockets: Bool
  public var limits: PluginLimits

  /// What of /etc programs read to work: the loader, the C library, names of users, languages, fonts, certificates.
  ///
  /// A list of what is allowed, as landlock cannot take a file out of a folder, and nobody but root reads shadow.
  static let configuration = [
    "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ld.so.preload", "localtime", "timezone", "locale.alias",
    "locale.conf",
    "nsswitch.conf", "passwd", "group", "hosts", "host.conf", "resolv.conf", "gai.conf", "services", "protocols",
    "os-release", "machine-id", "xdg", "fonts", "dconf", "gtk-3.0", "gtk-4.0", "glvnd", "vulkan", "ssl/openssl.cnf",
    "ssl/certs", "ca-certificates", "ca-certificates.conf", "keyguide", "python3", "python3.*",
  ].map { "/etc/\($0)" }

  /// The rules for everybody: programs and libraries, and devices that are none. Paths may have a `*`.
  static let system =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"].map { FileRule($0, [.read, .execute]) }
    + (configuration + ["/proc", "/sys/devices/system/cpu"]).map { FileRule($0, .read) }
    + ["null", "zero", "full", "random", "urandom"].map { FileRule("/dev/\($0)", [.read, .write]) }

  /// The sandbox that a manifest asks for; `state` is the plugin's own folder.
  public init(_ manifest: PluginManifest, state: String, home: String, hasAbstractBus: Bool) {
    let capabilities = manifest.capabilities
    // `~/` has been checked to be at the beginning, if anywhere.
    let granted = capabilities.read.map { $0.hasPrefix("~/") ? "\(home)/\($0.dropFirst(2))" : $0 }
    files =
      Self.system + granted.map { FileRule($0, .read) }
      + [FileRule(manifest.executable, [.read, .execute]), FileRule(state, .own)]
    startsPrograms = capabilities.programs
    sockets = capabilities.sockets
    network = capabilities.network
    signals = capabilities.signals
    abstractSockets = capabilities.sessionBus && hasAbstractBus
    limits = manifest.limits
  }
}
