import JSON

/// The reply of `io.keyguide.Control.Clients`.
public struct ClientList: Equatable, Sendable {
  public var clients: [Client]

  public init(clients: [Client]) {
    self.clients = clients
  }

  /// A process that is connected.
  public struct Client: Equatable, Sendable {
    /// The user, and the process as the daemon sees it, when it connected.
    public var uid: Int
    public var pid: Int
    /// Its connections, those without a stream included.
    public var connections: Int
    public var streams: [Stream]

    public init(uid: Int, pid: Int, connections: Int, streams: [Stream]) {
      self.uid = uid
      self.pid = pid
      self.connections = connections
      self.streams = streams
    }
  }

  /// A stream that a client reads, and how far it has read.
  public struct Stream: Equatable, Sendable {
    public struct Kind: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let monitor = Kind(rawValue: "monitor")
      public static let window = Kind(rawValue: "window")
      public static let recording = Kind(rawValue: "recording")
      public static let provider = Kind(rawValue: "provider")
      public static let providerList = Kind(rawValue: "providerList")
    }

    public var kind: Kind
    public var seat: String
    /// The window's name; nil for other streams.
    public var window: String?
    /// The number of the newest message that there is for the client.
    public var seq: Int
    /// Messages up to that which it has not been sent yet, since it has not read what came before.
    public var pending: Int
    /// Messages that were passed over for it so far.
    public var missed: Int

    public init(kind: Kind, seat: String, window: String? = nil, seq: Int, pending: Int, missed: Int) {
      self.kind = kind
      self.seat = seat
      self.window = window
      self.seq = seq
      self.pending = pending
      self.missed = missed
    }
  }
}

extension ClientList: JSONDecodable {
  /// Writes the reply's parameters, as members of the object that is being written.
  public func encodeMembers(to writer: inout JSONWriter) {
    writer.member("clients", clients)
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var clients: [Client]?
    try reader.readObject { (name, value) throws(JSONError) in
      if name == "clients" { clients = try value.read() }
    }
    self.init(clients: try clients.required("clients", in: reader))
  }
}

extension ClientList.Client: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("uid", uid)
      writer.member("pid", pid)
      writer.member("connections", connections)
      writer.member("streams", streams)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var numbers: [String: Int] = [:]
    var streams: [ClientList.Stream]?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "uid", "pid", "connections": numbers[name] = try value.read()
      case "streams": streams = try value.read()
      default: break
      }
    }
    self.init(
      uid: try numbers["uid"].required("uid", in: reader), pid: try numbers["pid"].required("pid", in: reader),
      connections: try numbers["connections"].required("connections", in: reader),
      streams: try streams.required("streams", in: reader))
  }
}

extension ClientList.Stream: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", kind)
      writer.member("seat", seat)
      writer.member("window", window)
      writer.member("seq", seq)
      writer.member("pending", pending)
      writer.member("missed", missed)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var kind: Kind?
    var seat: String?
    var window: String?
    var numbers: [String: Int] = [:]
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "kind": kind = try value.read()
      case "seat": seat = try value.read()
      case "window": window = try value.readOptional()
      case "seq", "pending", "missed": numbers[name] = try value.read()
      default: break
      }
    }
    self.init(
      kind: try kind.required("kind", in: reader), seat: try seat.required("seat", in: reader), window: window,
      seq: try numbers["seq"].required("seq", in: reader),
      pending: try numbers["pending"].required("pending", in: reader),
      missed: try numbers["missed"].required("missed", in: reader))
  }
}
