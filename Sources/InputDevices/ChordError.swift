/// Why a text is no chord; each case has the part that is wrong, as it was written.
public nonisolated enum ChordError: Error, Hashable {
  case empty
  /// Nothing stands before or after a `+` of the text.
  case emptyPart(of: String)
  case unknownKey(String)
  case unknownModifier(String)
  case repeatedModifier(String)
  /// Shift, AltGr, Fn or a lock: when they go down tells something about what is typed.
  case textModifier(String)
  /// A key that types text, or is part of typing it.
  case textKey(String)
  case modifierAsKey(String)
  /// Of a mouse, pen or game controller.
  case button(String)
  /// A key that is pressed all the time while text is edited.
  case needsModifier(String)
}

nonisolated extension ChordError: CustomStringConvertible {
  /// Says what is wrong and what to write instead; put the place in front.
  public var description: String {
    switch self {
    case .empty: "a chord needs a key, as in 'Alt+Meta+Left' or 'F13'"
    case .emptyPart(let text): "'\(text)' lacks a part: write modifiers and one key with '+' between them"
    case .unknownKey(let name):
      "'\(name)' is no key: use a name of linux/input-event-codes.h without KEY_, as in Left, F5 or VolumeUp"
    case .unknownModifier(let name): "'\(name)' is no modifier: there are Control, Alt and Meta, and one key at the end"
    case .repeatedModifier(let name): "'\(name)' is there twice: leave one out"
    case .textModifier(let name):
      "'\(name)' is part of typing text, so it is never read: use Control, Alt and Meta"
    case .textKey(let name):
      "'\(name)' is part of typing text, so it is never read: use an arrow, F1 to F24, Home, End, PageUp, PageDown, "
        + "Insert, Esc, or a key for one purpose such as VolumeUp"
    case .modifierAsKey(let name):
      "'\(name)' changes what other keys do: put a key at the end, as in 'Alt+Meta+Left'"
    case .button(let name): "'\(name)' is a button of a mouse, pen or game controller: use a key"
    case .needsModifier(let name):
      "'\(name)' alone is pressed whenever text is edited: add Control, Alt or Meta, as in 'Meta+\(name)'"
    }
  }
}
