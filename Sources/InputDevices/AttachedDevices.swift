import KeyboardGuide

/// What the seats have been told of the physical devices; says what is new to be told.
///
/// Two stacks may report one device, as when it is connected by cable and radio at once: then they share an id, and the
/// seat sees one device for as long as one of them is there.
struct AttachedDevices {
  private struct Entry {
    var seat: String
    var id: DeviceID
    var facts: AttachedDevice
    /// By node.
    var held: [String: Modifiers] = [:]
  }

  /// What a seat sees under one id.
  private struct Sight: Equatable {
    var facts: AttachedDevice?
    var held = Modifiers()
  }

  /// By the syspath of the physical device.
  private var entries: [String: Entry] = [:]

  /// Takes the facts about a physical device, named by its syspath; nil: there is nothing of interest any more.
  mutating func set(
    _ facts: AttachedDevice?, of device: String, as id: DeviceID, on seat: String
  ) -> [DeviceChange] {
    let former = entries[device]
    var places = [(seat: seat, id: id)]
    // It appears under its new name before it goes under the old one, or a keyboard would be missing for a moment.
    if let former, former.seat != seat || former.id != id { places.append((former.seat, former.id)) }
    return changes(at: places) { entries in
      entries[device] = facts.map { Entry(seat: seat, id: id, facts: $0, held: former?.held ?? [:]) }
    }
  }

  /// Says what is held on one node of a device now; nothing follows when the device as a whole holds the same as before.
  mutating func hold(_ modifiers: Modifiers, on node: String, of device: String) -> [DeviceChange] {
    guard let entry = entries[device] else { return [] }
    return changes(at: [(entry.seat, entry.id)]) { entries in
      entries[device]?.held[node] = modifiers.isEmpty ? nil : modifiers
    }
  }

  /// The modifiers that all nodes of a device hold together; none on a device that its seat does not know.
  func held(on device: String) -> Modifiers {
    entries[device]?.held.values.reduce(into: Modifiers()) { $0.formUnion($1) } ?? []
  }

  /// What a device is called on its seat; nil for one that its seat does not know.
  func id(of device: String) -> DeviceID? { entries[device]?.id }

  /// What changes at the places when the entries do.
  private mutating func changes(
    at places: [(seat: String, id: DeviceID)], _ update: (inout [String: Entry]) -> Void
  ) -> [DeviceChange] {
    let before = places.map { sight(of: $0.id, on: $0.seat) }
    update(&entries)
    var changes: [DeviceChange] = []
    for (place, before) in zip(places, before) {
      let after = sight(of: place.id, on: place.seat)
      if after.facts != before.facts {
        changes.append(DeviceChange(seat: place.seat, input: .deviceChanged(place.id, after.facts)))
      }
      // What was held on a keyboard goes with it.
      if after.held != before.held, after.facts?.keyboard != nil {
        changes.append(DeviceChange(seat: place.seat, input: .modifiersHeld(after.held, on: place.id)))
      }
    }
    return changes
  }

  private func sight(of id: DeviceID, on seat: String) -> Sight {
    var sight = Sight()
    for entry in entries.values where entry.seat == seat && entry.id == id {
      sight.facts = sight.facts?.merged(with: entry.facts) ?? entry.facts
      for modifiers in entry.held.values { sight.held.formUnion(modifiers) }
    }
    return sight
  }
}

extension AttachedDevice {
  /// One device as two stacks report it; what either can do, it can.
  fileprivate func merged(with other: AttachedDevice) -> AttachedDevice {
    let keyboards = [keyboard, other.keyboard].compactMap { $0 }
    let keyboard = HardwareKeyboard(
      isInternal: keyboards.contains(where: \.isInternal), isConnected: keyboards.contains(where: \.isConnected),
      isInhibited: keyboards.allSatisfy(\.isInhibited))
    return AttachedDevice(
      keyboard: keyboards.isEmpty ? nil : keyboard, switches: switches.merged(with: other.switches),
      isTouchscreen: isTouchscreen || other.isTouchscreen, isPointer: isPointer || other.isPointer,
      keyAccess: max(keyAccess, other.keyAccess))
  }
}

extension Switches {
  /// The switches of two nodes: on is on, whichever says so.
  func merged(with other: Switches) -> Switches {
    func either(_ one: Bool?, _ two: Bool?) -> Bool? { one == true || two == true ? true : one ?? two }
    return Switches(
      tabletMode: either(tabletMode, other.tabletMode), lid: either(lid, other.lid), dock: either(dock, other.dock))
  }
}
