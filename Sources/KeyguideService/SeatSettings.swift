import KeyboardGuide
import TOML

/// What the settings file says of seats: a table of its sections and keys, and how each is read.
enum SeatSettings {
  typealias Read = @MainActor (inout SeatConfiguration, _ value: TOMLValue, _ what: String) throws(TOMLError) -> Void

  /// Every section with its keys, in the order of the documented file.
  static let sections: [(name: String, keys: [(name: String, read: Read)])] = [
    (
      "Keyboard",
      [
        ("Policy", name(\.policy)), ("LandscapeHeight", length(\.landscapeKeyboardHeight)),
        ("PortraitHeight", length(\.portraitKeyboardHeight)), ("UndockedRise", length(\.undockedKeyboardRise)),
        ("FloatingWidth", length(\.floatingKeyboardWidth)), ("FloatingHeight", length(\.floatingKeyboardHeight)),
        ("TransitionDuration", seconds(\.transitionDuration)), ("TransitionCurve", name(\.transitionCurve)),
        ("DragTimeout", seconds(\.dragTimeout)),
      ]
    ),
    (
      "Screen",
      [
        ("Width", length(\.screen.width, atLeast: 1)), ("Height", length(\.screen.height, atLeast: 1)),
        ("BottomInset", length(\.screen.bottomInset)),
      ]
    ),
    (
      "Bar",
      [
        ("Height", length(\.barHeight)), ("ItemWidth", length(\.barItemWidth)), ("Spacing", length(\.barSpacing)),
        ("SuggestionsWidth", length(\.suggestionsWidth)), ("SystemItems", systemItems),
        ("PillWidth", length(\.pillWidth)), ("PillHeight", length(\.pillHeight)), ("PillMargin", length(\.pillMargin)),
        ("OverlayModifiers", overlayModifiers), ("OverlayDelay", seconds(\.overlayDelay)),
      ]
    ),
    (
      "Guide",
      [
        ("NarrowWindowFraction", number(\.narrowWindowFraction, in: 0...1)),
        ("UndockedCanBeNearBottom", flag(\.undockedCanBeNearBottom)), ("NearTop", distance(\.nearDistances.top)),
        ("NearLeading", distance(\.nearDistances.leading)), ("NearBottom", distance(\.nearDistances.bottom)),
        ("NearTrailing", distance(\.nearDistances.trailing)),
      ]
    ),
  ]

  /// Takes a section; false when it is none of a seat's.
  static func apply(_ section: TOMLValue.Member, to configuration: inout SeatConfiguration) throws(TOMLError) -> Bool {
    if section.key == "Language" {
      configuration.languages = try languages(section.value)
      return true
    }
    guard let known = sections.first(where: { $0.name == section.key }) else { return false }
    for member in try section.value.table("'\(section.key)'") {
      guard let key = known.keys.first(where: { $0.name == member.key }) else {
        let names = known.keys.map(\.name).joined(separator: ", ")
        throw TOMLError("'\(member.key)' is no setting of [\(section.key)]; there are \(names)", at: member.value.place)
      }
      try key.read(&configuration, member.value, "'\(section.key).\(member.key)'")
    }
    return true
  }

  // MARK: Kinds of settings

  /// Points that no screen exceeds.
  private static let lengths = 0...100_000.0

  private static func number(_ path: WritableKeyPath<SeatConfiguration, Double>, in range: ClosedRange<Double>) -> Read
  {
    { (configuration, value, what) throws(TOMLError) in
      configuration[keyPath: path] = try value.number(what, in: range)
    }
  }

  private static func length(_ path: WritableKeyPath<SeatConfiguration, Double>, atLeast least: Double = 0) -> Read {
    number(path, in: least...lengths.upperBound)
  }

  private static func seconds(_ path: WritableKeyPath<SeatConfiguration, Double>) -> Read { number(path, in: 0...60) }

  private static func flag(_ path: WritableKeyPath<SeatConfiguration, Bool>) -> Read {
    { (configuration, value, what) throws(TOMLError) in configuration[keyPath: path] = try value.boolean(what) }
  }

  private static func name<Name: RawRepresentable & CaseIterable>(
    _ path: WritableKeyPath<SeatConfiguration, Name>
  ) -> Read where Name.RawValue == String {
    { (configuration, value, what) throws(TOMLError) in configuration[keyPath: path] = try value.name(what) }
  }

  /// As in `{ points = 0, fraction = 0.08, hysteresis = 8 }`.
  private static func distance(_ path: WritableKeyPath<SeatConfiguration, NearDistance>) -> Read {
    { (configuration, value, what) throws(TOMLError) in
      for member in try value.table(what) {
        let what = "\(what).\(member.key)"
        switch member.key {
        case "points": configuration[keyPath: path].points = try member.value.number(what, in: lengths)
        case "fraction": configuration[keyPath: path].fraction = try member.value.number(what, in: 0...1)
        case "hysteresis": configuration[keyPath: path].hysteresis = try member.value.number(what, in: lengths)
        default:
          throw TOMLError("\(what) is not known; there are points, fraction and hysteresis", at: member.value.place)
        }
      }
    }
  }

  private static func overlayModifiers(
    _ configuration: inout SeatConfiguration, _ value: TOMLValue, _ what: String
  ) throws(TOMLError) {
    var modifiers = Modifiers()
    for element in try value.array(what) {
      switch try element.string("a modifier in \(what)") {
      case "Control": modifiers.insert(.control)
      case "Alt": modifiers.insert(.alt)
      case "Meta": modifiers.insert(.meta)
      default: throw TOMLError("a modifier in \(what) must be one of \"Control\", \"Alt\", \"Meta\"", at: element.place)
      }
    }
    configuration.overlayModifiers = modifiers
  }

  /// As in `[{ ID = "undo", Title = "Undo" }]`.
  private static func systemItems(
    _ configuration: inout SeatConfiguration, _ value: TOMLValue, _ what: String
  ) throws(TOMLError) {
    var items: [BarItem] = []
    for element in try value.array(what) {
      var id: String?
      var title: String?
      var width: Double?
      for member in try element.table("an item of \(what)") {
        switch member.key {
        case "ID": id = try member.value.string("'ID' in \(what)")
        case "Title": title = try member.value.string("'Title' in \(what)")
        case "Width": width = try member.value.number("'Width' in \(what)", in: lengths)
        default:
          throw TOMLError(
            "'\(member.key)' in \(what) is not known; there are ID, Title and Width", at: member.value.place)
        }
      }
      guard let id, !id.isEmpty else { throw TOMLError("an item of \(what) needs an ID", at: element.place) }
      items.append(BarItem(id: id, title: title ?? id, width: width))
    }
    guard items.count <= 16 else { throw TOMLError("\(what) can have 16 items", at: value.place) }
    configuration.systemItems = items
  }

  /// `[[Language]]` sections; a later file's take the place of an earlier one's.
  private static func languages(_ value: TOMLValue) throws(TOMLError) -> [Language] {
    var languages: [Language] = []
    for element in try value.array("'Language' (write [[Language]])") {
      var language = Language(id: "")
      for member in try element.table("'Language'") {
        let what = "'Language.\(member.key)'"
        switch member.key {
        case "ID": language.id = try member.value.string(what)
        case "SuggestionsWidth": language.suggestionsWidth = try member.value.number(what, in: lengths)
        case "LandscapeHeight": language.landscapeKeyboardHeight = try member.value.number(what, in: lengths)
        case "PortraitHeight": language.portraitKeyboardHeight = try member.value.number(what, in: lengths)
        default:
          throw TOMLError(
            "'\(member.key)' is no setting of [[Language]]; there are ID, SuggestionsWidth, LandscapeHeight, PortraitHeight",
            at: member.value.place)
        }
      }
      guard !language.id.isEmpty else {
        throw TOMLError("a language needs an ID, as in ID = \"de\"", at: element.place)
      }
      guard !languages.contains(where: { $0.id == language.id }) else {
        throw TOMLError("the language \"\(language.id)\" stands here a second time", at: element.place)
      }
      languages.append(language)
    }
    return languages
  }
}
