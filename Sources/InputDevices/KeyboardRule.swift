/// Says which nodes are a hardware keyboard.
///
/// This is the rule's one place. It takes udev's word for now, which is wrong for many mice and tokens.
enum KeyboardRule {
  static func isKeyboard(_ device: UdevDevice) -> Bool {
    device.property("ID_INPUT_KEYBOARD") == "1"
  }
}
