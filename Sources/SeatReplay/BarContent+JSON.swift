import JSON
import KeyboardGuide

extension BarContent: JSONEncodable, JSONDecodable {
  /// Groups on one side of the bar, and buttons in a group, that a client may have.
  public static let mostGroups = 16
  public static let mostItems = 16
  /// Bytes of a button's id or title.
  public static let mostText = 128

  /// Writes what is not as in new content.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      if !leading.isEmpty { writer.member("leading", leading) }
      if !trailing.isEmpty { writer.member("trailing", trailing) }
      if !allowsHiding { writer.member("allowsHiding", false) }
    }
  }

  /// Reads `{"leading": [{"items": [{"id": "bold", "title": "Bold"}]}], "trailing": [], "allowsHiding": true}`.
  ///
  /// An empty group, a representative that is one of its group's items, and more than the limits are errors (R284, R286).
  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "leading": leading = try Self.groups(&value)
      case "trailing": trailing = try Self.groups(&value)
      case "allowsHiding": allowsHiding = try value.readOptional() ?? true
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
  }

  private static func groups(_ value: inout JSONReader) throws(JSONError) -> [BarGroup] {
    let offset = value.offset
    let groups = try value.readOptional([BarGroup].self) ?? []
    guard groups.count <= mostGroups else {
      throw JSONError(.invalidValue("at most \(mostGroups) groups"), offset: offset)
    }
    return groups
  }
}

extension BarGroup: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("items", items)
      writer.member("representative", representative)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var items: [BarItem] = []
    var representative: BarItem?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "items": items = try value.read()
      case "representative": representative = try value.readOptional()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    guard (1...BarContent.mostItems).contains(items.count) else {
      throw JSONError(.invalidValue("1 to \(BarContent.mostItems) items"), offset: reader.offset, member: "items")
    }
    guard !items.contains(where: { $0.id == representative?.id }) else {
      throw JSONError(
        .invalidValue("an item that is none of the group's"), offset: reader.offset, member: "representative")
    }
    self.init(items: items, representative: representative)
  }
}

extension BarItem: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("title", title)
      writer.member("width", width)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var id: String?
    var title: String?
    var width: Double?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "id": id = try Self.text(&value)
      case "title": title = try Self.text(&value)
      case "width": if !value.readNull() { width = try value.readLength() }
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    let known = try id.required("id", in: reader)
    self.init(id: known, title: title ?? known, width: width)
  }

  private static func text(_ value: inout JSONReader) throws(JSONError) -> String {
    let offset = value.offset
    let text = try value.readString()
    guard (1...BarContent.mostText).contains(text.utf8.count) else {
      throw JSONError(.invalidValue("1 to \(BarContent.mostText) bytes of text"), offset: offset)
    }
    return text
  }
}
