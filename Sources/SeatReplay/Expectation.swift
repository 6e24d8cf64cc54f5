import Geometry
import JSON
import KeyboardGuide

/// What must be so at a place of a scenario; what is not named may be anything.
///
/// `{"expect": {"shown": "docked", "frame": [0, 420, 1180, 400], "reason": "noHardwareKeyboard", "present": false,
/// "windows": {"1": {"guide": [0, 420, 1180, 400], "near": ["bottom"], "told": ["willChangeFrame", "willShow"]}}}}`.
/// `told` is what the window was told since the last expectation that named it. `"t"` lets time pass until then first;
/// `"settled": true` until nothing is under way.
public struct Expectation: Equatable, Sendable {
  public struct Window: Equatable, Sendable {
    public var guide: Rectangle?
    public var near: [String]?
    public var told: [String]?
  }

  public var time: Int?
  public var isSettled = false
  public var shown: String?
  public var reason: String?
  /// nil: not asked; `.some(nil)`: nothing is shown.
  public var frame: Rectangle??
  public var present: Bool?
  public var active: Bool?
  public var counts: Bool?
  public var modifiers: [String]?
  public var tabletMode: Bool?
  public var wantsSoftwareKeyboard: Bool?
  public var language: String?
  /// The ids of the full bar's buttons, from the left to the right.
  public var buttons: [String]?
  public var overlay: Bool?
  public var windows: [WindowID: Window] = [:]

  init() {}
}

extension Expectation: JSONDecodable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "t": time = try value.readInt()
      case "settled": isSettled = try value.readBool()
      case "expect":
        try value.readObject { (name, value) throws(JSONError) in try readMember(name, &value) }
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
  }

  private mutating func readMember(_ name: String, _ value: inout JSONReader) throws(JSONError) {
    switch name {
    case "shown": shown = try value.readName(KeyboardKind.self).rawValue
    case "reason": reason = try value.readName(KeyboardReason.self).rawValue
    case "frame": frame = .some(try value.readOptional(RectangleArray.self)?.rectangle)
    case "present": present = try value.readBool()
    case "active": active = try value.readBool()
    case "counts": counts = try value.readBool()
    case "modifiers": modifiers = try value.read()
    case "tabletMode": tabletMode = try value.readBool()
    case "wantsSoftwareKeyboard": wantsSoftwareKeyboard = try value.readBool()
    case "language": language = try value.readString()
    case "buttons": buttons = try value.read()
    case "overlay": overlay = try value.readBool()
    case "windows":
      try value.readObject { (name, value) throws(JSONError) in
        guard let id = Int(name) else {
          throw JSONError(.invalidValue("the number of a window"), offset: value.offset)
        }
        windows[WindowID(id)] = try value.read()
      }
    default: throw JSONError(.unknownMember, offset: value.offset)
    }
  }
}

extension Expectation.Window: JSONDecodable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "guide": guide = try value.read(RectangleArray.self).rectangle
      case "near": near = try value.read()
      case "told": told = try value.read()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
  }
}
