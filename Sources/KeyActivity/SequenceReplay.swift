/// Replays one sequence: a reader for each node, a judge for each device that may be a keyboard.
struct SequenceReplay {
  private struct Node {
    var device: ReplayDevice
    var reader: KeyReader
    var isPresent: Bool
    var use = UseTally()
  }

  private var nodes: [String: Node] = [:]
  /// One for each unproven device; what it has found outlives the device, which may be plugged in again.
  private var judges: [String: TypingJudge] = [:]
  private var keys = KeyTally()
  private var presence = PresenceLog()
  /// The steps that were taken.
  private var count = 0

  /// A replay before its first step; a device that the function does not know is an error.
  init(
    of record: SequenceRecord, device: (_ slug: String) -> ReplayDevice?
  ) throws(ReplayProblem) {
    for (node, slug) in record.devices {
      guard let device = device(slug) else { throw .unknownDevice(slug: slug) }
      // A node is there from the start unless it comes before anything else happens to it.
      var isThere = true
      if case .opened? = record.steps.first(where: { $0.node == node })?.event { isThere = false }
      nodes[node] = Node(device: device, reader: KeyReader(isOpen: isThere), isPresent: isThere)
      if device.verdict == .unproven { judges[device.group] = TypingJudge() }
    }
    presence.note(isKeyboardPresent, at: 0)
    for step in record.steps { take(step) }
  }

  // MARK: Steps

  private mutating func take(_ step: SequenceRecord.Step) {
    guard var node = nodes[step.node] else { return }
    count += 1
    switch step.event {
    case .opened: node.isPresent = true
    case .removed: node.isPresent = false
    default: break
    }
    let changes = node.reader.take(step.event)
    nodes[step.node] = node
    for change in changes {
      keys.take(change, on: step.node, at: step.time)
      let counts = mayBePersons(node.device)
      nodes[step.node]?.use.take(
        change, counts: counts, at: UseTally.Moment(step: count, time: step.time))
      if case .pressed = change, !counts { continue }
      judge(change, on: node.device, at: step.time)
    }
    presence.note(isKeyboardPresent, at: step.time)
  }

  private mutating func judge(_ change: KeyChange, on device: ReplayDevice, at time: Int) {
    guard device.verdict == .unproven || device.verdict == .aux else { return }
    _ = judges[device.group]?.take(change, at: time)
  }

  /// Whether a key that is pressed now may be a person's: not on a node that only firmware or software writes to,
  /// and not behind the screen of a folded machine.
  private func mayBePersons(_ device: ReplayDevice) -> Bool {
    let isFolded = nodes.values.contains { $0.reader.switches.contains(.tabletMode) }
    guard device.verdict == .notKeyboard else { return !(isFolded && device.isBuiltIn) }
    // A program that grabs a keyboard hands on its keys through a node of its own.
    return nodes.values.contains {
      $0.reader.isGrabbed && $0.device.verdict == .keyboard && !(isFolded && $0.device.isBuiltIn)
    }
  }

  // MARK: Answers

  private func isKeyboard(_ node: Node) -> Bool {
    switch node.device.verdict {
    case .keyboard: node.isPresent
    case .unproven: node.isPresent && judges[node.device.group]?.isProven == true
    case .aux, .notKeyboard: false
    }
  }

  private var isKeyboardPresent: Bool { nodes.values.contains(where: isKeyboard) }

  /// Whether what was done on the node was done on a keyboard, as far as is known in the end.
  private func belongsToKeyboard(_ node: Node) -> Bool {
    switch node.device.verdict {
    case .keyboard: true
    case .aux, .unproven: judges[node.device.group]?.isProven != false
    // A program that types on its own does it faster than the person whose keys it hands on.
    case .notKeyboard: node.use.pace.isHuman != false
    }
  }

  /// What the whole sequence came to.
  var report: ReplayReport {
    let used = nodes.filter { belongsToKeyboard($0.value) && $0.value.use.isActive }
    let paces = nodes.values.compactMap(\.use.pace.isHuman)
    return ReplayReport(
      keys: keys,
      downAtEnd: nodes.mapValues { $0.reader.down.sorted() }.filter { !$0.value.isEmpty },
      ledsOn: nodes.mapValues { $0.reader.leds.sorted() }.filter { !$0.value.isEmpty },
      keyboards: Set(nodes.values.filter(isKeyboard).map(\.device.group)).count,
      presence: presence.changes,
      typingTimes: used.values.flatMap(\.use.typing).sorted { $0.step < $1.step }.map(\.time),
      activeDevices: used.keys.sorted(),
      activityEndsAt: used.values.compactMap(\.use.lastChange).max { $0.step < $1.step }?.time,
      isHumanPaced: paces.isEmpty ? nil : !paces.contains(false),
      promotes: judges.values.contains(where: \.isProven))
  }
}

extension SequenceRecord {
  /// Replays the sequence on devices that the function describes by their slugs.
  public func replay(_ device: (_ slug: String) -> ReplayDevice?) throws(ReplayProblem) -> ReplayReport {
    try SequenceReplay(of: self, device: device).report
  }
}
