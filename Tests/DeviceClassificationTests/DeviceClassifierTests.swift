import Testing

@testable import DeviceClassification

/// One rule after the other, on made-up devices.
@Suite struct DeviceClassifierTests {
  private let classifier = DeviceClassifier(knowledge: (try? .standard()) ?? DeviceKnowledge())

  /// An ordinary USB keyboard at an interface, changed by the closure.
  private func keyboard(_ change: (inout NodeDescription) -> Void = { _ in }) -> NodeDescription {
    var node = NodeDescription(id: "kbd", bus: Bus.usb, vendor: "abcd", product: "0001", name: "ACME Device")
    node.phys = "usb-0000:00:14.0-1/input0"
    node.syspath = "/sys/devices/pci0000:00/usb1/1-1/1-1:1.0/0003:ABCD:0001.0001/input/input7/event7"
    node.types = CodeSet([0, 1, 4, 17, 20])
    node.keys = CodeSet(1...120)
    node.leds = CodeSet(0...2)
    change(&node)
    return node
  }

  private func mouse(interface: Int) -> NodeDescription {
    var node = NodeDescription(id: "mouse", bus: Bus.usb, vendor: "abcd", product: "0001", name: "ACME Device")
    node.phys = "usb-0000:00:14.0-1/input\(interface)"
    node.keys = CodeSet([0x110, 0x111])
    node.relativeAxes = CodeSet([0, 1, 8])
    return node
  }

  private func verdicts(_ nodes: NodeDescription...) -> [Verdict] { classifier.judge(nodes).map(\.verdict) }

  @Test("an ordinary keyboard is one; without letters, Enter or lock LEDs it is none")
  func ordinary() {
    #expect(verdicts(keyboard()) == [.keyboard])
    #expect(verdicts(keyboard { $0.keys = CodeSet(1...20) }) == [.notKeyboard])
    #expect(verdicts(keyboard { $0.leds = CodeSet([7]) }) == [.notKeyboard])
    #expect(
      verdicts(
        keyboard {
          $0.leds = CodeSet(); $0.bus = Bus.i8042; $0.phys = "isa0060/serio0/input0"
        }) == [.keyboard])
  }

  @Test("what programs make is none, whatever it claims")
  func programs() {
    #expect(verdicts(keyboard { $0.syspath = "/sys/devices/virtual/input/input9/event9" }) == [.notKeyboard])
    #expect(verdicts(keyboard { $0.phys = "" }) == [.notKeyboard])
    #expect(verdicts(keyboard { $0.phys = "py-evdev-uinput" }) == [.notKeyboard])
    #expect(verdicts(keyboard { $0.bus = Bus.virtual }) == [.notKeyboard])
    #expect(
      verdicts(
        keyboard {
          $0.bus = 5
          $0.phys = "a0:b1:c2:d3:e4:f5"
          $0.syspath = "/sys/devices/virtual/misc/uhid/0005:ABCD:0001.0001/input/input9/event9"
        }) == [.keyboard], "Bluetooth comes through uhid and is real")
  }

  @Test("the first interface says what a composite device is")
  func order() {
    let second = keyboard { $0.phys = "usb-0000:00:14.0-1/input1" }
    #expect(verdicts(mouse(interface: 0), second) == [.notKeyboard, .notKeyboard])
    #expect(verdicts(keyboard(), mouse(interface: 1)) == [.keyboard, .aux])
  }

  @Test("a receiver is unproven whichever comes first; one of its paired devices is itself")
  func receivers() {
    let second = keyboard {
      $0.phys = "usb-0000:00:14.0-1/input1"
      ($0.vendor, $0.product) = ("046d", "c52b")
    }
    #expect(verdicts(mouse(interface: 0), second) == [.notKeyboard, .unproven])
    #expect(verdicts(keyboard { ($0.vendor, $0.product) = ("046d", "c534") }) == [.unproven])
    #expect(
      verdicts(
        keyboard {
          $0.phys = "usb-0000:00:14.0-1/input2:1"
          ($0.vendor, $0.product) = ("046d", "4023")
        }) == [.keyboard])
  }

  @Test("an integrator's property counts before everything")
  func override() {
    #expect(verdicts(keyboard { $0.udev["KEYGUIDE_KEYBOARD"] = "0" }) == [.notKeyboard])
    #expect(verdicts(mouse(interface: 0), keyboard { $0.udev["KEYGUIDE_KEYBOARD"] = "1" }) == [.aux, .keyboard])
  }

  @Test("a further node of a keyboard is aux; a pen beside it is a pen")
  func furtherNodes() {
    let media = keyboard {
      $0.id = "media"
      $0.leds = CodeSet()
      $0.phys = "usb-0000:00:14.0-1/input1"
    }
    var pen = keyboard {
      $0.keys = CodeSet([0x140, 0x14b]); $0.id = "pen"
    }
    pen.absoluteAxes = CodeSet([0, 1])
    #expect(verdicts(keyboard(), media, pen) == [.keyboard, .aux, .notKeyboard])
  }

  @Test("the order of nodes does not matter", arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func permutation(order: [Int]) {
    let nodes = [
      keyboard(), mouse(interface: 1),
      keyboard {
        $0.id = "media"; $0.leds = CodeSet()
      },
    ]
    let expected = Dictionary(uniqueKeysWithValues: zip(nodes.map(\.id), classifier.judge(nodes)))
    let permuted = order.map { nodes[$0] }
    for (node, judgement) in zip(permuted, classifier.judge(permuted)) { #expect(expected[node.id] == judgement) }
  }
}
