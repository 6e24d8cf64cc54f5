/// What the kernel answers when it is asked for the state of a node; a part that was not asked for is nil.
public struct NodeState: Equatable, Sendable {
  /// The keys that are down (EVIOCGKEY).
  public var down: Set<UInt16>?
  /// The switches that are on (EVIOCGSW).
  public var switches: Set<UInt16>?
  /// The LEDs that are lit (EVIOCGLED).
  public var leds: Set<UInt16>?

  public init(down: Set<UInt16>? = nil, switches: Set<UInt16>? = nil, leds: Set<UInt16>? = nil) {
    self.down = down
    self.switches = switches
    self.leds = leds
  }
}

/// What can happen to an event node, as its reader sees it.
public enum NodeEvent: Equatable, Sendable {
  /// The node was opened, also again after a removal or a revocation.
  case opened(NodeState)
  case input(InputEvent)
  /// The answers that follow lost events or a resume.
  case state(NodeState)
  case removed
  /// The session lost the device, which is still there.
  case revoked
  /// The kernel itself releases the keys of a suspended device, as input.
  case suspended
  case resumed
  /// Another program takes all events of the node.
  case grabbed
  case ungrabbed
}
