import Geometry
import JSON

extension SeatParts {
  /// Writes the parts that there are, as members of the object that is being written.
  func encodeMembers(to writer: inout JSONWriter) {
    writer.member("source", source)
    writer.member("screen", screen)
    writer.member("hardware", hardware)
    writer.member("tabletMode", tabletMode)
    writer.member("focus", focus)
    writer.member("bar", bar)
    writer.member("language", language)
    writer.member("shortcutOverlay", shortcutOverlay)
    writer.member("keyboard", keyboard)
    writer.member("providers", providers)
  }

  /// Reads one member if it is a part of the state, and leaves others alone.
  mutating func decodeMember(_ name: String, _ value: inout JSONReader) throws(JSONError) {
    switch name {
    case "source": source = try value.readOptional()
    case "screen": screen = try value.readOptional()
    case "hardware": hardware = try value.readOptional()
    case "tabletMode": tabletMode = try value.readOptional()
    case "focus": focus = try value.readOptional()
    case "bar": bar = try value.readOptional()
    case "language": language = try value.readOptional()
    case "shortcutOverlay": shortcutOverlay = try value.readOptional()
    case "keyboard": keyboard = try value.readOptional()
    case "providers": providers = try value.readOptional()
    default: break
    }
  }
}

extension SeatParts.Source: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", kind)
      writer.member("description", description)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var kind: Kind?
    var description: String?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "kind": kind = try value.read()
      case "description": description = try value.read()
      default: break
      }
    }
    self.init(
      kind: try kind.required("kind", in: reader), description: try description.required("description", in: reader))
  }
}

extension SeatParts.Screen: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("width", width)
      writer.member("height", height)
      writer.member("bottomInset", bottomInset)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var width: Double?
    var height: Double?
    var bottomInset: Double?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "width": width = try value.read()
      case "height": height = try value.read()
      case "bottomInset": bottomInset = try value.read()
      default: break
      }
    }
    self.init(
      width: try width.required("width", in: reader), height: try height.required("height", in: reader),
      bottomInset: try bottomInset.required("bottomInset", in: reader))
  }
}

extension SeatParts.Focus: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { $0.member("textView", textView) }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var textView: Bool?
    try reader.readObject { (name, value) throws(JSONError) in
      if name == "textView" { textView = try value.read() }
    }
    self.init(textView: try textView.required("textView", in: reader))
  }
}

extension SeatParts.Keyboard: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", kind)
      writer.member("screen", screen)
      writer.member("frame", frame)
      writer.member("accessory", accessory)
      writer.member("reason", reason)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var kind: Kind?
    var screen = "main"
    var frame: Rectangle?
    var accessory: Rectangle?
    var reason: Reason?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "kind": kind = try value.read()
      case "screen": screen = try value.read()
      case "frame": frame = try value.readOptional()
      case "accessory": accessory = try value.readOptional()
      case "reason": reason = try value.read()
      default: break
      }
    }
    self.init(
      kind: try kind.required("kind", in: reader), screen: screen, frame: frame, accessory: accessory,
      reason: try reason.required("reason", in: reader))
  }
}
