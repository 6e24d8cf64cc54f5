import JSON
import KeyboardGuide

extension SeatConfiguration: JSONEncodable, JSONDecodable {
  /// Writes every setting.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("screen")
      writer.object { writer in
        writer.member("width", screen.width)
        writer.member("height", screen.height)
        writer.member("bottomInset", screen.bottomInset)
      }
      for setting in Self.numbers { writer.member(setting.name, self[keyPath: setting.path]) }
      writer.member("transitionCurve", transitionCurve.rawValue)
      writer.member("policy", policy.rawValue)
      writer.member("languages", languages)
      writer.member("systemItems", systemItems)
      writer.member("overlayModifiers", overlayModifiers.recordedNames)
      writer.member("isDetachable", isDetachable)
      writer.member("undockedCanBeNearBottom", undockedCanBeNearBottom)
      writer.key("nearDistances")
      writer.object { writer in
        for edge in Self.edges {
          let distance = nearDistances[keyPath: edge.path]
          writer.key(edge.name)
          writer.object { writer in
            writer.member("points", distance.points)
            writer.member("fraction", distance.fraction)
            writer.member("hysteresis", distance.hysteresis)
          }
        }
      }
    }
  }

  /// Reads settings; what is left out is as in a new configuration.
  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "screen": screen = try value.read()
      case "transitionCurve": transitionCurve = try value.readName()
      case "policy": policy = try value.readName()
      case "languages": languages = try value.read()
      case "systemItems": systemItems = try value.read()
      case "overlayModifiers": overlayModifiers = try Modifiers(recordedNamesFrom: &value)
      case "isDetachable": isDetachable = try value.read()
      case "undockedCanBeNearBottom": undockedCanBeNearBottom = try value.read()
      case "nearDistances":
        try value.readObject { (name, value) throws(JSONError) in
          guard let edge = Self.edges.first(where: { "\($0.name)" == name }) else {
            throw JSONError(.unknownMember, offset: value.offset)
          }
          nearDistances[keyPath: edge.path] = try value.read()
        }
      default:
        guard let setting = Self.numbers.first(where: { "\($0.name)" == name }) else {
          throw JSONError(.unknownMember, offset: value.offset)
        }
        self[keyPath: setting.path] = try value.readLength()
      }
    }
  }

  // Key paths are no Sendable values; these are made of nothing that changes.
  nonisolated(unsafe) private static let numbers: [(name: StaticString, path: WritableKeyPath<Self, Double>)] = [
    ("landscapeKeyboardHeight", \.landscapeKeyboardHeight), ("portraitKeyboardHeight", \.portraitKeyboardHeight),
    ("undockedKeyboardRise", \.undockedKeyboardRise), ("floatingKeyboardWidth", \.floatingKeyboardWidth),
    ("floatingKeyboardHeight", \.floatingKeyboardHeight), ("barHeight", \.barHeight),
    ("barItemWidth", \.barItemWidth), ("barSpacing", \.barSpacing), ("suggestionsWidth", \.suggestionsWidth),
    ("dragTimeout", \.dragTimeout), ("overlayDelay", \.overlayDelay), ("pillWidth", \.pillWidth),
    ("pillHeight", \.pillHeight),
    ("pillMargin", \.pillMargin), ("narrowWindowFraction", \.narrowWindowFraction),
    ("transitionDuration", \.transitionDuration),
  ]

  nonisolated(unsafe) private static let edges:
    [(name: StaticString, path: WritableKeyPath<NearDistances, NearDistance>)] = [
      ("top", \.top), ("leading", \.leading), ("bottom", \.bottom), ("trailing", \.trailing),
    ]
}

extension Screen: JSONDecodable {
  /// Reads `{"width": 1280, "height": 800, "bottomInset": 20}`.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var width: Double?
    var height: Double?
    var bottomInset = 0.0
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "width": width = try value.readFinite()
      case "height": height = try value.readFinite()
      case "bottomInset": bottomInset = try value.readFinite()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    self.init(
      width: try width.required("width", in: reader), height: try height.required("height", in: reader),
      bottomInset: bottomInset)
    guard self.width > 0, self.height > 0, bottomInset >= 0 else {
      throw JSONError(.invalidValue("a screen with a width and a height"), offset: reader.offset)
    }
  }
}

extension NearDistance: JSONDecodable {
  /// Reads `{"points": 100, "fraction": 0, "hysteresis": 8}`.
  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "points": points = try value.readFinite()
      case "fraction": fraction = try value.readFinite()
      case "hysteresis": hysteresis = try value.readFinite()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
  }
}
