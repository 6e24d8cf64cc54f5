import Geometry
import JSON

extension LayoutReply {
  /// A view of the window's layout, and where it is.
  public struct View: Equatable, Sendable {
    public var name: String
    public var frame: Rectangle

    public init(name: String, frame: Rectangle) {
      self.name = name
      self.frame = frame
    }
  }

  /// What there is to say of a layout besides its views' frames.
  public struct Layout: Equatable, Sendable {
    /// Required constraints that cannot hold together, by their ids or texts, and the one that gives way.
    public struct Conflict: Equatable, Sendable {
      public var broken: String
      public var constraints: [String]

      public init(broken: String, constraints: [String]) {
        self.broken = broken
        self.constraints = constraints
      }
    }

    /// The tracked sets that hold, by their places in the document.
    public var activeSets: [Int]
    public var conflicts: [Conflict]
    /// Views that the constraints do not place or size in full.
    public var ambiguous: [String]

    public init(activeSets: [Int] = [], conflicts: [Conflict] = [], ambiguous: [String] = []) {
      self.activeSets = activeSets
      self.conflicts = conflicts
      self.ambiguous = ambiguous
    }
  }

  func encodeViews(to writer: inout JSONWriter) {
    if !views.isEmpty {
      writer.key("views")
      writer.object { writer in
        for view in views {
          writer.key(escaping: view.name)
          view.frame.encode(to: &writer)
        }
      }
    }
    writer.member("layout", layout)
  }

  static func views(from reader: inout JSONReader) throws(JSONError) -> [View] {
    var views: [View] = []
    try reader.readObject { (name, value) throws(JSONError) in
      views.append(View(name: name, frame: try value.read()))
    }
    return views
  }
}

extension LayoutReply.Layout: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("activeSets", activeSets)
      writer.member("conflicts", conflicts)
      writer.member("ambiguous", ambiguous)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "activeSets": activeSets = try value.read()
      case "conflicts": conflicts = try value.read()
      case "ambiguous": ambiguous = try value.read()
      default: break
      }
    }
  }
}

extension LayoutReply.Layout.Conflict: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("broken", broken)
      writer.member("constraints", constraints)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init(broken: "", constraints: [])
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "broken": broken = try value.read()
      case "constraints": constraints = try value.read()
      default: break
      }
    }
  }
}
