import JSON

extension SeatParts {
  /// The keyboard language, and those that a person can switch to.
  public struct Language: Equatable, Sendable {
    /// nil where none is configured.
    public var current: String?
    public var available: [String]

    public init(current: String? = nil, available: [String] = []) {
      self.current = current
      self.available = available
    }
  }

  /// The overlay of the shortcuts that hold now; it is no part of the keyboard (R292, R293).
  public struct ShortcutOverlay: Equatable, Sendable {
    public var shown: Bool

    public init(shown: Bool = false) {
      self.shown = shown
    }
  }
}

extension SeatParts.Language: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("current", current)
      writer.member("available", available)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "current": current = try value.readOptional()
      case "available": available = try value.read()
      default: break
      }
    }
  }
}

extension SeatParts.ShortcutOverlay: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { $0.member("shown", shown) }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.readObject { (name, value) throws(JSONError) in
      if name == "shown" { shown = try value.read() }
    }
  }
}
