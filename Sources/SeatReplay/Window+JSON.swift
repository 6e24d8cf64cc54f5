import Geometry
import JSON
import KeyboardGuide
import KeyguideAPI

extension Window {
  /// Takes one parameter of `io.keyguide.Layout.Open` or `Update`; others are left alone.
  ///
  /// Numbers that no screen has are an error: a layout cannot be made of them.
  public mutating func read(_ member: String, _ value: inout JSONReader) throws(JSONError) {
    switch member {
    case "screen": screen = try value.readOptional(String.self).map { ScreenID($0) } ?? .main
    case "frame":
      let offset = value.offset
      frame = try value.readOptional()
      if let frame, !frame.isFinite || frame.width < 0 || frame.height < 0 {
        throw JSONError(.invalidValue("a rectangle with finite numbers and no negative size"), offset: offset)
      }
    case "bottomSafeArea": bottomSafeArea = try Self.length(&value)
    case "rightToLeft": isRightToLeft = try value.readOptional() ?? false
    case "style":
      let offset = value.offset
      guard let name: String = try value.readOptional() else { return style = .plain }
      guard let known = Style(rawValue: name) else {
        throw JSONError(.invalidValue("plain, slideOver or stage"), offset: offset)
      }
      style = known
    case "followsUndockedKeyboard": followsUndockedKeyboard = try value.readOptional() ?? false
    case "usesBottomSafeArea": usesBottomSafeArea = try value.readOptional() ?? true
    case "keyboardDismissPadding": keyboardDismissPadding = max(0, try Self.length(&value) ?? 0)
    case "accessoryHeight": accessoryHeight = max(0, try Self.length(&value) ?? 0)
    case "barContent": barContent = try value.readOptional() ?? BarContent()
    case "application":
      let offset = value.offset
      application = try value.readOptional()
      guard (application?.utf8.count ?? 0) <= BarContent.mostText else {
        throw JSONError(.invalidValue("at most \(BarContent.mostText) bytes"), offset: offset)
      }
    default: break
    }
  }

  /// Writes the window as parameters of `io.keyguide.Layout.Open`, but for what is as in a new window.
  public func encodeParameters(to writer: inout JSONWriter) {
    writer.member("frame", frame)
    encodeSettings(to: &writer)
  }

  /// The same without the frame.
  func encodeSettings(to writer: inout JSONWriter) {
    if screen != .main { writer.member("screen", screen.rawValue) }
    writer.member("bottomSafeArea", bottomSafeArea)
    if isRightToLeft { writer.member("rightToLeft", true) }
    if style != .plain { writer.member("style", style.rawValue) }
    if followsUndockedKeyboard { writer.member("followsUndockedKeyboard", true) }
    if !usesBottomSafeArea { writer.member("usesBottomSafeArea", false) }
    if keyboardDismissPadding != 0 { writer.member("keyboardDismissPadding", keyboardDismissPadding) }
    if accessoryHeight != 0 { writer.member("accessoryHeight", accessoryHeight) }
    if barContent != BarContent() { writer.member("barContent", barContent) }
    writer.member("application", application)
  }

  private static func length(_ value: inout JSONReader) throws(JSONError) -> Double? {
    let offset = value.offset
    let length: Double? = try value.readOptional()
    guard length?.isFinite != false else { throw JSONError(.invalidValue("a finite number"), offset: offset) }
    return length
  }
}
