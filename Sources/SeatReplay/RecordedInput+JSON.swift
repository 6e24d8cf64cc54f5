import Geometry
import JSON
import KeyboardGuide

extension RecordedInput: JSONEncodable {
  /// Writes one line, as in `{"t": 1500000, "do": "focus", "window": 1, "view": "field"}`.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("t", time)
      input.encodeMembers(to: &writer)
      if continues { writer.member("continues", true) }
    }
  }
}

extension SeatInput {
  /// Writes the input's name, and what belongs to it.
  func encodeMembers(to writer: inout JSONWriter) {
    switch self {
    case .deviceChanged(let id, let device):
      writer.member("do", "device")
      writer.member("device", id.rawValue)
      if let device { device.encodeMembers(to: &writer) } else { writer.member("gone", true) }
    case .modifiersHeld(let held, let id):
      writer.member("do", "modifiers")
      writer.member("device", id.rawValue)
      writer.member("held", held.recordedNames)
    case .typed(let id):
      writer.member("do", "typed")
      writer.member("device", id.rawValue)
    case .performed(let action, let id):
      writer.member("do", "perform")
      writer.member("action", action.rawValue)
      writer.member("device", id?.rawValue)
    case .externalKeyboardsIgnored(let ignores):
      writer.member("do", "ignoreExternal")
      writer.member("ignore", ignores)
    case .screenChanged(let id, let screen):
      writer.member("do", "screen")
      writer.member("screen", id.rawValue)
      if let screen {
        writer.member("width", screen.width)
        writer.member("height", screen.height)
        writer.member("bottomInset", screen.bottomInset)
        writer.member("coveredBottom", screen.coveredBottom)
      } else {
        writer.member("gone", true)
      }
    case .mainScreenNamed(let name):
      writer.member("do", "mainScreen")
      writer.member("screen", name?.rawValue)
    case .windowPlaced(let id, let place):
      writer.member("do", "place")
      writer.member("window", id.rawValue)
      if let place { place.encodeMembers(to: &writer) } else { writer.member("gone", true) }
    case .windowOpened(let id, let window, let focus):
      writer.member("do", "open")
      writer.member("window", id.rawValue)
      writer.member("focus", focus?.name)
      writer.member("context", focus?.context)
      window.encodeMembers(to: &writer)
    case .windowChanged(let id, let window):
      writer.member("do", "change")
      writer.member("window", id.rawValue)
      window.encodeMembers(to: &writer)
    case .windowClosed(let id):
      writer.member("do", "close")
      writer.member("window", id.rawValue)
    case .focused(let id, let view):
      writer.member("do", "focus")
      writer.member("window", id.rawValue)
      writer.member("view", view?.name)
      writer.member("context", view?.context)
    case .softwareKeyboardReported(let report):
      writer.member("do", "software")
      if let report { report.encodeMembers(to: &writer) } else { writer.member("gone", true) }
    case .barContentProvided(let content):
      writer.member("do", "barContent")
      if let content { content.encodeMembers(to: &writer) } else { writer.member("gone", true) }
    case .barChanged(let bar):
      writer.member("do", "bar")
      writer.member("place", bar.place.rawValue)
      writer.member("enabled", bar.isEnabled)
      if bar.hidesApplicationItems { writer.member("hidesApplicationItems", true) }
    case .barDragged(let x):
      writer.member("do", "dragBar")
      writer.member("x", x)
    case .dismissalDragged(let id, let y):
      writer.member("do", "dragToDismiss")
      writer.member("window", id.rawValue)
      writer.member("y", y)
    case .languageChosen(let language, let context):
      writer.member("do", "language")
      writer.member("language", language)
      writer.member("context", context)
    case .keyboardOverridden(let override):
      writer.member("do", "override")
      writer.member("keyboard", override?.rawValue)
    case .configured(let configuration):
      writer.member("do", "configure")
      writer.member("configuration", configuration)
    case .deadlineReached:
      writer.member("do", "deadline")
    }
  }
}

extension AttachedDevice {
  fileprivate func encodeMembers(to writer: inout JSONWriter) {
    if let keyboard {
      writer.key("keyboard")
      writer.object { writer in
        writer.member("internal", keyboard.isInternal)
        writer.member("connected", keyboard.isConnected)
        writer.member("inhibited", keyboard.isInhibited)
      }
    }
    writer.member("tabletModeSwitch", switches.tabletMode)
    writer.member("lidSwitch", switches.lid)
    writer.member("dockSwitch", switches.dock)
    if isTouchscreen { writer.member("touchscreen", true) }
    if isPointer { writer.member("pointer", true) }
    if keyAccess != .masked { writer.member("keyAccess", keyAccess.rawValue) }
  }
}

extension Window {
  /// Writes what is not as in a new window.
  fileprivate func encodeMembers(to writer: inout JSONWriter) {
    writer.member("frame", frame.map(RectangleArray.init))
    encodeSettings(to: &writer)
  }
}

extension WindowPlace {
  fileprivate func encodeMembers(to writer: inout JSONWriter) {
    if screen != .main { writer.member("screen", screen.rawValue) }
    writer.member("frame", RectangleArray(frame))
    writer.member("application", application)
  }
}

extension ProvidedBarContent {
  fileprivate func encodeMembers(to writer: inout JSONWriter) {
    writer.member("application", application)
    writer.member("language", language)
    writer.member("barContent", content)
  }
}

extension SoftwareKeyboard {
  fileprivate func encodeMembers(to writer: inout JSONWriter) {
    writer.member("kind", kind.rawValue)
    if screen != .main { writer.member("screen", screen.rawValue) }
    writer.member("frame", frame.map(RectangleArray.init))
    if isInteractive { writer.member("interactive", true) }
    writer.member("duration", duration)
  }
}
