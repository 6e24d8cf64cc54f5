import JSON

/// Buttons for the shortcut bar: the parameters of `io.keyguide.Provider.ReportBarContent`.
public struct BarContentReport: Equatable, Sendable {
  /// A button; its id has 1 to 128 bytes.
  public struct Item: Equatable, Sendable {
    public var id: String
    /// What a person reads on it; nil: its id.
    public var title: String?
    /// In points; nil: as the daemon's settings say.
    public var width: Double?

    public init(id: String, title: String? = nil, width: Double? = nil) {
      self.id = id
      self.title = title
      self.width = width
    }
  }

  /// 1 to 16 buttons that belong together, and what stands for them where room is short.
  public struct Group: Equatable, Sendable {
    public var items: [Item]
    /// None of the items; nil: the group does not collapse.
    public var representative: Item?

    public init(items: [Item], representative: Item? = nil) {
      self.items = items
      self.representative = representative
    }
  }

  /// At most 16 groups on each side of the suggestions.
  public struct Content: Equatable, Sendable {
    public var leading: [Group]
    public var trailing: [Group]
    /// Whether the person may hide them.
    public var allowsHiding: Bool

    public init(leading: [Group] = [], trailing: [Group] = [], allowsHiding: Bool = true) {
      self.leading = leading
      self.trailing = trailing
      self.allowsHiding = allowsHiding
    }
  }

  /// The application that they are for; nil: any.
  public var application: String?
  /// The language that they are for; nil: any.
  public var language: String?
  /// nil: there are none.
  public var content: Content?

  public init(application: String? = nil, language: String? = nil, content: Content?) {
    self.application = application
    self.language = language
    self.content = content
  }

  /// Writes the call's parameters, as members of the object that is being written.
  public func encodeMembers(to writer: inout JSONWriter) {
    writer.member("application", application)
    writer.member("language", language)
    writer.member("content", content)
  }
}

extension BarContentReport.Item: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("title", title)
      writer.member("width", width)
    }
  }
}

extension BarContentReport.Group: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("items", items)
      writer.member("representative", representative)
    }
  }
}

extension BarContentReport.Content: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("leading", leading)
      writer.member("trailing", trailing)
      if !allowsHiding { writer.member("allowsHiding", false) }
    }
  }
}
