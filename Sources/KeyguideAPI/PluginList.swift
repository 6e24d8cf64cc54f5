import JSON

/// A reply of `io.keyguide.PluginHost.List`.
public struct PluginList: Equatable, Sendable {
  /// Names a run of the host, and the change that this is.
  public var position: StreamPosition
  public var missed: Int?
  public var plugins: [Plugin]

  public init(position: StreamPosition, missed: Int? = nil, plugins: [Plugin]) {
    self.position = position
    self.missed = missed
    self.plugins = plugins
  }

  public struct State: WireName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let disabled = State(rawValue: "disabled")
    public static let starting = State(rawValue: "starting")
    public static let running = State(rawValue: "running")
    public static let slow = State(rawValue: "slow")
    public static let stopping = State(rawValue: "stopping")
    public static let waiting = State(rawValue: "waiting")
    public static let parked = State(rawValue: "parked")
    public static let finished = State(rawValue: "finished")
    public static let failed = State(rawValue: "failed")
  }

  /// One plugin; the interface says what each member means.
  public struct Plugin: Equatable, Sendable {
    public var name: String
    public var version: String?
    public var roles: [String]
    public var manifest: String
    public var state: State
    public var pid: Int?
    public var restarts: Int
    public var startsIn: Double?
    public var problem: String?
    public var missing: [String]

    public init(
      name: String, version: String? = nil, roles: [String] = [], manifest: String, state: State, pid: Int? = nil,
      restarts: Int = 0, startsIn: Double? = nil, problem: String? = nil, missing: [String] = []
    ) {
      self.name = name
      self.version = version
      self.roles = roles
      self.manifest = manifest
      self.state = state
      self.pid = pid
      self.restarts = restarts
      self.startsIn = startsIn
      self.problem = problem
      self.missing = missing
    }
  }
}

/// Where plugin hosts listen.
public enum PluginHostSocket {
  private static let name = "io.keyguide.PluginHost"

  /// That of the machine.
  public static let system = "/run/keyguide-plugin-host/\(name)"

  /// That of a session, in its `XDG_RUNTIME_DIR`.
  public static func session(runtimeFolder: String) -> String { "\(runtimeFolder)/keyguide/\(name)" }
}

extension PluginList: JSONDecodable {
  /// Writes the reply's parameters, as members of the object that is being written.
  public func encodeMembers(to writer: inout JSONWriter) {
    writer.member("epoch", position.epoch)
    writer.member("seq", position.seq)
    writer.member("missed", missed)
    writer.member("plugins", plugins)
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var epoch: String?
    var seq: Int?
    var missed: Int?
    var plugins: [Plugin]?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "epoch": epoch = try value.read()
      case "seq": seq = try value.read()
      case "missed": missed = try value.readOptional()
      case "plugins": plugins = try value.read()
      default: break
      }
    }
    self.init(
      position: StreamPosition(
        epoch: try epoch.required("epoch", in: reader), seq: try seq.required("seq", in: reader)),
      missed: missed, plugins: try plugins.required("plugins", in: reader))
  }
}

extension PluginList.Plugin: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("version", version)
      writer.member("roles", roles)
      writer.member("manifest", manifest)
      writer.member("state", state)
      writer.member("pid", pid)
      writer.member("restarts", restarts)
      writer.member("startsIn", startsIn)
      writer.member("problem", problem)
      writer.member("missing", missing)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var texts: [String: String] = [:]
    var lists: [String: [String]] = [:]
    var state: PluginList.State?
    var pid: Int?
    var restarts: Int?
    var startsIn: Double?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "name", "version", "manifest", "problem": texts[name] = try value.readOptional()
      case "roles", "missing": lists[name] = try value.read()
      case "state": state = try value.read()
      case "pid": pid = try value.readOptional()
      case "restarts": restarts = try value.read()
      case "startsIn": startsIn = try value.readOptional()
      default: break
      }
    }
    self.init(
      name: try texts["name"].required("name", in: reader), version: texts["version"],
      roles: try lists["roles"].required("roles", in: reader),
      manifest: try texts["manifest"].required("manifest", in: reader),
      state: try state.required("state", in: reader), pid: pid,
      restarts: try restarts.required("restarts", in: reader), startsIn: startsIn, problem: texts["problem"],
      missing: try lists["missing"].required("missing", in: reader))
  }
}
