import JSON

/// How the host hands a plan to the launcher.
extension LaunchPlan: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("executable", executable)
      writer.member("arguments", arguments)
      writer.member("environment", environment)
      writer.member("folder", folder)
      writer.member("host", Int(host))
      writer.member("sandbox", sandbox)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var texts: [String: String] = [:]
    var lists: [String: [String]] = [:]
    var host: Int?
    var sandbox: Sandbox?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "executable", "folder": texts[name] = try value.read()
      case "arguments", "environment": lists[name] = try value.read()
      case "host": host = try value.read()
      case "sandbox": sandbox = try value.read()
      default: break
      }
    }
    executable = try texts["executable"].required("executable", in: reader)
    folder = try texts["folder"].required("folder", in: reader)
    arguments = try lists["arguments"].required("arguments", in: reader)
    environment = try lists["environment"].required("environment", in: reader)
    self.host = Int32(clamping: try host.required("host", in: reader))
    self.sandbox = try sandbox.required("sandbox", in: reader)
  }
}

extension Sandbox: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("files", files)
      writer.member("startsPrograms", startsPrograms)
      writer.member("sockets", sockets)
      writer.member("network", network)
      writer.member("signals", signals)
      writer.member("abstractSockets", abstractSockets)
      writer.member("memory", limits.memory)
      writer.member("descriptors", limits.descriptors)
      writer.member("processes", limits.processes)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var files: [FileRule]?
    var flags: [String: Bool] = [:]
    var limits = PluginLimits()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "files": files = try value.read()
      case "memory": limits.memory = try value.read()
      case "descriptors": limits.descriptors = try value.read()
      case "processes": limits.processes = try value.read()
      default: flags[name] = try value.read()
      }
    }
    self.files = try files.required("files", in: reader)
    startsPrograms = try flags["startsPrograms"].required("startsPrograms", in: reader)
    sockets = try flags["sockets"].required("sockets", in: reader)
    network = try flags["network"].required("network", in: reader)
    signals = try flags["signals"].required("signals", in: reader)
    abstractSockets = try flags["abstractSockets"].required("abstractSockets", in: reader)
    self.limits = limits
  }
}

extension FileRule: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("path", path)
      writer.member("access", access.rawValue)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var path: String?
    var access: Int?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "path": path = try value.read()
      case "access": access = try value.read()
      default: break
      }
    }
    self.init(
      try path.required("path", in: reader), FileAccess(rawValue: try access.required("access", in: reader)))
  }
}
