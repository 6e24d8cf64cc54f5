import KeyActivity
import KeyboardGuide

// What comes of an open node.
extension DeviceRegistry {
  /// Takes what is there on a node that has become readable, or has hung up.
  func read(_ syspath: String, hasHungUp: Bool) {
    guard let entry = known[syspath], let node = entry.node else { return }
    switch node.read() {
    case .read(let reading):
      take(reading, of: node, on: syspath, of: entry.device)
      // Hung up with nothing to read and no error: the descriptor was revoked, or its kernel says no more than this.
      if hasHungUp { return end(syspath) }
      if reading.isCutShort, known[syspath]?.node === node { watcher.revisit(node.descriptor) }
    case .ended:
      end(syspath)
    }
  }

  private func take(_ reading: EventNode.Reading, of node: EventNode, on syspath: String, of device: String) {
    var changes: [DeviceChange] = []
    var keys = reading.keys
    for moment in reading.moments {
      switch moment {
      case .held(let modifiers): changes += attached.hold(modifiers, on: syspath, of: device)
      case .pressed(let key):
        guard let change = perform(key, of: device) else { continue }
        changes.append(change)
        // What calls the software keyboard must not send it away as well.
        keys.removeAll { $0.change == .pressed(key) }
      }
    }
    if node.use.contains(.typing), keys.contains(where: \.change.isTyping), let assessment = devices.assess(device) {
      changes.append(DeviceChange(seat: assessment.seat, input: .typed(on: assessment.id)))
    }
    if !changes.isEmpty { onChanges(changes) }
    if reading.hasSwitched {
      devices.setReadings(.init(switches: node.switches, access: node.access), of: syspath, of: device)
      tell(device)
    }
    if node.use.contains(.proof) { judge(reading.keys, of: device) }
  }

  /// What the key of a chord does, now that it was pressed; nil where other modifiers are held: then it is forgotten.
  private func perform(_ key: UInt16, of device: String) -> DeviceChange? {
    guard let action = devices.chords.action(for: key, held: attached.held(on: device)),
      let assessment = devices.assess(device)
    else { return nil }
    return DeviceChange(seat: assessment.seat, input: .performed(action, on: attached.id(of: device)))
  }

  /// Shows what is typed on an unproven device to its judge, which keeps none of it.
  private func judge(_ keys: [EventNode.TimedKeyChange], of device: String) {
    for key in keys where judges[device, default: TypingJudge()].take(key.change, at: key.time) {
      devices.prove(device)
      // The kernel masks what is typed before another key is read.
      return settle(device)
    }
  }
}
