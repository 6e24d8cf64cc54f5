import JSON

/// A provider as the daemon lists it: what of it the host looks at.
struct RegisteredProvider: Equatable, Sendable {
  var name: String
  /// The process that made its connections: the host that it is of.
  var processID: Int
  var isSlow: Bool
}

extension RegisteredProvider: JSONDecodable {
  nonisolated init(from reader: inout JSONReader) throws(JSONError) {
    var name: String?
    var processID: Int?
    var isSlow = false
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "name": name = try value.read()
      case "pid": processID = try value.read()
      case "state": isSlow = try value.readString() == "slow"
      default: break
      }
    }
    self.name = try name.required("name", in: reader)
    self.processID = try processID.required("pid", in: reader)
    self.isSlow = isSlow
  }

  /// The providers of a reply of `io.keyguide.Provider.List`.
  nonisolated static func list(from reader: inout JSONReader) throws(JSONError) -> [RegisteredProvider] {
    var providers: [RegisteredProvider]?
    try reader.readObject { (member, value) throws(JSONError) in
      if member == "providers" { providers = try value.read() }
    }
    return try providers.required("providers", in: reader)
  }
}
