/// One button of the shortcut bar.
public struct BarItem: Equatable, Sendable {
  /// The owner's own name for it.
  public var id: String
  /// What a person reads on it.
  public var title: String
  /// In points; nil: as configured for all.
  public var width: Double?

  public init(id: String, title: String, width: Double? = nil) {
    self.id = id
    self.title = title
    self.width = width
  }
}

/// Buttons that belong together, and what stands for them where room is short (R284).
public struct BarGroup: Equatable, Sendable {
  /// At least one (R286).
  public var items: [BarItem]
  /// None of the items; nil: the group does not collapse.
  public var representative: BarItem?

  public init(items: [BarItem], representative: BarItem? = nil) {
    self.items = items
    self.representative = representative
  }
}

/// What an application has in the shortcut bar: groups before and after the suggestions (R283).
public struct BarContent: Equatable, Sendable {
  public var leading: [BarGroup]
  public var trailing: [BarGroup]
  /// Whether the person may hide them; what does not fit is hidden either way (R285).
  public var allowsHiding: Bool

  public init(leading: [BarGroup] = [], trailing: [BarGroup] = [], allowsHiding: Bool = true) {
    self.leading = leading
    self.trailing = trailing
    self.allowsHiding = allowsHiding
  }
}

/// Groups for the bar from elsewhere than the application, and what they are meant for.
public struct ProvidedBarContent: Equatable, Sendable {
  /// The application that has them; nil: any.
  public var application: String?
  /// The language with which they are there; nil: any.
  public var language: String?
  public var content: BarContent

  public init(application: String? = nil, language: String? = nil, content: BarContent) {
    self.application = application
    self.language = language
    self.content = content
  }

  /// Whether they belong into the bar of an application, in a language.
  func isMeant(for wish: BarContentWish) -> Bool {
    (application == nil || application == wish.application) && (language == nil || language == wish.language)
  }
}

/// What content for the bar is wanted for: the text view with the focus.
public struct BarContentWish: Equatable, Sendable {
  /// nil: nobody says which one it is.
  public var application: String?
  public var language: String?

  public init(application: String? = nil, language: String? = nil) {
    self.application = application
    self.language = language
  }
}
