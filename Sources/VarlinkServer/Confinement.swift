import JSON

/// What a connection was narrowed to, for good: a host does that before it hands the connection to a plugin.
public nonisolated struct Confinement: Equatable, Sendable {
  /// The one name that the plugin goes by.
  public let name: String
  /// The rights that are left, by their names, of those that its user has.
  public private(set) var rights: Set<String>
  /// The roles that it may have; nil: all.
  public private(set) var roles: Set<String>?

  public init(name: String, rights: Set<String>, roles: Set<String>? = nil) {
    self.name = name
    self.rights = rights
    self.roles = roles
  }

  /// What is left when a connection is narrowed again: nothing comes back.
  public func narrowed(by further: Confinement) -> Confinement {
    var narrower = self
    narrower.rights.formIntersection(further.rights)
    narrower.roles = roles.map { roles in further.roles.map(roles.intersection) ?? roles } ?? further.roles
    return narrower
  }
}

nonisolated extension Confinement: JSONEncodable, JSONDecodable {
  /// Writes `{"name": "osk", "rights": ["provide"], "roles": ["softwareKeyboard"]}`.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("rights", rights.sorted())
      writer.member("roles", roles?.sorted())
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var name: String?
    var rights: [String]?
    var roles: [String]?
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "name": name = try value.read()
      case "rights": rights = try value.read()
      case "roles": roles = try value.readOptional()
      default: break
      }
    }
    self.init(
      name: try name.required("name", in: reader), rights: Set(try rights.required("rights", in: reader)),
      roles: roles.map { Set($0) })
  }
}
