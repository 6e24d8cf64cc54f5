import CEvdev

/// What a key is for, as far as it decides whether it may be the key of a chord.
nonisolated enum ChordKeyRole {
  /// Part of typing text: what it tells is what is typed.
  case text
  /// Pressed while text is edited: alone it is no command, with a modifier it is one.
  case editing
  /// A key for one purpose, as media and firmware keys are: alone it is a command.
  case command
  /// Changes what other keys do: modifiers and locks.
  case modifier
  /// Of a mouse, pen or game controller.
  case button
  /// Stands for no key in particular.
  case none

  /// The role of a key code of linux/input-event-codes.h.
  init(_ code: UInt16) {
    self =
      switch Int32(code) {
      case KEY_RESERVED, KEY_UNKNOWN, KEY_MAX...: .none
      case KEY_ESC, KEY_F1...KEY_F10, KEY_F11...KEY_F12, KEY_HOME...KEY_INSERT: .editing
      case KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTALT, KEY_RIGHTALT, KEY_LEFTMETA,
        KEY_RIGHTMETA, KEY_FN, KEY_FN_RIGHT_SHIFT, KEY_CAPSLOCK, KEY_NUMLOCK, KEY_SCROLLLOCK:
        .modifier
      // Names of these ranges' ends say where they are, not what is in them: digits, letters, punctuation, keypad.
      case KEY_1...KEY_SPACE, KEY_KP7...KEY_RO, KEY_KPENTER, KEY_KPSLASH, KEY_LINEFEED, KEY_DELETE, KEY_KPEQUAL,
        KEY_KPPLUSMINUS, KEY_KPCOMMA, KEY_YEN, KEY_COMPOSE, KEY_KPLEFTPAREN, KEY_KPRIGHTPAREN, KEY_QUESTION,
        KEY_ALTERASE, KEY_DOLLAR, KEY_EURO:
        .text
      // Input methods, and the suggestions of what to type next.
      case KEY_KATAKANA...KEY_KPJPCOMMA, KEY_HANGEUL, KEY_HANJA, KEY_KBDINPUTASSIST_PREV...KEY_KBDINPUTASSIST_CANCEL:
        .text
      // Editing of terminals, braille, and the keys of phones and remote controls.
      case KEY_DEL_EOL...KEY_DEL_LINE, KEY_BRL_DOT1...KEY_BRL_DOT10, KEY_NUMERIC_0...KEY_NUMERIC_D, KEY_NUMERIC_11,
        KEY_NUMERIC_12:
        .text
      case BTN_MISC..<KEY_OK, BTN_DPAD_UP...BTN_DPAD_RIGHT, BTN_TRIGGER_HAPPY...BTN_TRIGGER_HAPPY40: .button
      default: .command
      }
  }
}
