import Geometry
import JSON
import KeyboardGuide

extension RecordedInput: JSONDecodable {
  /// Reads one line; a member that does not belong to its input is an error, so that no misspelling goes unnoticed.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var parts = InputParts()
    try reader.readObject { (name, value) throws(JSONError) in try parts.read(name, &value) }
    let time = try parts.time.required("t", in: reader)
    guard time >= 0 else { throw JSONError(.invalidValue("a time of 0 or more"), offset: 0, member: "t") }
    self.init(time: time, input: try parts.input(reader), continues: parts.continues)
  }
}

/// All members that a recorded input can have, as they come.
private struct InputParts {
  var time: Int?
  var continues = false
  private var name: String?
  private var given: Set<String> = []
  private var isGone = false
  private var device: String?
  private var attached = AttachedDevice()
  private var held = Modifiers()
  private var ignores: Bool?
  private var screen: String?
  private var size: (width: Double?, height: Double?, bottomInset: Double, coveredBottom: Double?) = (nil, nil, 0, nil)
  private var windowID: Int?
  private var window = Window()
  private var view: String?
  private var context: String?
  private var language: String?
  /// Where a finger is.
  private var finger: Double?
  private var kind: KeyboardKind?
  private var frame: Rectangle?
  private var isInteractive = false
  private var duration: Double?
  private var bar = ShortcutBar()
  private var override: KeyboardOverride?
  private var configuration: SeatConfiguration?
  private var action: KeyAction?

  mutating func read(_ name: String, _ value: inout JSONReader) throws(JSONError) {
    given.insert(name)
    switch name {
    case "t": time = try value.readInt()
    case "continues": continues = try value.readBool()
    case "do": self.name = try value.readString()
    case "gone": isGone = try value.readBool()
    case "device": device = try value.readString()
    case "keyboard": try readKeyboard(&value)
    case "tabletModeSwitch": attached.switches.tabletMode = try value.readOptional()
    case "lidSwitch": attached.switches.lid = try value.readOptional()
    case "dockSwitch": attached.switches.dock = try value.readOptional()
    case "touchscreen": attached.isTouchscreen = try value.readBool()
    case "pointer": attached.isPointer = try value.readBool()
    case "keyAccess": attached.keyAccess = try value.readName()
    case "held": held = try Modifiers(recordedNamesFrom: &value)
    case "action": action = try value.readName()
    case "ignore": ignores = try value.readBool()
    case "screen": screen = try value.readOptional()
    case "width": size.width = try value.readFinite()
    case "height": size.height = try value.readFinite()
    case "bottomInset": size.bottomInset = try value.readFinite()
    case "coveredBottom": size.coveredBottom = try value.readFinite()
    case "window": windowID = try value.readInt()
    case "focus", "view": view = try value.readOptional()
    case "kind": kind = try value.readName()
    case "frame": frame = try value.read(RectangleArray.self).rectangle
    case "interactive": isInteractive = try value.readBool()
    case "duration": duration = try value.readFinite()
    case "place": bar.place = try value.readName()
    case "enabled": bar.isEnabled = try value.readBool()
    case "hidesApplicationItems": bar.hidesApplicationItems = try value.readBool()
    case "context": context = try value.readOptional()
    case "language": language = try value.readOptional()
    case "x", "y": if !value.readNull() { finger = try value.readFinite() }
    case "configuration": configuration = try value.read()
    case "bottomSafeArea", "rightToLeft", "style", "followsUndockedKeyboard", "usesBottomSafeArea",
      "keyboardDismissPadding", "accessoryHeight", "barContent", "application":
      try window.read(name, &value)
    default: throw JSONError(.unknownMember, offset: value.offset)
    }
  }

  /// A device's facts as an object, or a person's word as a name.
  private mutating func readKeyboard(_ value: inout JSONReader) throws(JSONError) {
    if value.readNull() { return }
    if value.isAtString() { return override = try value.readName() }
    var keyboard = HardwareKeyboard()
    try value.readObject { (name, value) throws(JSONError) in
      switch name {
      case "internal": keyboard.isInternal = try value.readBool()
      case "connected": keyboard.isConnected = try value.readBool()
      case "inhibited": keyboard.isInhibited = try value.readBool()
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    attached.keyboard = keyboard
  }

  // MARK: Putting together

  private static let windowMembers: Set<String> = [
    "window", "screen", "frame", "bottomSafeArea", "rightToLeft", "style", "followsUndockedKeyboard",
    "usesBottomSafeArea", "keyboardDismissPadding", "accessoryHeight", "barContent", "application",
  ]

  private static let members: [String: Set<String>] = [
    "device": [
      "device", "gone", "keyboard", "tabletModeSwitch", "lidSwitch", "dockSwitch", "touchscreen", "pointer",
      "keyAccess",
    ],
    "modifiers": ["device", "held"], "typed": ["device"], "perform": ["action", "device"], "ignoreExternal": ["ignore"],
    "screen": ["screen", "gone", "width", "height", "bottomInset", "coveredBottom"], "mainScreen": ["screen"],
    "place": ["window", "gone", "screen", "frame", "application"], "open": windowMembers.union(["focus", "context"]),
    "change": windowMembers, "close": ["window"], "focus": ["window", "view", "context"],
    "barContent": ["gone", "application", "language", "barContent"],
    "software": ["gone", "kind", "screen", "frame", "interactive", "duration"],
    "bar": ["place", "enabled", "hidesApplicationItems"], "dragBar": ["x"], "dragToDismiss": ["window", "y"],
    "language": ["language", "context"], "override": ["keyboard"], "configure": ["configuration"],
    "deadline": [],
  ]

  func input(_ reader: JSONReader) throws(JSONError) -> SeatInput {
    let name = try name.required("do", in: reader)
    guard let members = Self.members[name] else {
      let known = Self.members.keys.sorted().joined(separator: ", ")
      throw JSONError(.invalidValue(known), offset: 0, member: "do")
    }
    if let stray = given.subtracting(members).subtracting(["t", "do", "continues"]).min() {
      throw JSONError(.unknownMember, offset: 0, member: stray)
    }
    func id() throws(JSONError) -> WindowID { WindowID(try windowID.required("window", in: reader)) }
    func deviceID() throws(JSONError) -> DeviceID { DeviceID(try device.required("device", in: reader)) }
    switch name {
    case "device": return .deviceChanged(try deviceID(), isGone ? nil : attached)
    case "modifiers": return .modifiersHeld(held, on: try deviceID())
    case "typed": return .typed(on: try deviceID())
    case "perform":
      return .performed(try action.required("action", in: reader), on: device.map { DeviceID($0) })
    case "ignoreExternal": return .externalKeyboardsIgnored(try ignores.required("ignore", in: reader))
    case "screen":
      let screen = ScreenID(try screen.required("screen", in: reader))
      if isGone { return .screenChanged(screen, nil) }
      return .screenChanged(
        screen,
        Screen(
          width: try size.width.required("width", in: reader), height: try size.height.required("height", in: reader),
          bottomInset: size.bottomInset, coveredBottom: size.coveredBottom))
    case "mainScreen": return .mainScreenNamed(screen.map { ScreenID($0) })
    case "place":
      if isGone { return .windowPlaced(try id(), nil) }
      return .windowPlaced(
        try id(),
        WindowPlace(
          screen: placedWindow.screen, frame: try frame.required("frame", in: reader), application: window.application))
    case "barContent":
      if isGone { return .barContentProvided(nil) }
      return .barContentProvided(
        ProvidedBarContent(application: window.application, language: language, content: window.barContent))
    case "open": return .windowOpened(try id(), placedWindow, focus: textView)
    case "change": return .windowChanged(try id(), placedWindow)
    case "close": return .windowClosed(try id())
    case "focus": return .focused(window: try id(), view: textView)
    case "software":
      if isGone { return .softwareKeyboardReported(nil) }
      var report = SoftwareKeyboard(
        kind: try kind.required("kind", in: reader), screen: placedWindow.screen, frame: frame)
      (report.isInteractive, report.duration) = (isInteractive, duration)
      return .softwareKeyboardReported(report)
    case "bar": return .barChanged(bar)
    case "dragBar": return .barDragged(x: finger)
    case "dragToDismiss": return .dismissalDragged(window: try id(), y: finger)
    case "language": return .languageChosen(language, context: context)
    case "override": return .keyboardOverridden(override)
    case "configure": return .configured(try configuration.required("configuration", in: reader))
    default: return .deadlineReached
    }
  }

  private var textView: TextView? { view.map { TextView($0, context: context) } }

  private var placedWindow: Window {
    var placed = window
    placed.screen = screen.map { ScreenID($0) } ?? .main
    placed.frame = frame
    return placed
  }
}
