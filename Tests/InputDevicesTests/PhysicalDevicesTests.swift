import DeviceClassification
import Testing

@testable import InputDevices

@Suite struct PhysicalDevicesTests {
  private func keyboard(_ id: String, interface: Int) -> NodeDescription {
    var node = NodeDescription(id: id, bus: 3, vendor: "abcd", product: "0001", name: "ACME Device")
    node.phys = "usb-0000:00:14.0-1/input\(interface)"
    node.types = CodeSet([0, 1, 17])
    node.keys = CodeSet(1...126)
    node.leds = CodeSet(0...2)
    return node
  }

  private func mouse(_ id: String) -> NodeDescription {
    var node = NodeDescription(id: id, bus: 3, vendor: "abcd", product: "0001", name: "ACME Device")
    node.phys = "usb-0000:00:14.0-1/input0"
    node.keys = CodeSet([0x110])
    node.relativeAxes = CodeSet([0, 1, 8])
    return node
  }

  private func devices() throws -> PhysicalDevices {
    PhysicalDevices(classifier: DeviceClassifier(knowledge: try .standard()))
  }

  @Test("a sibling that is not announced yet counts as evidence, and is not opened")
  func siblings() throws {
    var devices = try devices()
    devices.add(keyboard("b", interface: 1), to: "usb", siblings: [mouse("a")])
    #expect(devices.uses(of: "usb") == ["b": .nothing])
  }

  @Test("what is left of a mouse is no keyboard; plugged anew, a device is judged anew")
  func leftOver() throws {
    var devices = try devices()
    devices.add(mouse("a"), to: "usb", siblings: [])
    devices.add(keyboard("b", interface: 1), to: "usb", siblings: [])
    devices.remove("a", from: "usb")
    #expect(devices.uses(of: "usb") == ["b": .nothing])
    devices.remove("b", from: "usb")
    #expect(devices.uses(of: "usb") == [:])
    devices.add(keyboard("b", interface: 1), to: "usb", siblings: [])
    #expect(devices.uses(of: "usb") == ["b": .keyboard])
  }

  @Test("an unproven device is read for proof, and for modifiers afterwards")
  func proof() throws {
    var devices = try devices()
    var receiver = keyboard("a", interface: 0)
    (receiver.vendor, receiver.product) = ("046d", "c534")
    devices.add(receiver, to: "usb", siblings: [])
    #expect(devices.uses(of: "usb") == ["a": .proof])
    devices.prove("usb")
    #expect(devices.uses(of: "usb") == ["a": .keyboard])
  }

  @Test("a node that comes and goes without end does not grow the memory")
  func bounded() throws {
    var devices = try devices()
    devices.add(keyboard("stays", interface: 0), to: "usb", siblings: [])
    for round in 0..<1000 {
      devices.add(keyboard("n\(round)", interface: 1), to: "usb", siblings: [])
      devices.remove("n\(round)", from: "usb")
    }
    #expect(devices.rememberedCount(of: "usb") <= 66)
    #expect(devices.uses(of: "usb") == ["stays": .keyboard])
  }
}
