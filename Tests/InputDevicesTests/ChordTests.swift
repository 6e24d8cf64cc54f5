import CEvdev
import KeyActivity
import KeyboardGuide
import Testing

@testable import InputDevices

/// What a person may write as a chord, and what becomes of the rest.
@Suite struct ChordTests {
  @Test(
    "a chord is modifiers and the kernel's name of a key, in any case",
    arguments: [
      ("Alt+Meta+Left", [.alt, .meta], KEY_LEFT, "Alt+Meta+Left"),
      ("meta + ALT + left", [.alt, .meta], KEY_LEFT, "Alt+Meta+Left"),
      ("Super+Ctrl+f5", [.control, .meta], KEY_F5, "Control+Meta+F5"),
      ("Control+Esc", [.control], KEY_ESC, "Control+Esc"),
      ("Meta+PageUp", [.meta], KEY_PAGEUP, "Meta+PageUp"),
      ("Meta+pagedown", [.meta], KEY_PAGEDOWN, "Meta+PageDown"),
      ("Meta+KEY_HOME", [.meta], KEY_HOME, "Meta+Home"),
      ("KbdLayoutNext", [], KEY_KBD_LAYOUT_NEXT, "KbdLayoutNext"),
      ("kbd_layout_next", [], KEY_KBD_LAYOUT_NEXT, "KbdLayoutNext"),
      ("OnscreenKeyboard", [], KEY_ONSCREEN_KEYBOARD, "OnscreenKeyboard"),
      ("KEYBOARD", [], KEY_KEYBOARD, "Keyboard"),
      ("F13", [], KEY_F13, "F13"),
      ("Fn_1", [], KEY_FN_1, "Fn_1"),
      ("Alt+VolumeUp", [.alt], KEY_VOLUMEUP, "Alt+Volumeup"),
    ] as [(String, Modifiers, Int32, String)])
  func reads(text: String, modifiers: Modifiers, key: Int32, canonical: String) throws {
    let chord = try Chord(text)
    #expect(chord == Chord(modifiers: modifiers, key: UInt16(key)))
    #expect(chord.description == canonical)
  }

  @Test(
    "what is no chord is refused with the part that is wrong",
    arguments: [
      ("", .empty), ("  ", .empty), ("+", .emptyPart(of: "+")), ("Alt++Left", .emptyPart(of: "Alt++Left")),
      ("Alt+", .emptyPart(of: "Alt+")), ("Alt+Lft", .unknownKey("Lft")), ("Meta+F25", .unknownKey("F25")),
      ("Reserved", .unknownKey("Reserved")), ("Unknown", .unknownKey("Unknown")), ("Max", .unknownKey("Max")),
      ("F13\0", .unknownKey("F13\0")), ("Meta+Größe", .unknownKey("Größe")), ("Rel_X", .unknownKey("Rel_X")),
      ("Hyper+Left", .unknownModifier("Hyper")), ("Left+Alt", .unknownModifier("Left")),
      ("Left+Right", .unknownModifier("Left")), ("Alt+alt+Left", .repeatedModifier("alt")),
      ("Meta+Super+Left", .repeatedModifier("Super")), ("Shift+F5", .textModifier("Shift")),
      ("AltGr+Left", .textModifier("AltGr")), ("CapsLock+Left", .textModifier("CapsLock")),
      ("RightAlt+Left", .textModifier("RightAlt")), ("Meta", .modifierAsKey("Meta")),
      ("Control+Shift", .modifierAsKey("Shift")), ("Alt+LeftMeta", .modifierAsKey("LeftMeta")),
      ("Control+CapsLock", .modifierAsKey("CapsLock")), ("Meta+BTN_LEFT", .button("BTN_LEFT")),
      ("BtnStart", .button("BtnStart")), ("Left", .needsModifier("Left")), ("esc", .needsModifier("Esc")),
      ("f12", .needsModifier("F12")), ("Pageup", .needsModifier("PageUp")), ("Insert", .needsModifier("Insert")),
    ] as [(String, ChordError)])
  func refuses(text: String, error: ChordError) {
    #expect(throws: error) { try Chord(text) }
  }

  @Test(
    "design §5 a key that is part of typing text is refused, whatever is held with it",
    arguments: [
      "A", "z", "1", "0", "Minus", "Space", "Enter", "Tab", "Backspace", "Delete", "Dot", "KP5", "KpEnter", "KpPlus",
      "Numeric_0", "NumericStar", "BrlDot1", "102nd", "Ro", "Yen", "Hangeul", "Hanja", "Henkan", "Muhenkan",
      "ZenkakuHankaku", "KatakanaHiragana", "Compose", "Question", "Euro", "KbdinputassistAccept",
    ])
  func text(name: String) {
    for modifiers in ["", "Control+", "Control+Alt+Meta+"] {
      #expect(throws: ChordError.textKey(name)) { try Chord(modifiers + name) }
    }
  }

  @Test("every error says what to write instead")
  func descriptions() {
    let errors: [(ChordError, String)] = [
      (.empty, "a chord needs a key, as in 'Alt+Meta+Left' or 'F13'"),
      (.textModifier("Shift"), "'Shift' is part of typing text, so it is never read: use Control, Alt and Meta"),
      (
        .needsModifier("Left"),
        "'Left' alone is pressed whenever text is edited: add Control, Alt or Meta, as in 'Meta+Left'"
      ),
    ]
    for (error, text) in errors { #expect(error.description == text) }
  }

  /// Every chord that can be written.
  private static let all: [Chord] = (0..<UInt16(KEY_CNT)).flatMap { key in
    (0..<UInt8(8)).compactMap { modifiers in
      try? Chord(Chord(modifiers: Modifiers(rawValue: modifiers), key: key).description)
    }
  }

  @Test("a chord's description reads back as the chord, for every key and all modifiers")
  func roundTrip() throws {
    #expect(Self.all.count > 2000)
    #expect(Set(Self.all).count == Self.all.count, "two keys have one name")
    for chord in Self.all { #expect(try Chord(chord.description) == chord) }
  }

  @Test("design §5 no chord has a key that types, and none without modifiers has one that edits")
  func keysThatType() {
    let editing = Set([KEY_ESC, KEY_F11, KEY_F12] + Array(KEY_F1...KEY_F10) + Array(KEY_HOME...KEY_INSERT)).map(
      UInt16.init)
    for chord in Self.all {
      let kind = KeyKind(chord.key)
      #expect([.typing, .other].contains(kind), "\(chord)")
      if kind == .typing { #expect(editing.contains(chord.key) && !chord.modifiers.isEmpty, "\(chord)") }
    }
  }
}
