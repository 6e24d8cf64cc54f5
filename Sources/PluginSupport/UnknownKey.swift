/// What to say of a key that a plugin's settings do not have.
public nonisolated enum UnknownKey {
  /// As in `'shw' is not known here; there are show, hide`.
  public static func problem(_ key: String, known: [String]) -> String {
    "'\(key.prefix(64))' is not known here; there are \(known.joined(separator: ", "))"
  }
}
