/// The switches that tell the shape of the machine (linux/input-event-codes.h); jacks and covers are left out.
public enum MachineSwitch: UInt16, CaseIterable, Sendable {
  /// `SW_LID`: on when closed.
  case lid = 0
  /// `SW_TABLET_MODE`: on when folded, or taken off its keyboard.
  case tabletMode = 1
  /// `SW_DOCK`: on when in a dock.
  case dock = 5
}

/// What one event of a node meant for its keys, switches and LEDs.
public enum KeyChange: Equatable, Sendable {
  case pressed(UInt16)
  case released(UInt16)
  /// The kernel's repeat of a key that is held: no press, and nothing that a person did.
  case repeated(UInt16)
  /// A key is down whose press was never seen.
  case adopted(UInt16)
  /// A hold is over without a release: the node is gone, or the state after lost events says so.
  case ended(UInt16)
  /// The release of a key that was not down.
  case strayRelease(UInt16)
  /// The press of a key that was down already.
  case duplicatePress(UInt16)
  case switched(MachineSwitch, Bool)
  /// The kernel's queue ran over and events were lost.
  case eventsLost
}

extension KeyChange {
  /// Whether a person pressed a key that types text or is part of a shortcut, as opposed to media keys and modifiers.
  public var isTyping: Bool {
    if case .pressed(let code) = self { KeyKind(code).isTyping } else { false }
  }
}
