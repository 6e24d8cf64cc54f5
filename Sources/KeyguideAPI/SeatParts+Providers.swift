import JSON

extension SeatParts {
  /// A plugin that supplies facts about the seat.
  public struct Provider: Equatable, Sendable {
    public struct State: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let ready = State(rawValue: "ready")
      /// It has not answered a request in time.
      public static let slow = State(rawValue: "slow")
    }

    public var name: String
    public var roles: [String]
    public var state: State

    public init(name: String, roles: [String], state: State) {
      self.name = name
      self.roles = roles
      self.state = state
    }
  }
}

extension SeatParts.Provider: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("roles", roles)
      writer.member("state", state)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init(name: "", roles: [], state: .ready)
    var name: String?
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "name": name = try value.read()
      case "roles": roles = try value.read()
      case "state": state = try value.read()
      default: break
      }
    }
    self.name = try name.required("name", in: reader)
  }
}
