import JSON

extension SeatParts {
  /// Where the person has put the shortcut bar, whether or not it is shown, and its buttons while it is shown in full.
  public struct Bar: Equatable, Sendable {
    public struct Place: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let full = Place(rawValue: "full")
      public static let leading = Place(rawValue: "leading")
      public static let trailing = Place(rawValue: "trailing")
    }

    public struct Section: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let system = Section(rawValue: "system")
      public static let leading = Section(rawValue: "leading")
      public static let trailing = Section(rawValue: "trailing")
    }

    /// A button of the full bar; x is from the bar's left edge, in points.
    public struct Button: Equatable, Sendable {
      public var id: String
      public var title: String
      public var section: Section
      public var x: Double
      public var width: Double
      /// Whether it stands for a group that has no room (R284).
      public var representative: Bool

      public init(id: String, title: String, section: Section, x: Double, width: Double, representative: Bool) {
        self.id = id
        self.title = title
        self.section = section
        self.x = x
        self.width = width
        self.representative = representative
      }
    }

    public var place: Place
    public var enabled: Bool
    public var hidesApplicationItems: Bool
    /// From the left to the right; empty unless the bar is shown in full.
    public var buttons: [Button]

    public init(
      place: Place = .full, enabled: Bool = true, hidesApplicationItems: Bool = false, buttons: [Button] = []
    ) {
      self.place = place
      self.enabled = enabled
      self.hidesApplicationItems = hidesApplicationItems
      self.buttons = buttons
    }
  }
}

extension SeatParts.Bar: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("place", place)
      writer.member("enabled", enabled)
      writer.member("hidesApplicationItems", hidesApplicationItems)
      writer.member("buttons", buttons)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "place": place = try value.read()
      case "enabled": enabled = try value.read()
      case "hidesApplicationItems": hidesApplicationItems = try value.read()
      case "buttons": buttons = try value.read()
      default: break
      }
    }
  }
}

extension SeatParts.Bar.Button: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("title", title)
      writer.member("section", section)
      writer.member("x", x)
      writer.member("width", width)
      writer.member("representative", representative)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init(id: "", title: "", section: .system, x: 0, width: 0, representative: false)
    var hasID = false
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "id": (id, hasID) = (try value.read(), true)
      case "title": title = try value.read()
      case "section": section = try value.read()
      case "x": x = try value.read()
      case "width": width = try value.read()
      case "representative": representative = try value.read()
      default: break
      }
    }
    guard hasID else { throw JSONError(.missingMember, offset: reader.offset, member: "id") }
  }
}
