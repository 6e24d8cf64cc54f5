import CEvdev
import KeyboardGuide

/// Which chord does what.
public nonisolated struct ChordTable: Equatable, Sendable {
  private let actions: [Chord: KeyAction]
  /// The keys of all chords: on a keyboard they are read beside the modifiers (design, section 5).
  public let keys: Set<UInt16>
  /// The keys that are chords by themselves: they count on any device that a person presses keys on.
  public let standaloneKeys: Set<UInt16>

  /// A table with these chords for each action; an action without any cannot be done by a key.
  ///
  /// A chord that is there twice for one action is there once. The error names a chord that has two actions.
  public init(_ chords: [KeyAction: [Chord]]) throws(ChordConflict) {
    var actions: [Chord: KeyAction] = [:]
    for action in KeyAction.allCases {
      for chord in chords[action] ?? [] {
        if let former = actions.updateValue(action, forKey: chord), former != action {
          throw ChordConflict(chord: chord, actions: [former, action])
        }
      }
    }
    self.init(actions: actions)
  }

  private init(actions: [Chord: KeyAction]) {
    self.actions = actions
    keys = Set(actions.keys.map(\.key))
    standaloneKeys = Set(actions.keys.filter(\.modifiers.isEmpty).map(\.key))
  }

  /// The chords of each action that has any, in the order of their names: what `init` takes.
  public var chords: [KeyAction: [Chord]] {
    let ordered = actions.sorted { $0.key.description < $1.key.description }
    return ordered.reduce(into: [:]) { chords, entry in chords[entry.value, default: []].append(entry.key) }
  }

  /// What a key does that is pressed while exactly these modifiers are held; nil: nothing.
  public func action(for key: UInt16, held modifiers: Modifiers) -> KeyAction? {
    actions[Chord(modifiers: modifiers, key: key)]
  }
}

nonisolated extension ChordTable {
  /// What holds without settings: collapse and expand (R41), the language key (R296), the keyboard key (R297).
  ///
  /// Alt and Meta go together: alone, desktops have taken them for themselves.
  public static let standard = ChordTable(actions: [
    altMeta(KEY_LEFT): .collapseBarLeading,
    altMeta(KEY_RIGHT): .collapseBarTrailing,
    altMeta(KEY_UP): .expandBar,
    alone(KEY_KBD_LAYOUT_NEXT): .nextLanguage,
    altMeta(KEY_PAGEDOWN): .nextLanguage,
    altMeta(KEY_PAGEUP): .previousLanguage,
    alone(KEY_ONSCREEN_KEYBOARD): .toggleKeyboard,
    alone(KEY_KEYBOARD): .toggleKeyboard,
    altMeta(KEY_DOWN): .toggleKeyboard,
    altMeta(KEY_F5): .dockKeyboard,
    altMeta(KEY_F6): .undockKeyboard,
    altMeta(KEY_F7): .splitKeyboard,
    altMeta(KEY_F8): .floatKeyboard,
  ])

  private static func alone(_ key: Int32) -> Chord { Chord(key: UInt16(key)) }

  private static func altMeta(_ key: Int32) -> Chord { Chord(modifiers: [.alt, .meta], key: UInt16(key)) }
}
