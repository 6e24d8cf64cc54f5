import CEvdev
import DeviceClassification
import KeyboardGuide

/// The keys that the daemon looks at on every keyboard; beside them, those of chords alone.
enum ModifierKeys {
  /// Each key with the modifier it makes. No key that types text stands here; see `Modifiers`.
  static let all: [(code: UInt16, modifier: Modifiers)] = [
    (UInt16(KEY_LEFTCTRL), .control), (UInt16(KEY_RIGHTCTRL), .control),
    (UInt16(KEY_LEFTALT), .alt),
    (UInt16(KEY_LEFTMETA), .meta), (UInt16(KEY_RIGHTMETA), .meta),
  ]

  static func contains(_ code: UInt16) -> Bool { all.contains { $0.code == code } }

  /// Whether a device has any of the keys.
  static func exist(in keys: CodeSet) -> Bool { keys.count(of: all.map { Int($0.code) }) > 0 }

  /// The modifiers that the held keys make.
  static func modifiers(whereHeld isHeld: (UInt16) -> Bool) -> Modifiers {
    all.reduce(into: Modifiers()) { held, key in
      if isHeld(key.code) { held.insert(key.modifier) }
    }
  }
}
