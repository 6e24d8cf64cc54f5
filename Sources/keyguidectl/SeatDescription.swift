import Geometry
import KeyguideAPI

/// Says in words what a seat's state is, and what a change was.
enum SeatDescription {
  /// One line for each part, in the order in which a person asks.
  static func lines(_ parts: SeatParts) -> [String] {
    [
      parts.source.map { "keyboards from      \($0.description)" },
      parts.screen.map { "screen              \(screen($0))" },
      parts.hardware.map { "hardware keyboard   \(hardware($0))" },
      parts.tabletMode.map { "tablet mode         \($0.on ? "on" : "off") (\($0.source.rawValue))" },
      parts.focus.map { "text focus          \($0.textView ? "yes" : "no")" },
      parts.bar.flatMap { bar($0).map { "shortcut bar        \($0)" } },
      parts.language.flatMap { language in
        language.current.map { "language            \($0) of \(language.available.joined(separator: ", "))" }
      },
      parts.shortcutOverlay.flatMap { $0.shown ? "shortcut overlay    shown" : nil },
      parts.keyboard.map { "shown               \(keyboard($0))" },
    ].compactMap { $0 }
  }

  static func screen(_ screen: SeatParts.Screen) -> String {
    "\(length(screen.width)) × \(length(screen.height)), bottom inset \(length(screen.bottomInset))"
  }

  static func hardware(_ hardware: SeatParts.Hardware) -> String {
    var words: [String] = []
    if hardware.internal { words.append("internal") }
    if hardware.external { words.append("external") }
    words = [words.isEmpty ? (hardware.present ? "attached" : "none") : words.joined(separator: " and ")]
    if hardware.present, !hardware.active { words.append("not active") }
    if hardware.ignoresExternal { words.append("external ones ignored") }
    if hardware.lidClosed { words.append("lid closed") }
    if hardware.keyAccess == .read { words.append("all keys are read") }
    if hardware.keyAccess == .dropped { words.append("the kernel has no event masks") }
    let held = hardware.modifiers.map(\.rawValue).joined(separator: "+")
    if !held.isEmpty { words.append("\(held) held") }
    return words.joined(separator: ", ")
  }

  /// nil for a bar as it is at first, with nothing in it.
  static func bar(_ bar: SeatParts.Bar) -> String? {
    if bar == .init() { return nil }
    guard bar.enabled else { return "off" }
    let buttons = bar.buttons.map { $0.representative ? "\($0.title) …" : $0.title }.joined(separator: ", ")
    return buttons.isEmpty ? bar.place.rawValue : "\(bar.place.rawValue): \(buttons)"
  }

  static func keyboard(_ keyboard: SeatParts.Keyboard) -> String {
    let name =
      switch keyboard.kind {
      case .none: "nothing"
      case .docked: "on-screen keyboard"
      case .undocked, .split, .floating: "\(keyboard.kind.rawValue) on-screen keyboard"
      case .fullBar: "shortcut bar"
      case .collapsedBarLeading, .collapsedBarTrailing: "collapsed shortcut bar"
      default: keyboard.kind.rawValue
      }
    let place = keyboard.frame.map { " at \(rectangle($0))" } ?? ""
    return "\(name)\(place), because \(reason(keyboard.reason))"
  }

  static func reason(_ reason: SeatParts.Keyboard.Reason) -> String {
    switch reason {
    case .noTextFocus: "no text view has the focus"
    case .noHardwareKeyboard: "a text view has the focus and no hardware keyboard is attached"
    case .hardwareKeyboard: "a text view has the focus and a hardware keyboard is attached"
    case .hardwareKeyboardInactive: "a text view has the focus and no hardware keyboard can be typed on"
    case .externalKeyboardsIgnored: "a text view has the focus and external keyboards are ignored"
    case .hardwareKeyboardUsed: "a hardware keyboard has been typed on"
    case .shownByPerson: "somebody called it"
    case .hiddenByPerson: "somebody sent the on-screen keyboard away"
    default: reason.rawValue
    }
  }

  /// As in `(0, 745) 1280 × 55`.
  static func rectangle(_ frame: Rectangle) -> String {
    "(\(length(frame.x)), \(length(frame.y))) \(length(frame.width)) × \(length(frame.height))"
  }

  /// Points without a fraction where there is none.
  static func length(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}
