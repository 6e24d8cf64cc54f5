/// The state of one node's keys, switches and LEDs, kept from its events.
///
/// Every hold that begins, by a press or an adoption, ends exactly once: by its release, or by an `ended` of the
/// reader's own.
public struct KeyReader: Equatable, Sendable {
  /// The keys that are down.
  public private(set) var down: Set<UInt16> = []
  /// The LEDs that are lit.
  public private(set) var leds: Set<UInt16> = []
  /// Which of the switches that tell the machine's shape are on.
  public private(set) var switches: Set<MachineSwitch> = []
  /// Whether events can come: not before the node is opened, nor after its removal or revocation.
  public private(set) var isOpen: Bool
  /// Whether another program takes the node's events.
  public private(set) var isGrabbed = false
  private var isSkipping = false

  /// A reader of a node that is open with nothing down, or of one that is yet to be opened.
  public init(isOpen: Bool = true) {
    self.isOpen = isOpen
  }

  /// Takes what happened and says what it changed, in order.
  public mutating func take(_ event: NodeEvent) -> [KeyChange] {
    switch event {
    case .opened(let state): open(state)
    case .input(let event): isOpen ? take(event) : []
    case .state(let state): isOpen ? adopt(state) : []
    case .removed: close(isGone: true)
    case .revoked: close(isGone: false)
    case .grabbed: setGrabbed(true)
    case .ungrabbed: setGrabbed(false)
    // The kernel releases what is down, and those releases come as input; until then the keys are down.
    case .suspended, .resumed: []
    }
  }

  // MARK: Input

  private mutating func take(_ event: InputEvent) -> [KeyChange] {
    if event.type == InputEvent.synchronization { return synchronize(event.code) }
    // What came before the lost events and what came after are mixed in this frame.
    guard !isSkipping else { return [] }
    switch event.type {
    case InputEvent.key: return take(key: event.code, value: event.value)
    case InputEvent.switching:
      return MachineSwitch(rawValue: event.code).map { set($0, to: event.value != 0) } ?? []
    case InputEvent.led:
      if event.value != 0 { leds.insert(event.code) } else { leds.remove(event.code) }
      return []
    default: return []
    }
  }

  private mutating func synchronize(_ code: UInt16) -> [KeyChange] {
    switch code {
    case InputEvent.dropped:
      isSkipping = true
      return [.eventsLost]
    case InputEvent.report:
      isSkipping = false
      return []
    default: return []
    }
  }

  private mutating func take(key: UInt16, value: Int32) -> [KeyChange] {
    switch value {
    case 0: [down.remove(key) != nil ? .released(key) : .strayRelease(key)]
    case 1: [down.insert(key).inserted ? .pressed(key) : .duplicatePress(key)]
    case 2: down.insert(key).inserted ? [.adopted(key), .repeated(key)] : [.repeated(key)]
    default: []
    }
  }

  // MARK: State

  private mutating func open(_ state: NodeState) -> [KeyChange] {
    isOpen = true
    isSkipping = false
    // A node that was opened without asking starts with nothing down and nothing lit.
    return adopt(NodeState(down: state.down ?? [], switches: state.switches, leds: state.leds ?? []))
  }

  private mutating func adopt(_ state: NodeState) -> [KeyChange] {
    var changes: [KeyChange] = []
    if let now = state.down {
      changes += down.subtracting(now).sorted().map(KeyChange.ended)
      changes += now.subtracting(down).sorted().map(KeyChange.adopted)
      down = now
    }
    if let leds = state.leds { self.leds = leds }
    if let switches = state.switches {
      for known in MachineSwitch.allCases { changes += set(known, to: switches.contains(known.rawValue)) }
    }
    return changes
  }

  private mutating func set(_ known: MachineSwitch, to isOn: Bool) -> [KeyChange] {
    guard isOn != switches.contains(known) else { return [] }
    if isOn { switches.insert(known) } else { switches.remove(known) }
    return [.switched(known, isOn)]
  }

  private mutating func setGrabbed(_ grabbed: Bool) -> [KeyChange] {
    isGrabbed = grabbed
    return []
  }

  /// Ends what is held; a node that is gone loses its grab, LEDs and switches as well.
  private mutating func close(isGone: Bool) -> [KeyChange] {
    let ended = down.sorted().map(KeyChange.ended)
    let keptSwitches = isGone ? [] : switches
    let keptGrab = isGrabbed && !isGone
    self = KeyReader(isOpen: false)
    switches = keptSwitches
    isGrabbed = keptGrab
    return ended
  }
}
