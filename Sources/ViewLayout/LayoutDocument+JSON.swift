import Geometry
import JSON

extension LayoutDocument: JSONDecodable {
  /// Reads a layout:
  ///
  ///     {"views": {"toolbar": {"height": 44}, "title": {"parent": "toolbar", "width": 80, "hugging": 251}},
  ///      "constraints": ["toolbar.bottom == keyboard.top - 8", {"id": "low", "constraint": "title.width >= 20 @250"}],
  ///      "tracked": [{"near": ["top"], "constraints": ["toolbar.top == safeArea.top"]}],
  ///      "spacing": 8, "margins": {"leading": 16, "trailing": 16}, "safeArea": {"top": 24}}
  ///
  /// All members may be left out. The error has the place in the text, and what is wrong there; the document is valid.
  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    let start = reader.offset
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "views":
        try value.readObject { (name, value) throws(JSONError) in views.append(try Self.view(name, &value)) }
      case "constraints": constraints = try Self.constraints(&value)
      case "tracked":
        try value.readArray { (value) throws(JSONError) in
          do throws(JSONError) { trackedSets.append(try Self.trackedSet(&value)) } catch {
            throw error.inside(element: trackedSets.count)
          }
        }
      case "spacing": spacing = try value.read()
      case "margins": margins = try Self.insets(&value)
      case "safeArea": safeArea = try Self.insets(&value)
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    do throws(LayoutDocumentError) { try validate() } catch {
      throw JSONError(.problem(error.problem), offset: start, member: error.place)
    }
  }

  private static func view(_ name: String, _ value: inout JSONReader) throws(JSONError) -> LayoutView {
    var view = LayoutView(name)
    try value.readObject { (name, value) throws(JSONError) in
      switch name {
      case "parent": view.parent = try value.readOptional()
      case "width": view.intrinsicSize.horizontal = try value.readOptional()
      case "height": view.intrinsicSize.vertical = try value.readOptional()
      case "hugging": view.hugging = try priorities(&value, view.hugging)
      case "compressionResistance": view.compressionResistance = try priorities(&value, view.compressionResistance)
      case "firstBaseline": view.firstBaselineFromTop = try value.readOptional()
      case "lastBaseline": view.lastBaselineFromBottom = try value.readOptional()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    return view
  }

  /// One priority for both axes, or `{"horizontal": 250, "vertical": 251}`.
  private static func priorities(
    _ value: inout JSONReader, _ former: LayoutView.PerAxis<Int>
  ) throws(JSONError) -> LayoutView.PerAxis<Int> {
    if !value.isAtObject() {
      let both = try value.readInt()
      return LayoutView.PerAxis(horizontal: both, vertical: both)
    }
    var priorities = former
    try value.readObject { (name, value) throws(JSONError) in
      switch name {
      case "horizontal": priorities.horizontal = try value.readInt()
      case "vertical": priorities.vertical = try value.readInt()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    return priorities
  }

  private static func insets(_ value: inout JSONReader) throws(JSONError) -> Insets {
    var insets = Insets()
    let offset = value.offset
    try value.readObject { (name, value) throws(JSONError) in
      switch name {
      case "top": insets.top = try value.read()
      case "leading": insets.leading = try value.read()
      case "bottom": insets.bottom = try value.read()
      case "trailing": insets.trailing = try value.read()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    let lengths = [insets.top, insets.leading, insets.bottom, insets.trailing]
    guard lengths.allSatisfy({ (0...LayoutConstraint.greatestNumber).contains($0) }) else {
      throw JSONError(.invalidValue("points of 0 or more"), offset: offset)
    }
    return insets
  }

  static func constraints(_ value: inout JSONReader) throws(JSONError) -> [LayoutConstraint] {
    var constraints: [LayoutConstraint] = []
    try value.readArray { (value) throws(JSONError) in
      do throws(JSONError) { constraints.append(try LayoutConstraint(from: &value)) } catch {
        throw error.inside(element: constraints.count)
      }
    }
    return constraints
  }

  static func trackedSet(_ value: inout JSONReader) throws(JSONError) -> TrackedSet {
    let offset = value.offset
    var near: Edges?
    var away: Edges?
    var constraints: [LayoutConstraint] = []
    try value.readObject { (name, value) throws(JSONError) in
      switch name {
      case "near": near = try Edges(from: &value)
      case "away": away = try Edges(from: &value)
      case "constraints": constraints = try Self.constraints(&value)
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    switch (near, away) {
    case (let near?, nil): return TrackedSet(.near(near), constraints)
    case (nil, let away?): return TrackedSet(.away(away), constraints)
    default: throw JSONError(.invalidValue("either 'near' or 'away', with edges"), offset: offset)
    }
  }
}

extension LayoutConstraint: JSONDecodable {
  /// Reads `"a.top == b.bottom"`, or the same with an id: `{"id": "gap", "constraint": "a.top == b.bottom"}`.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var id: String?
    var text: String?
    var offset = reader.offset
    if reader.isAtString() {
      text = try reader.readString()
    } else {
      try reader.readObject { (name, value) throws(JSONError) in
        switch name {
        case "id": id = try value.readOptional()
        case "constraint": (offset, text) = (value.offset, try value.readString())
        default: throw JSONError(.unknownMember, offset: value.offset)
        }
      }
    }
    let constraint = try text.required("constraint", in: reader)
    do throws(LayoutSyntaxError) { try self.init(constraint, id: id) } catch {
      throw JSONError(.problem(error.description), offset: offset)
    }
  }
}

extension Edges: JSONDecodable {
  private static let names: [(name: String, edge: Edges)] = [
    ("top", .top), ("leading", .leading), ("bottom", .bottom), ("trailing", .trailing),
  ]

  /// Reads `["bottom", "trailing"]`.
  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    let offset = reader.offset
    for name in try [String](from: &reader) {
      guard let known = Self.names.first(where: { $0.name == name }) else {
        throw JSONError(.invalidValue("top, leading, bottom or trailing"), offset: offset)
      }
      insert(known.edge)
    }
  }

  /// As they are written.
  public var names: [String] { Self.names.filter { contains($0.edge) }.map(\.name) }
}
