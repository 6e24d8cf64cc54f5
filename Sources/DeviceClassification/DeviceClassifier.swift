/// Judges the nodes of one physical device together: which of them is a keyboard that a person types on.
///
/// The order of the questions is the order of their weight: what cannot be typed on, whom nobody types on, what is
/// known of the product, what it calls itself, what the node is besides, and what stands beside it.
public struct DeviceClassifier: Sendable {
  private let knowledge: DeviceKnowledge
  private let host: HostDescription

  public init(knowledge: DeviceKnowledge, host: HostDescription = HostDescription()) {
    self.knowledge = knowledge
    self.host = host
  }

  /// The judgement about each node of one device, in their order.
  public func judge(_ nodes: [NodeDescription]) -> [Judgement] {
    var judgements = nodes.indices.map { index in
      var siblings = nodes
      let node = siblings.remove(at: index)
      return judge(node, among: siblings)
    }
    guard judgements.contains(where: { $0.verdict == .keyboard }) else { return judgements }
    for index in nodes.indices where judgements[index].verdict == .notKeyboard && !nodes[index].isOwnInstrument {
      judgements[index] = Judgement(.aux, "is a further node of a keyboard: \(judgements[index].reason)")
    }
    return judgements
  }

  private func judge(_ node: NodeDescription, among siblings: [NodeDescription]) -> Judgement {
    let evidence = Evidence(node: node, siblings: siblings, knowledge: knowledge)
    let answer =
      override(node) ?? typing(evidence) ?? origin(evidence) ?? product(evidence) ?? name(evidence)
      ?? itself(evidence) ?? neighbours(evidence) ?? lights(evidence) ?? receiver(evidence)
    let lights = node.hasLockLEDs ? " and lock LEDs" : ""
    return answer ?? Judgement(.keyboard, "has the typing block\(lights), and nothing against it")
  }

  /// The verdict about the device as a whole: the best of its nodes.
  public static func verdict(of judgements: [Judgement]) -> Judgement {
    for verdict in [Verdict.keyboard, .unproven] {
      if let found = judgements.first(where: { $0.verdict == verdict }) { return found }
    }
    return judgements.first ?? Judgement(.notKeyboard, "has no node")
  }

  /// Whether a keyboard with these nodes is part of the machine.
  ///
  /// Known products first, then udev or the firmware, then the bus: what is soldered in nobody carries away.
  public func isInternal(_ nodes: [NodeDescription]) -> Bool {
    for node in nodes {
      if let said = knowledge.integration(of: node) ?? node.integration { return said == .internal }
    }
    return nodes.contains { Bus.internalOnes.contains($0.bus) && !($0.bus == Bus.i8042 && host.isDesktop) }
  }

  // MARK: Questions, each answered or passed on

  /// An integrator's word, by udev rule or hwdb.
  private func override(_ node: NodeDescription) -> Judgement? {
    switch node.udev["KEYGUIDE_KEYBOARD"] {
    case "1": Judgement(.keyboard, "the udev property KEYGUIDE_KEYBOARD says so")
    case "0": Judgement(.notKeyboard, "the udev property KEYGUIDE_KEYBOARD says so")
    default: nil
    }
  }

  private func typing(_ evidence: Evidence) -> Judgement? {
    if evidence.entry?.kind == .keyboard {
      return Judgement(.keyboard, "is listed as a keyboard: \(evidence.entry?.note ?? "")")
    }
    return evidence.node.hasTypingBlock ? nil : Judgement(.notKeyboard, "lacks letters, Enter or Space")
  }

  /// Whom nobody types on: programs, and the far ends of cables.
  private func origin(_ evidence: Evidence) -> Judgement? {
    let node = evidence.node
    if node.isMadeByProgram { return Judgement(.notKeyboard, "is made by a program (uinput)") }
    if node.bus == Bus.virtual { return Judgement(.notKeyboard, "is on the virtual bus") }
    if node.phys == "", [Bus.usb, Bus.i8042].contains(node.bus) {
      return Judgement(.notKeyboard, "claims to be plugged in, but nowhere: made by a program")
    }
    if node.bus == Bus.usb, let phys = node.phys, !phys.hasPrefix("usb-") {
      return Judgement(.notKeyboard, "claims to be on USB, but hangs on '\(phys)': made by a program")
    }
    if node.bus == Bus.i8042, host.isVirtualMachine {
      return Judgement(.notKeyboard, "is a virtual machine's own keyboard controller")
    }
    if node.bus == Bus.i8042, host.isHandheld {
      return Judgement(.notKeyboard, "is a keyboard controller in a handheld, which proves no keyboard")
    }
    return nil
  }

  private func product(_ evidence: Evidence) -> Judgement? {
    if evidence.node.udev["ID_SECURITY_TOKEN"] == "1" { return Judgement(.notKeyboard, "is a security token (udev)") }
    guard let entry = evidence.entry, entry.kind == .pretender else { return nil }
    return Judgement(.notKeyboard, "is listed as \(entry.note) (\(entry.id))")
  }

  /// A name speaks against a device, never for it alone; what is soldered in has no product name.
  private func name(_ evidence: Evidence) -> Judgement? {
    guard evidence.isExternal, let word = evidence.wordAgainst else { return nil }
    return Judgement(.notKeyboard, "calls itself \(word)")
  }

  private func itself(_ evidence: Evidence) -> Judgement? {
    let node = evidence.node
    if node.isGamepad { return Judgement(.notKeyboard, "is a game controller too") }
    if node.isPen, node.absoluteAxes.contains(0) { return Judgement(.notKeyboard, "is a pen or graphics tablet too") }
    guard node.isRelativePointer || node.isAbsolutePointer else { return nil }
    if evidence.entry?.kind == .combo {
      return Judgement(.keyboard, "is listed as a keyboard with a pointer: \(evidence.entry?.note ?? "")")
    }
    if node.isPointingStick { return Judgement(.keyboard, "has the typing block and a pointing stick") }
    if evidence.wordFor != nil {
      return Judgement(.keyboard, "has the typing block and a pointer, and calls itself a keyboard")
    }
    // At the end of a cable there is one thing, and this one is a mouse. At the end of a radio there may be two.
    return node.hasLockLEDs && evidence.isThroughReceiver
      ? Judgement(.unproven, "is a receiver's node for a keyboard, a mouse or both")
      : Judgement(.notKeyboard, "moves a pointer, and does not call itself a keyboard")
  }

  private func neighbours(_ evidence: Evidence) -> Judgement? {
    let node = evidence.node
    let siblings = evidence.siblings
    if siblings.contains(where: { $0.isGamepad && !$0.isRelativePointer }) {
      return Judgement(.notKeyboard, "belongs to a game controller")
    }
    if !node.hasLockLEDs, siblings.contains(where: { $0.isPen || $0.isTouchscreen }) {
      return Judgement(.notKeyboard, "belongs to a tablet or touchscreen, and has no lock LEDs")
    }
    let hasTouchpad = siblings.contains(where: \.isTouchpad)
    if hasTouchpad, node.bus == Bus.i2c { return Judgement(.notKeyboard, "is the number pad of a touchpad") }
    if evidence.entry?.kind == .folio {
      return Judgement(.keyboard, "is listed as a snap-on keyboard: \(evidence.entry?.note ?? "")")
    }
    let mice = siblings.filter { $0.isMouse && !$0.hasTypingBlock }
    guard !mice.isEmpty, !hasTouchpad else { return nil }
    if !node.hasLockLEDs {
      return evidence.hasKeyboardSibling
        ? Judgement(.aux, "is a further node of a keyboard that has the lock LEDs")
        : Judgement(.notKeyboard, "belongs to a mouse, and has no lock LEDs")
    }
    let order = mice.map { node.stands(before: $0) }
    if order.contains(false) {
      return evidence.isThroughReceiver
        ? Judgement(.unproven, "is a receiver whose paired devices are unknown")
        : Judgement(.notKeyboard, "belongs to a mouse, which comes first")
    }
    if order.contains(nil), evidence.wordFor == nil {
      return evidence.isThroughReceiver
        ? Judgement(.unproven, "is a receiver's node beside a mouse")
        : Judgement(.notKeyboard, "belongs to a mouse, and does not call itself a keyboard")
    }
    return nil
  }

  /// On a cable or radio, a keyboard has lock LEDs. What is soldered in need not.
  private func lights(_ evidence: Evidence) -> Judgement? {
    guard evidence.isExternal, !evidence.node.hasLockLEDs else { return nil }
    if evidence.hasKeyboardSibling { return Judgement(.aux, "is a further node of a keyboard that has the lock LEDs") }
    if evidence.siblings.contains(where: \.isTouchpad) {
      return Judgement(.keyboard, "has the typing block and a touchpad beside it")
    }
    return evidence.wordFor == nil
      ? Judgement(.notKeyboard, "has no lock LEDs, and nothing that speaks for a keyboard")
      : Judgement(.unproven, "calls itself a keyboard, but has no lock LEDs")
  }

  private func receiver(_ evidence: Evidence) -> Judgement? {
    guard evidence.entry?.kind == .receiver, !evidence.node.isPairedDevice else { return nil }
    return Judgement(.unproven, "is a receiver whose paired devices are unknown")
  }
}
