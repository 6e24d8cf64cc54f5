import JSON

/// One reply of `io.keyguide.Provider.List`.
public struct ProviderList: Equatable, Sendable {
  /// Names the life of the daemon's state.
  public var epoch: String
  /// Counts the states of the list.
  public var seq: Int
  /// How many were passed over; nil for none.
  public var missed: Int?
  /// Whether the daemon has begun anew since the former reply.
  public var resync = false
  public var providers: [Provider]

  public init(epoch: String, seq: Int, missed: Int? = nil, providers: [Provider]) {
    self.epoch = epoch
    self.seq = seq
    self.missed = missed
    self.providers = providers
  }

  /// A registered plugin.
  public struct Provider: Equatable, Sendable {
    public var name: String
    public var version: String?
    public var apiVersion: Int
    /// The process that has registered; nil: it is another user's.
    public var pid: Int?
    public var seat: String
    public var roles: [String]
    public var state: SeatParts.Provider.State
    /// What it said last that it cannot do; nil: nothing.
    public var problem: String?
    /// Requests that are open.
    public var unanswered: Int

    public init(
      name: String, version: String? = nil, apiVersion: Int, pid: Int? = nil, seat: String, roles: [String],
      state: SeatParts.Provider.State, problem: String? = nil, unanswered: Int
    ) {
      self.name = name
      self.version = version
      self.apiVersion = apiVersion
      self.pid = pid
      self.seat = seat
      self.roles = roles
      self.state = state
      self.problem = problem
      self.unanswered = unanswered
    }
  }
}

extension ProviderList: JSONDecodable {
  /// Writes the reply's parameters, as members of the object that is being written.
  public func encodeMembers(to writer: inout JSONWriter) {
    writer.member("epoch", epoch)
    writer.member("seq", seq)
    writer.member("missed", missed)
    if resync { writer.member("resync", true) }
    writer.member("providers", providers)
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init(epoch: "", seq: 0, providers: [])
    var providers: [Provider]?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "epoch": epoch = try value.read()
      case "seq": seq = try value.read()
      case "missed": missed = try value.readOptional()
      case "providers": providers = try value.read()
      default: break
      }
    }
    self.providers = try providers.required("providers", in: reader)
  }
}

extension ProviderList.Provider: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("version", version)
      writer.member("apiVersion", apiVersion)
      writer.member("pid", pid)
      writer.member("seat", seat)
      writer.member("roles", roles)
      writer.member("state", state)
      writer.member("problem", problem)
      writer.member("unanswered", unanswered)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init(name: "", apiVersion: 0, seat: "", roles: [], state: .ready, unanswered: 0)
    var name: String?
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "name": name = try value.read()
      case "version": version = try value.readOptional()
      case "apiVersion": apiVersion = try value.read()
      case "pid": pid = try value.readOptional()
      case "seat": seat = try value.read()
      case "roles": roles = try value.read()
      case "state": state = try value.read()
      case "problem": problem = try value.readOptional()
      case "unanswered": unanswered = try value.read()
      default: break
      }
    }
    self.name = try name.required("name", in: reader)
  }
}
