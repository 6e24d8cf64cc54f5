import JSON

extension DeviceList: JSONDecodable {
  /// Writes the reply's parameters, as members of the object that is being written.
  public func encodeMembers(to writer: inout JSONWriter) {
    writer.member("devices", devices)
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var devices: [Device]?
    try reader.readObject { (name, value) throws(JSONError) in
      if name == "devices" { devices = try value.read() }
    }
    self.init(devices: try devices.required("devices", in: reader))
  }
}

extension DeviceList.Device: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("syspath", syspath)
      writer.member("name", name)
      writer.member("verdict", verdict)
      writer.member("reason", reason)
      writer.member("keyboard", keyboard)
      writer.member("nodes", nodes)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var text: [String: String] = [:]
    var keyboard: DeviceList.KeyboardFacts?
    var nodes: [DeviceList.Node]?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "syspath", "name", "verdict", "reason": text[name] = try value.read()
      case "keyboard": keyboard = try value.readOptional()
      case "nodes": nodes = try value.read()
      default: break
      }
    }
    self.init(
      syspath: try text["syspath"].required("syspath", in: reader), name: try text["name"].required("name", in: reader),
      verdict: .init(rawValue: try text["verdict"].required("verdict", in: reader)),
      reason: try text["reason"].required("reason", in: reader), keyboard: keyboard,
      nodes: try nodes.required("nodes", in: reader))
  }
}

extension DeviceList.KeyboardFacts: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("internal", `internal`)
      writer.member("connected", connected)
      writer.member("inhibited", inhibited)
      writer.member("active", active)
      writer.member("inactiveBecause", inactiveBecause)
      writer.member("counts", counts)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "internal": `internal` = try value.read()
      case "connected": connected = try value.read()
      case "inhibited": inhibited = try value.read()
      case "inactiveBecause": inactiveBecause = try value.readOptional()
      case "counts": counts = try value.read()
      default: break
      }
    }
  }
}

extension DeviceList.Node: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("syspath", syspath)
      writer.member("name", name)
      writer.member("verdict", verdict)
      writer.member("reason", reason)
      writer.member("reads", reads)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var text: [String: String] = [:]
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "syspath", "name", "verdict", "reason", "reads": text[name] = try value.read()
      default: break
      }
    }
    self.init(
      syspath: try text["syspath"].required("syspath", in: reader), name: try text["name"].required("name", in: reader),
      verdict: .init(rawValue: try text["verdict"].required("verdict", in: reader)),
      reason: try text["reason"].required("reason", in: reader),
      reads: .init(rawValue: try text["reads"].required("reads", in: reader)))
  }
}
