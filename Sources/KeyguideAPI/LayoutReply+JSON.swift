import Geometry
import JSON

extension LayoutReply {
  /// Writes the reply's parameters, as members of the object that is being written.
  public func encodeMembers(to writer: inout JSONWriter) {
    writer.member("epoch", epoch)
    writer.member("seq", seq)
    writer.member("missed", missed)
    if resync { writer.member("resync", true) }
    writer.member("window", window)
    writer.member("guide", guide)
    writer.member("keyboard", keyboard)
    writer.member("notifications", notifications)
    writer.member("transition", transition)
    encodeViews(to: &writer)
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var epoch: String?
    var seq: Int?
    var missed: Int?
    var resync = false
    var window: String?
    var guide: Guide?
    var keyboard: SeatParts.Keyboard.Kind?
    var notifications: [Notification]?
    var transition: Transition?
    var views: [View] = []
    var layout: Layout?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "epoch": epoch = try value.read()
      case "seq": seq = try value.read()
      case "missed": missed = try value.readOptional()
      case "resync": resync = try value.readOptional() ?? false
      case "window": window = try value.read()
      case "guide": guide = try value.read()
      case "keyboard": keyboard = try value.read()
      case "notifications": notifications = try value.read()
      case "transition": transition = try value.readOptional()
      case "views": views = value.readNull() ? [] : try Self.views(from: &value)
      case "layout": layout = try value.readOptional()
      default: break
      }
    }
    self.init(
      epoch: try epoch.required("epoch", in: reader), seq: try seq.required("seq", in: reader), missed: missed,
      window: try window.required("window", in: reader), guide: try guide.required("guide", in: reader),
      keyboard: try keyboard.required("keyboard", in: reader),
      notifications: try notifications.required("notifications", in: reader), transition: transition, views: views,
      layout: layout)
    self.resync = resync
  }
}

extension LayoutReply.Guide: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("frame", frame)
      writer.member("near", near)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var frame: Rectangle?
    var near: [LayoutReply.Edge]?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "frame": frame = try value.read()
      case "near": near = try value.read()
      default: break
      }
    }
    self.init(frame: try frame.required("frame", in: reader), near: try near.required("near", in: reader))
  }
}

extension LayoutReply.Transition: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("screen", screen)
      writer.member("begin", begin)
      writer.member("end", end)
      writer.member("duration", duration)
      writer.member("curve", curve)
      writer.member("start", start)
      writer.member("local", local)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var screen = "main"
    var begin: Rectangle?
    var end: Rectangle?
    var duration: Double?
    var curve: Curve?
    var start: Int?
    var local: Bool?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "screen": screen = try value.read()
      case "begin": begin = try value.read()
      case "end": end = try value.read()
      case "duration": duration = try value.read()
      case "curve": curve = try value.read()
      case "start": start = try value.read()
      case "local": local = try value.read()
      default: break
      }
    }
    self.init(
      screen: screen, begin: try begin.required("begin", in: reader), end: try end.required("end", in: reader),
      duration: try duration.required("duration", in: reader), curve: try curve.required("curve", in: reader),
      start: try start.required("start", in: reader), local: try local.required("local", in: reader))
  }
}
