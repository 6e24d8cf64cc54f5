import Geometry
import KeyguideAPI
import PluginSupport
import TOML

/// The commands that show and hide a keyboard, from `osk-command.toml`.
struct CommandSettings: Equatable {
  /// A program and its arguments, at least one word.
  var show: [String]
  var hide: [String]
  /// In seconds.
  var timeLimit = 5.0
  /// What is reported once it is shown; without a frame, where it is only the compositor knows.
  var shown = SoftwareKeyboardReport(kind: .docked)

  enum Kind: String, CaseIterable {
    case docked, undocked, split, floating
  }

  private static let keys = ["show", "hide", "time-limit", "kind", "screen", "frame"]

  init(_ document: TOMLValue) throws(TOMLError) {
    var show: [String]?
    var hide: [String]?
    for member in try document.table("the file") {
      let value = member.value
      switch member.key {
      case "show": show = try Self.command(value, "'show'")
      case "hide": hide = try Self.command(value, "'hide'")
      case "time-limit": timeLimit = try value.number("'time-limit'", in: 0.1...60)
      case "kind": shown.kind = SeatParts.Keyboard.Kind(rawValue: try value.name("'kind'", Kind.self).rawValue)
      case "screen": shown.screen = try value.string("'screen'")
      case "frame": shown.frame = try Self.frame(value)
      default: throw TOMLError(UnknownName.problem(member.key, "key here", known: Self.keys), at: member.place)
      }
    }
    guard let show else {
      throw TOMLError("'show' is missing: the command that shows the keyboard", at: document.place)
    }
    guard let hide else {
      throw TOMLError("'hide' is missing: the command that hides the keyboard", at: document.place)
    }
    (self.show, self.hide) = (show, hide)
  }

  private static func command(_ value: TOMLValue, _ what: String) throws(TOMLError) -> [String] {
    var words: [String] = []
    for word in try value.array("\(what) must be a program and its arguments, each a string of its own: it") {
      words.append(try word.string("a word of \(what)"))
    }
    guard let program = words.first, !program.isEmpty else {
      throw TOMLError("\(what) names no program", at: value.place)
    }
    return words
  }

  private static func frame(_ value: TOMLValue) throws(TOMLError) -> Rectangle {
    var numbers: [String: Double] = [:]
    let known = ["x", "y", "width", "height"]
    for member in try value.table("'frame'") {
      guard known.contains(member.key) else {
        throw TOMLError(UnknownName.problem(member.key, "key here", known: known), at: member.place)
      }
      let isLength = member.key == "width" || member.key == "height"
      numbers[member.key] = try member.value.number("'\(member.key)'", in: (isLength ? 1 : -100_000)...100_000)
    }
    guard let x = numbers["x"], let y = numbers["y"], let width = numbers["width"], let height = numbers["height"]
    else {
      throw TOMLError("'frame' needs x, y, width and height", at: value.place)
    }
    return Rectangle(x: x, y: y, width: width, height: height)
  }
}
