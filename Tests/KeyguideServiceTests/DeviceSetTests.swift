import DeviceClassification
import JSON
import KeyboardGuide
import KeyguideAPI
import Testing

@testable import InputDevices
@testable import KeyguideService

/// What is published is a function of the set of devices: recorded devices, plugged, pulled, switched off, folded and
/// docked in any order.
@Suite struct DeviceSetTests {
  /// The way from announced nodes to published bytes, without udev, descriptors and sockets.
  struct Machine {
    var devices: PhysicalDevices
    var attached = AttachedDevices()
    var seat: Seat

    private static let knowledge = Result { try DeviceKnowledge.standard() }

    init() throws {
      devices = PhysicalDevices(classifier: DeviceClassifier(knowledge: try Self.knowledge.get()))
      var configuration = SeatConfiguration()
      // Nothing is on its way: what is compared is what everything comes to.
      configuration.transitionDuration = 0
      seat = Seat(configuration: configuration)
      _ = seat.apply(
        .windowOpened(WindowID(1), Window(followsUndockedKeyboard: true), focus: TextView("field")),
        at: Instant(microseconds: 0))
    }

    mutating func tell(_ device: String) {
      let assessment = devices.assess(device)
      let changes = attached.set(
        assessment?.facts, of: device, as: assessment?.id ?? DeviceID(device), on: assessment?.seat ?? "seat0")
      for change in changes { _ = seat.apply(change.input, at: Instant(microseconds: 0)) }
    }

    /// The bytes that a subscriber gets as its snapshot.
    var published: [UInt8] {
      var writer = JSONWriter()
      MonitorReply(
        epoch: "", seq: 0, snapshot: true, seat: "seat0",
        parts: SeatParts(of: seat, source: .init(kind: .devices, description: ""))
      ).encodeMembers(to: &writer)
      return writer.bytes
    }
  }

  /// Something that is so of the machine, and can be undone.
  struct Fact {
    var make: (inout Machine) -> Void
    var undo: (inout Machine) -> Void
  }

  /// The physical devices of the corpus, each with its nodes.
  private static let corpus: [[AnnouncedNode]] = {
    var groups: [String: [AnnouncedNode]] = [:]
    for line in PackageResources.devices_jsonl.split(separator: UInt8(ascii: "\n")) {
      var reader = JSONReader(Array(line))
      guard let record = try? DeviceRecord(from: &reader) else { continue }
      groups[record.group, default: []].append(
        AnnouncedNode(
          description: record.node, path: "", seat: "seat0", device: record.group, uniq: "", isInhibited: false))
    }
    return groups.keys.sorted().compactMap { groups[$0] }
  }()

  private func plugged(_ nodes: [AnnouncedNode], _ generator: inout SystemRandom) -> Fact {
    let nodes = nodes.shuffled(using: &generator)
    let reverse = nodes.shuffled(using: &generator)
    return Fact(
      make: { machine in
        for node in nodes {
          machine.devices.add(node, siblings: nodes)
          machine.tell(node.device)
        }
      },
      undo: { machine in
        for node in reverse {
          machine.devices.remove(node.syspath, of: node.device)
          machine.tell(node.device)
        }
      })
  }

  private func inhibited(_ nodes: [AnnouncedNode]) -> Fact {
    func set(_ isInhibited: Bool) -> (inout Machine) -> Void {
      { machine in
        for node in nodes {
          machine.devices.setInhibited(isInhibited, node: node.syspath, of: node.device)
          machine.tell(node.device)
        }
      }
    }
    return Fact(make: set(true), undo: set(false))
  }

  private func switched(_ node: AnnouncedNode, _ switches: Switches) -> Fact {
    func set(_ readings: PhysicalDevices.Readings?) -> (inout Machine) -> Void {
      { machine in
        machine.devices.setReadings(readings, of: node.syspath, of: node.device)
        machine.tell(node.device)
      }
    }
    return Fact(make: set(.init(switches: switches, access: .masked)), undo: set(nil))
  }

  /// SplitMix64: a failing seed fails again.
  struct SystemRandom: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  @Test("ubuntu-touch#351 any order gives the same bytes, and undone it is as it was", arguments: UInt64(1)...150)
  func anyOrder(seed: UInt64) throws {
    var generator = SystemRandom(state: seed)
    let pristine = try Machine()
    let chosen = (0..<6).compactMap { _ in Self.corpus.randomElement(using: &generator) }
    let devices = Dictionary(chosen.map { ($0[0].device, $0) }) { first, _ in first }.values.map { $0 }
    let plugs = devices.map { plugged($0, &generator) }
    var states = devices.filter { _ in Bool.random(using: &generator) }.map(inhibited)
    if let node = devices.first?.first {
      states.append(
        switched(node, Switches(tabletMode: .random(using: &generator), lid: .random(using: &generator), dock: false)))
    }
    states.append(
      Fact(
        make: { _ = $0.seat.apply(.externalKeyboardsIgnored(true), at: Instant(microseconds: 0)) },
        undo: { _ = $0.seat.apply(.externalKeyboardsIgnored(false), at: Instant(microseconds: 0)) }))

    func machine(_ facts: [Fact]) throws -> Machine {
      var machine = try Machine()
      for fact in facts { fact.make(&machine) }
      return machine
    }
    let expected = try machine(plugs + states)
    // What is so of a device can come to be only once it is there.
    var other = try machine(plugs.shuffled(using: &generator) + states.shuffled(using: &generator))
    #expect(other.published == expected.published)
    #expect(other.seat == expected.seat)
    // Some facts are undone and come back.
    for fact in states.shuffled(using: &generator).prefix(2) {
      fact.undo(&other)
      fact.make(&other)
    }
    #expect(other.published == expected.published)
    for fact in states.shuffled(using: &generator) + plugs.shuffled(using: &generator) { fact.undo(&other) }
    #expect(other.published == pristine.published)
    #expect(other.seat == pristine.seat)
    #expect(other.devices.all == [])
  }

  @Test("pulled with everything still set, devices leave nothing behind", arguments: UInt64(1)...30)
  func pulled(seed: UInt64) throws {
    var generator = SystemRandom(state: seed)
    let pristine = try Machine()
    var machine = pristine
    let devices = Self.corpus.shuffled(using: &generator).prefix(8)
    let plugs = devices.map { plugged($0, &generator) }
    for fact in plugs { fact.make(&machine) }
    for nodes in devices {
      inhibited(nodes).make(&machine)
      switched(nodes[0], Switches(tabletMode: true, lid: true, dock: true)).make(&machine)
    }
    #expect(machine.seat.hardware.facts.tabletMode.isOn)
    for fact in plugs { fact.undo(&machine) }
    #expect(machine.published == pristine.published)
    #expect(machine.seat == pristine.seat)
  }

  @Test("every keyboard of the corpus hides the software keyboard while it is there, and no look-alike does")
  func wholeCorpus() throws {
    let pristine = try Machine()
    var counted = 0
    for nodes in Self.corpus {
      var generator = SystemRandom(state: 1)
      var machine = pristine
      let plug = plugged(nodes, &generator)
      plug.make(&machine)
      let isKeyboard = machine.devices.assess(nodes[0].device)?.judgement.verdict == .keyboard
      #expect((machine.seat.keyboard.kind == .fullBar) == isKeyboard, "\(nodes[0].device)")
      if isKeyboard { counted += 1 }
      plug.undo(&machine)
      #expect(machine.published == pristine.published)
    }
    #expect(counted > 40)
  }
}
