import Geometry
import JSON

/// What the provider of an on-screen keyboard shows: the parameters of `io.keyguide.Provider.ReportKeyboard`.
public struct SoftwareKeyboardReport: Equatable, Sendable {
  /// `docked`, `undocked`, `split`, `floating` or `camera`; `none` while it shows nothing.
  public var kind: SeatParts.Keyboard.Kind
  /// nil: the seat's main screen.
  public var screen: String?
  /// Where it is on its screen, in points; nil: not known. A docked one is then where the compositor took the room.
  public var frame: Rectangle?
  /// Whether a finger moves it.
  public var interactive: Bool
  /// How long it moves, in seconds; nil: as the daemon's settings say.
  public var duration: Double?

  public init(
    kind: SeatParts.Keyboard.Kind, screen: String? = nil, frame: Rectangle? = nil, interactive: Bool = false,
    duration: Double? = nil
  ) {
    self.kind = kind
    self.screen = screen
    self.frame = frame
    self.interactive = interactive
    self.duration = duration
  }

  /// Writes the call's parameters, as members of the object that is being written.
  public func encodeMembers(to writer: inout JSONWriter) {
    writer.member("kind", kind)
    writer.member("screen", screen)
    writer.member("frame", frame)
    if interactive { writer.member("interactive", true) }
    writer.member("duration", duration)
  }
}

/// A screen as a compositor has it (`io.keyguide.Provider.ReportScreens`).
public struct ScreenReport: Equatable, Sendable {
  public var name: String
  /// In the compositor's coordinates, in points.
  public var frame: Rectangle
  /// Pixels for a point; nil: not known.
  public var scale: Double?
  /// Height of the strip at the bottom that content should keep free; nil: none.
  public var bottomSafeArea: Double?
  /// The part that ordinary windows have now, in the compositor's coordinates; nil: not known.
  public var usable: Rectangle?

  public init(
    name: String, frame: Rectangle, scale: Double? = nil, bottomSafeArea: Double? = nil, usable: Rectangle? = nil
  ) {
    self.name = name
    self.frame = frame
    self.scale = scale
    self.bottomSafeArea = bottomSafeArea
    self.usable = usable
  }
}

extension ScreenReport: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("frame", frame)
      writer.member("scale", scale)
      writer.member("bottomSafeArea", bottomSafeArea)
      writer.member("usable", usable)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var name: String?
    var frame: Rectangle?
    self.init(name: "", frame: Rectangle(x: 0, y: 0, width: 0, height: 0))
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "name": name = try value.read()
      case "frame": frame = try value.read()
      case "scale": scale = try value.readOptional()
      case "bottomSafeArea": bottomSafeArea = try value.readOptional()
      case "usable": usable = try value.readOptional()
      default: break
      }
    }
    self.name = try name.required("name", in: reader)
    self.frame = try frame.required("frame", in: reader)
  }
}

/// A window as a compositor has it (`io.keyguide.Provider.ReportWindows`).
public struct WindowReport: Equatable, Sendable {
  /// The compositor's own name for it.
  public var id: String
  /// The process that it belongs to.
  public var pid: Int
  /// The program's name: app id or class; nil: not known.
  public var application: String?
  /// The screen that has most of it.
  public var screen: String
  /// In the compositor's coordinates, in points.
  public var frame: Rectangle
  /// Whether it has the compositor's focus.
  public var focused: Bool

  public init(
    id: String, pid: Int, application: String? = nil, screen: String, frame: Rectangle, focused: Bool = false
  ) {
    self.id = id
    self.pid = pid
    self.application = application
    self.screen = screen
    self.frame = frame
    self.focused = focused
  }
}

extension WindowReport: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("pid", pid)
      writer.member("application", application)
      writer.member("screen", screen)
      writer.member("frame", frame)
      if focused { writer.member("focused", true) }
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var id: String?
    var pid: Int?
    var screen: String?
    var frame: Rectangle?
    self.init(id: "", pid: 0, screen: "", frame: Rectangle(x: 0, y: 0, width: 0, height: 0))
    try reader.readObject { (member, value) throws(JSONError) in
      switch member {
      case "id": id = try value.read()
      case "pid": pid = try value.read()
      case "application": application = try value.readOptional()
      case "screen": screen = try value.read()
      case "frame": frame = try value.read()
      case "focused": focused = try value.readOptional() ?? false
      default: break
      }
    }
    self.id = try id.required("id", in: reader)
    self.pid = try pid.required("pid", in: reader)
    self.screen = try screen.required("screen", in: reader)
    self.frame = try frame.required("frame", in: reader)
  }
}
