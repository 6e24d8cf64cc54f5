import CEvdev
import DeviceClassification
import KeyboardGuide

/// The only keys that the daemon looks at, and the kernel's mask that keeps all others away from it.
enum ModifierKeys {
  /// Each key with the modifier it makes. No key that types text stands here; see `Modifiers`.
  static let all: [(code: UInt16, modifier: Modifiers)] = [
    (UInt16(KEY_LEFTCTRL), .control), (UInt16(KEY_RIGHTCTRL), .control),
    (UInt16(KEY_LEFTALT), .alt),
    (UInt16(KEY_LEFTMETA), .meta), (UInt16(KEY_RIGHTMETA), .meta),
  ]

  /// The event types that may pass, as a bit mask for EVIOCSMASK on EV_SYN.
  static let typeMask = bits(of: [UInt16(EV_KEY)], count: Int(EV_CNT))

  /// The keys that may pass, as a bit mask for EVIOCSMASK on EV_KEY.
  static let keyMask = bits(of: all.map(\.code), count: Int(KEY_CNT))

  /// Whether a device has any of the keys.
  static func exist(in keys: CodeSet) -> Bool { keys.count(of: all.map { Int($0.code) }) > 0 }

  /// The modifiers that the held keys make.
  static func modifiers(whereHeld isHeld: (UInt16) -> Bool) -> Modifiers {
    all.reduce(into: Modifiers()) { held, key in
      if isHeld(key.code) { held.insert(key.modifier) }
    }
  }

  private static func bits(of codes: [UInt16], count: Int) -> [UInt8] {
    // In whole words, which the kernel insists on (bits_from_user in drivers/input/evdev.c).
    let word = UInt.bitWidth
    var bytes = [UInt8](repeating: 0, count: (count + word - 1) / word * (word / 8))
    for code in codes { bytes[Int(code) / 8] |= 1 << (code % 8) }
    return bytes
  }
}
