import JSON
import KeyguideClient

/// A command that decides something about the seat: one call of `io.keyguide.Control`.
enum ControlCall: Equatable {
  case ignoreExternalKeyboards(Bool)
  /// `shown` or `hidden`; nil: the policy decides again.
  case overrideKeyboard(String?)
  case placeBar(String)
  case enableBar(Bool)
  case hideApplicationItems(Bool)
  /// nil: the choice is taken back.
  case setLanguage(String?)
  case perform(String)

  /// Commands as a person writes them.
  private static let fixed: [[String]: ControlCall] = [
    ["ignore-external", "on"]: .ignoreExternalKeyboards(true),
    ["ignore-external", "off"]: .ignoreExternalKeyboards(false),
    ["keyboard", "show"]: .overrideKeyboard("shown"), ["keyboard", "hide"]: .overrideKeyboard("hidden"),
    ["keyboard", "auto"]: .overrideKeyboard(nil), ["keyboard", "toggle"]: .perform("toggleKeyboard"),
    ["keyboard", "dock"]: .perform("dockKeyboard"), ["keyboard", "undock"]: .perform("undockKeyboard"),
    ["keyboard", "split"]: .perform("splitKeyboard"), ["keyboard", "float"]: .perform("floatKeyboard"),
    ["bar", "full"]: .placeBar("full"), ["bar", "leading"]: .placeBar("leading"),
    ["bar", "trailing"]: .placeBar("trailing"), ["bar", "on"]: .enableBar(true), ["bar", "off"]: .enableBar(false),
    ["bar", "hide-items"]: .hideApplicationItems(true), ["bar", "show-items"]: .hideApplicationItems(false),
    ["language", "next"]: .perform("nextLanguage"), ["language", "previous"]: .perform("previousLanguage"),
    ["language", "default"]: .setLanguage(nil),
  ]

  /// nil when the operands are another command, or none.
  init?(_ operands: [String]) {
    if let call = Self.fixed[operands] {
      self = call
    } else if operands.count == 3, operands[0] == "language", operands[1] == "set" {
      self = .setLanguage(operands[2])
    } else {
      return nil
    }
  }

  /// Calls the daemon; an error says what it answered.
  func send(_ options: ControlOptions) throws(ClientError) {
    let client = try VarlinkClient(path: options.socket ?? VarlinkClient.defaultPath)
    _ = try client.call("io.keyguide.Control.\(method)") { writer in
      writer.member("seat", options.seat)
      switch self {
      case .ignoreExternalKeyboards(let ignores): writer.member("ignore", ignores)
      case .overrideKeyboard(let keyboard): writer.member("keyboard", keyboard)
      case .placeBar(let place): writer.member("place", place)
      case .enableBar(let isEnabled): writer.member("enabled", isEnabled)
      case .hideApplicationItems(let hides): writer.member("hidesApplicationItems", hides)
      case .setLanguage(let language): writer.member("language", language)
      case .perform(let action): writer.member("action", action)
      }
    }
  }

  private var method: String {
    switch self {
    case .ignoreExternalKeyboards: "IgnoreExternalKeyboards"
    case .overrideKeyboard: "OverrideKeyboard"
    case .placeBar, .enableBar, .hideApplicationItems: "PlaceBar"
    case .setLanguage: "SetLanguage"
    case .perform: "Perform"
    }
  }
}
