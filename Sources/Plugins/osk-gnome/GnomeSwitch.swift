/// GNOME's accessibility setting for its on-screen keyboard, by the program `gsettings`.
///
/// The program is older than GNOME 3 and its command line has not changed since; in this process, GSettings would start
/// threads, and dconf's own protocol is nobody's interface.
enum GnomeSwitch {
  static let schema = "org.gnome.desktop.a11y.applications"
  static let key = "screen-keyboard-enabled"

  static let question = ["gsettings", "get", schema, key]
  /// Prints a line for each change, until it is ended.
  static let monitor = ["gsettings", "monitor", schema, key]

  static func command(isOn: Bool) -> [String] { ["gsettings", "set", schema, key, isOn ? "true" : "false"] }

  /// What a line of one of them says; nil for any other line.
  static func state(line: String) -> Bool? {
    switch line {
    case "\(key): true", "true": true
    case "\(key): false", "false": false
    default: nil
    }
  }
}
