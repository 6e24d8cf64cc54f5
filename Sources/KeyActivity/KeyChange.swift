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
  case tabletMode(Bool)
  /// The kernel's queue ran over and events were lost.
  case eventsLost
}
