import JSON

extension SeatParts {
  /// The hardware keyboards of the seat, which count as one (R272), and whether they can be used.
  public struct Hardware: Equatable, Sendable {
    public struct Modifier: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let control = Modifier(rawValue: "control")
      public static let alt = Modifier(rawValue: "alt")
      public static let meta = Modifier(rawValue: "meta")
    }

    /// How much of what is typed reaches the daemon.
    public struct KeyAccess: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let masked = KeyAccess(rawValue: "masked")
      public static let dropped = KeyAccess(rawValue: "dropped")
      public static let read = KeyAccess(rawValue: "read")
    }

    /// Whether at least one keyboard is attached, whether or not it can be typed on.
    public var present: Bool
    /// Whether one that is part of the machine is.
    public var `internal`: Bool
    /// Whether one that is a thing of its own is.
    public var external: Bool
    /// Whether at least one can be typed on: no tablet mode, lid, link or inhibition is in the way.
    public var active: Bool
    /// Whether at least one is active and not ignored, so that it takes the on-screen keyboard's place.
    public var counts: Bool
    /// Whether the person wants external keyboards not to count.
    public var ignoresExternal: Bool
    public var lidClosed: Bool
    public var keyAccess: KeyAccess
    /// Held on any active keyboard.
    public var modifiers: [Modifier]

    public init(
      present: Bool = false, internal: Bool = false, external: Bool = false, active: Bool = false,
      counts: Bool = false, ignoresExternal: Bool = false, lidClosed: Bool = false, keyAccess: KeyAccess = .masked,
      modifiers: [Modifier] = []
    ) {
      self.present = present
      self.internal = `internal`
      self.external = external
      self.active = active
      self.counts = counts
      self.ignoresExternal = ignoresExternal
      self.lidClosed = lidClosed
      self.keyAccess = keyAccess
      self.modifiers = modifiers
    }
  }

  /// Whether the machine is held as a tablet, and who says so.
  public struct TabletMode: Equatable, Sendable {
    public struct Source: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let tabletModeSwitch = Source(rawValue: "tabletModeSwitch")
      public static let dock = Source(rawValue: "dock")
      public static let lid = Source(rawValue: "lid")
      public static let inferred = Source(rawValue: "inferred")
    }

    public var on: Bool
    public var source: Source

    public init(on: Bool, source: Source) {
      self.on = on
      self.source = source
    }
  }
}

extension SeatParts.Hardware: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("present", present)
      writer.member("internal", `internal`)
      writer.member("external", external)
      writer.member("active", active)
      writer.member("counts", counts)
      writer.member("ignoresExternal", ignoresExternal)
      writer.member("lidClosed", lidClosed)
      writer.member("keyAccess", keyAccess)
      writer.member("modifiers", modifiers)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    var hasPresence = false
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "present":
        present = try value.read()
        hasPresence = true
      case "internal": `internal` = try value.read()
      case "external": external = try value.read()
      case "active": active = try value.read()
      case "counts": counts = try value.read()
      case "ignoresExternal": ignoresExternal = try value.read()
      case "lidClosed": lidClosed = try value.read()
      case "keyAccess": keyAccess = try value.read()
      case "modifiers": modifiers = try value.read()
      default: break
      }
    }
    // What later versions added may be missing from an older daemon; this never is.
    guard hasPresence else { throw JSONError(.missingMember, offset: reader.offset, member: "present") }
  }
}

extension SeatParts.TabletMode: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("on", on)
      writer.member("source", source)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var on: Bool?
    var source: Source?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "on": on = try value.read()
      case "source": source = try value.read()
      default: break
      }
    }
    self.init(on: try on.required("on", in: reader), source: try source.required("source", in: reader))
  }
}
