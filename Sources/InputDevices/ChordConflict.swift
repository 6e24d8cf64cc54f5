import KeyboardGuide

/// One chord that is to do two things.
public nonisolated struct ChordConflict: Error, Equatable, CustomStringConvertible {
  public let chord: Chord
  /// The two, in the order of `KeyAction`.
  public let actions: [KeyAction]

  /// Names the chord and both actions, and says what to do about it.
  public var description: String {
    let names = actions.map(\.settingName).joined(separator: " and ")
    return "'\(chord)' is for \(names) at once: give one of them another chord, or none"
  }
}

nonisolated extension KeyAction {
  /// The action's name in settings: `CollapseBarLeading` for `collapseBarLeading`.
  public var settingName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
