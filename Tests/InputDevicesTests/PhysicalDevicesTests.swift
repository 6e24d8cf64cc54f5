import DeviceClassification
import KeyboardGuide
import Testing

@testable import InputDevices

@Suite struct PhysicalDevicesTests {
  private func keyboard(_ id: String, interface: Int) -> AnnouncedNode {
    var node = NodeDescription(id: id, bus: 3, vendor: "abcd", product: "0001", name: "ACME Device")
    node.phys = "usb-0000:00:14.0-1/input\(interface)"
    node.types = CodeSet([0, 1, 17])
    node.keys = CodeSet(1...126)
    node.leds = CodeSet(0...2)
    return announced(node)
  }

  private func mouse(_ id: String) -> AnnouncedNode {
    var node = NodeDescription(id: id, bus: 3, vendor: "abcd", product: "0001", name: "ACME Device")
    node.phys = "usb-0000:00:14.0-1/input0"
    node.keys = CodeSet([0x110])
    node.relativeAxes = CodeSet([0, 1, 8])
    return announced(node)
  }

  private func announced(_ node: NodeDescription) -> AnnouncedNode {
    AnnouncedNode(
      description: node, path: "/dev/\(node.id)", seat: "seat0", device: "usb", uniq: "", isInhibited: false)
  }

  /// What the nodes of the one device are to be read for.
  private func uses(_ devices: PhysicalDevices) -> [String: NodeUse] { devices.assess("usb")?.uses ?? [:] }

  private func devices() throws -> PhysicalDevices {
    PhysicalDevices(classifier: DeviceClassifier(knowledge: try .standard()))
  }

  @Test("a sibling that is not announced yet counts as evidence, and is not opened")
  func siblings() throws {
    var devices = try devices()
    devices.add(keyboard("b", interface: 1), siblings: [mouse("a")])
    #expect(uses(devices) == ["b": []])
  }

  @Test("what is left of a mouse is no keyboard; plugged anew, a device is judged anew")
  func leftOver() throws {
    var devices = try devices()
    devices.add(mouse("a"))
    devices.add(keyboard("b", interface: 1))
    devices.remove("a", of: "usb")
    #expect(uses(devices) == ["b": []])
    devices.remove("b", of: "usb")
    #expect(uses(devices) == [:])
    devices.add(keyboard("b", interface: 1))
    #expect(uses(devices) == ["b": .modifiers])
  }

  @Test("an unproven device is read for proof, and for modifiers afterwards")
  func proof() throws {
    var devices = try devices()
    var receiver = keyboard("a", interface: 0)
    (receiver.description.vendor, receiver.description.product) = ("046d", "c534")
    devices.add(receiver)
    #expect(uses(devices) == ["a": .proof])
    devices.prove("usb")
    #expect(uses(devices) == ["a": .modifiers])
  }

  @Test("keyd#1246 the six nodes of a receiver are one device, and one keyboard from the first to the last that types")
  func sixNodes() throws {
    var devices = try devices()
    let nodes = [keyboard("a", interface: 0)] + ["b", "c", "d", "e", "f"].map(mouse)
    for node in nodes { devices.add(node, siblings: nodes) }
    let assessment = try #require(devices.assess("usb"))
    #expect(assessment.nodes.count == 6)
    #expect(assessment.facts?.keyboard == nil, "a mouse in the same interface, and no keyboard's name")
    var named = nodes
    for index in named.indices { named[index].description.name = "ACME Keyboard K380" }
    for node in named { devices.add(node, siblings: named) }
    #expect(devices.assess("usb")?.facts?.keyboard == HardwareKeyboard())
    for node in named.dropFirst() { devices.remove(node.syspath, of: "usb") }
    #expect(devices.assess("usb")?.facts?.keyboard == HardwareKeyboard())
    devices.remove("a", of: "usb")
    #expect(devices.assess("usb") == nil)
  }

  /// A node with these keys, such as a tablet's buttons.
  private func buttons(_ id: String, _ keys: [Int] = [115, 0x176]) -> AnnouncedNode {
    var node = NodeDescription(id: id, bus: 0x19, vendor: "0001", product: "0001", name: "gpio-keys")
    node.types = CodeSet([0, 1])
    node.keys = CodeSet(keys)
    return announced(node)
  }

  @Test("R297 a node of no keyboard is read for keys that are chords by themselves, where a person presses them")
  func buttons() throws {
    func use(_ change: (inout NodeDescription) -> Void, chords: ChordTable = .standard) throws -> NodeUse? {
      var devices = try devices()
      devices.chords = chords
      var node = buttons("a")
      change(&node.description)
      devices.add(node)
      return uses(devices)["a"]
    }
    #expect(try use { _ in } == .buttons)
    #expect(try use { $0.switches = CodeSet([1]) } == [.buttons, .switches])
    #expect(try use({ _ in }, chords: ChordTable([:])) == [])
    #expect(try use { $0.keys = CodeSet([105, 115, 116]) } == [], "an arrow alone is no chord")
    #expect(try use { $0.syspath = "/sys/devices/virtual/input/input9" } == [], "made by a program")
    #expect(try use { $0.udev["KEYGUIDE_KEYBOARD"] = "0" } == [], "an integrator's word")
    #expect(try use { ($0.bus, $0.phys, $0.keys) = (3, "", CodeSet(1...400)) } == [], "could type, and is not believed")
    #expect(
      try use {
        $0.keys = CodeSet([0x110, 0x176]); $0.relativeAxes = CodeSet([0, 1, 8])
      } == [], "a mouse")
    #expect(try use { $0.keys = CodeSet(Array(0x130..<0x13f) + [0x176]) } == [], "a game controller")
    #expect(
      try use {
        $0.keys = CodeSet([0x14a, 0x176]); $0.properties = CodeSet([1])
      } == [], "a touchscreen")
    #expect(try use { $0.keys = CodeSet([0x140, 0x176]) } == [], "a pen")
  }

  @Test("further nodes of a keyboard are read for the keys of chords, be their modifiers on another node")
  func furtherNodes() throws {
    var devices = try devices()
    let nodes = [keyboard("a", interface: 0), buttons("b", [105, 113]), buttons("c", [113, 115])]
    for node in nodes { devices.add(node, siblings: nodes) }
    #expect(uses(devices) == ["a": .modifiers, "b": .chords, "c": []])
    #expect(NodeUse.chords.keys(of: .standard) == ChordTable.standard.keys)
    #expect(NodeUse.buttons.keys(of: .standard) == ChordTable.standard.standaloneKeys)
    #expect(NodeUse([.modifiers, .typing]).keys(of: .standard) == ChordTable.standard.keys)
    for use: NodeUse in [[], .switches, .proof, [.proof, .switches]] { #expect(use.keys(of: .standard) == []) }
  }

  @Test("a node that comes and goes without end does not grow the memory")
  func bounded() throws {
    var devices = try devices()
    devices.add(keyboard("stays", interface: 0))
    for round in 0..<1000 {
      devices.add(keyboard("n\(round)", interface: 1))
      devices.remove("n\(round)", of: "usb")
    }
    #expect(devices.rememberedCount(of: "usb") <= 66)
    #expect(uses(devices) == ["stays": .modifiers])
  }
}
