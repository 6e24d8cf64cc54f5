import TOML

/// Reads a manifest; every problem is noted, so that one run tells of all.
struct ManifestReader {
  /// Bytes of a manifest; a longer one is not read.
  static let mostBytes = 64 << 10
  private static let mostArguments = 64
  private static let mostFolders = 32

  private var manifest: PluginManifest
  private var given: Set<String> = []
  private var problems: [TOMLError] = []

  private static let required = ["name", "api", "executable", "roles"]

  /// What a file of a name holds; nil: it only says that there is to be no such plugin.
  static func read(_ text: [UInt8], name: String, path: String) throws(ManifestError) -> PluginManifest? {
    var reader = ManifestReader(name: name)
    reader.read(text)
    guard reader.problems.isEmpty else { throw ManifestError(path: path, reader.problems) }
    return reader.isWhole ? reader.manifest : nil
  }

  private init(name: String) {
    manifest = PluginManifest(name: name, executable: "", roles: [])
  }

  private mutating func read(_ text: [UInt8]) {
    do throws(TOMLError) {
      for member in try TOMLValue(parsing: text).table("the manifest") { read(member) }
    } catch {
      return problems.append(error)
    }
    // A file that says no more than that there is to be no such plugin needs no more.
    guard manifest.isEnabled else { return }
    let example = ["name": "\"\(manifest.name)\"", "api": "1", "executable": "\"/usr/…\"", "roles": "[\"language\"]"]
    for key in Self.required where !given.contains(key) {
      problems.append(
        TOMLError("'\(key)' is missing: write \(key) = \(example[key] ?? "")", at: TOMLPlace(line: 1, column: 1)))
    }
  }

  private var isWhole: Bool { given.isSuperset(of: Self.required) }

  private mutating func read(_ member: TOMLValue.Member) {
    given.insert(member.key)
    note { (reader) throws(TOMLError) in try reader.take(member) }
  }

  private mutating func take(_ member: TOMLValue.Member) throws(TOMLError) {
    let (value, what) = (member.value, "'\(member.key)'")
    switch member.key {
    case "name":
      let name = try value.string(what)
      guard name == manifest.name else {
        throw TOMLError("'name' must be \"\(manifest.name)\", as the file is called", at: value.place)
      }
    case "version": manifest.version = try Self.text(value, what)
    case "api":
      let version = try value.integer(what, in: 1...1_000_000)
      guard version == PluginManifest.apiVersion else {
        throw TOMLError(
          "'api' is \(version), and this host has version \(PluginManifest.apiVersion) only", at: value.place)
      }
    case "executable":
      manifest.executable = try Self.text(value, what)
      guard manifest.executable.hasPrefix("/") else {
        throw TOMLError("'executable' must be a whole path, as in \"/usr/libexec/…\"", at: value.place)
      }
    case "arguments":
      let arguments = try value.array(what)
      guard arguments.count <= Self.mostArguments else {
        throw TOMLError("'arguments' can have \(Self.mostArguments) words", at: value.place)
      }
      for word in arguments { manifest.arguments.append(try Self.text(word, "a word of \(what)")) }
    case "roles":
      for role in try value.array(what) { manifest.roles.append(try role.name("a role")) }
      guard !manifest.roles.isEmpty else { throw TOMLError("'roles' must name at least one role", at: value.place) }
    case "scope": manifest.scope = try value.name(what)
    case "enabled": manifest.isEnabled = try value.boolean(what)
    case "capabilities":
      for entry in try value.table("[capabilities]") {
        note { (reader) throws(TOMLError) in try reader.takeCapability(entry) }
      }
    case "limits":
      for entry in try value.table("[limits]") { note { (reader) throws(TOMLError) in try reader.takeLimit(entry) } }
    default:
      let known = [
        "name", "version", "api", "executable", "arguments", "roles", "scope", "enabled", "capabilities", "limits",
      ]
      throw TOMLError(UnknownName.problem(member.key, "key of a manifest", known: known), at: member.place)
    }
  }

  private static let flags: [(key: String, path: WritableKeyPath<PluginCapabilities, Bool> & Sendable)] = [
    ("session-bus", \.sessionBus), ("wayland", \.wayland), ("compositor-ipc", \.compositorIPC),
    ("programs", \.programs), ("network", \.network), ("signals", \.signals), ("monitor", \.monitor),
    ("control", \.control),
  ]

  private mutating func takeCapability(_ member: TOMLValue.Member) throws(TOMLError) {
    if let flag = Self.flags.first(where: { $0.key == member.key }) {
      manifest.capabilities[keyPath: flag.path] = try member.value.boolean("'\(member.key)'")
    } else if member.key == "read" {
      let paths = try member.value.array("'read'")
      guard paths.count <= Self.mostFolders else {
        throw TOMLError("'read' can have \(Self.mostFolders) paths", at: member.value.place)
      }
      for value in paths {
        let path = try Self.text(value, "a path of 'read'")
        guard path.hasPrefix("/") || path.hasPrefix("~/") else {
          throw TOMLError("a path of 'read' must begin with / or ~/", at: value.place)
        }
        manifest.capabilities.read.append(path)
      }
    } else {
      throw TOMLError(
        UnknownName.problem(member.key, "key of [capabilities]", known: Self.flags.map(\.key) + ["read"]),
        at: member.place)
    }
  }

  private mutating func takeLimit(_ member: TOMLValue.Member) throws(TOMLError) {
    let (value, what) = (member.value, "'\(member.key)'")
    switch member.key {
    case "memory": manifest.limits.memory = try value.integer(what, in: 16 << 20...1 << 40)
    case "descriptors": manifest.limits.descriptors = try value.integer(what, in: 16...65536)
    case "processes": manifest.limits.processes = try value.integer(what, in: 1...65536)
    case "handshake": manifest.limits.handshake = try value.number(what, in: 0.1...60)
    default:
      let known = ["memory", "descriptors", "processes", "handshake"]
      throw TOMLError(UnknownName.problem(member.key, "key of [limits]", known: known), at: member.place)
    }
  }

  /// Text that a path or an argument can be.
  private static func text(_ value: TOMLValue, _ what: String) throws(TOMLError) -> String {
    let text = try value.string(what)
    guard !text.utf8.contains(0), text.utf8.count <= 4096 else {
      throw TOMLError("\(what) must have at most 4096 bytes, and none that is 0", at: value.place)
    }
    return text
  }

  private mutating func note(_ take: (inout ManifestReader) throws(TOMLError) -> Void) {
    do throws(TOMLError) { try take(&self) } catch { problems.append(error) }
  }
}
