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
