import CMockInput

/// A test machine without devices, under umockdev; plug what the test needs.
///
/// The process must run under `umockdev-wrapper`. One testbed at a time: it changes the environment of the process.
public final class InputTestbed {
  /// umockdev refused something; the text is its own.
  public struct Refused: Error, CustomStringConvertible {
    public let description: String
  }

  let testbed: OpaquePointer
  /// umockdev cannot take a node name twice, so every node of the process gets a number of its own.
  private var lastNumber = 0
  /// Receivers and ports stay when what is plugged into them goes.
  private var parents: Set<String> = []

  /// An endless one is for tens of thousands of nodes; it leaves a folder behind.
  public init(isEndless: Bool = false) throws {
    guard let testbed = mock_testbed_new(isEndless) else { throw Refused(description: "umockdev made no testbed") }
    self.testbed = testbed
  }

  deinit {
    mock_testbed_free(testbed)
  }

  /// Where a device hangs.
  public enum Place {
    case usb
    /// On USB, with a serial number.
    case usbWithSerial(String)
    /// In the USB port of that number, as the device before it.
    case usbPort(Int)
    case bluetooth(address: String)
    /// Paired with a receiver whose driver makes a HID device for each, below that of the USB device.
    case receiver(channel: Int)
    /// The machine's own keyboard controller, and whatever else is soldered in.
    case platform
    /// Made by a program.
    case program

    var address: String {
      switch self {
      case .bluetooth(let address): address
      case .usbWithSerial(let serial): serial
      default: ""
      }
    }
  }

  /// Plugs a device with one node for each fixture, all announced by udev, and returns the nodes.
  ///
  /// The device is on USB unless a place is given.
  public func plug(
    _ fixtures: DeviceFixture..., at place: Place = .usb, seat: String? = nil, refusingMasks: Bool = false
  ) throws -> [MockNode] {
    try plug(fixtures, at: place, seat: seat, refusingMasks: refusingMasks)
  }

  /// The same for a device whose nodes are in a list.
  public func plug(
    _ fixtures: [DeviceFixture], at place: Place = .usb, seat: String? = nil, refusingMasks: Bool = false
  ) throws -> [MockNode] {
    lastNumber += 1
    let (devices, folder) = devices(above: place)
    for device in devices where parents.insert(device.path).inserted { try add(device.description) }
    let nodes = try fixtures.enumerated().map { index, fixture in
      lastNumber += 1
      let isUSB = folder.contains("/usb1/")
      return try MockNode(
        self, fixture, number: lastNumber, parent: isUSB ? "\(folder)/interface.\(index)" : folder, place: place,
        phys: phys(of: place, interface: index), refusingMasks: refusingMasks)
    }
    try add(nodes.map { $0.description(seat: seat) }.joined(separator: "\n"))
    return nodes
  }

  private struct Parent {
    var path: String
    var description: String

    init(_ path: String, _ subsystem: String, _ more: String = "") {
      self.path = path
      description = "P: \(path)\nE: SUBSYSTEM=\(subsystem)\n\(more)\n"
    }

    static func usb(_ port: Int) -> Parent {
      Parent("/devices/pci0000:00/0000:00:14.0/usb1/1-\(port)", "usb", "E: DEVTYPE=usb_device\nA: idVendor=c0fe\n")
    }
  }

  /// The devices above the nodes, the lowest last, in whose folder the nodes stand.
  private func devices(above place: Place) -> (devices: [Parent], folder: String) {
    let devices: [Parent]
    switch place {
    case .usb, .usbWithSerial: devices = [.usb(lastNumber)]
    case .usbPort(let port): devices = [.usb(9000 + port)]
    case .bluetooth: devices = [Parent("/devices/virtual/misc/uhid/0005:C0FE:0001.\(lastNumber)", "hid")]
    case .receiver(let channel):
      let receiver = Parent.usb(9900)
      let hid = Parent("\(receiver.path)/1-9900:1.2/0003:046D:C52B.0001", "hid")
      devices = [receiver, hid, Parent("\(hid.path)/0003:046D:400\(channel).\(lastNumber)", "hid")]
    case .platform: devices = [Parent("/devices/platform/serio\(lastNumber)", "serio")]
    case .program: devices = []
    }
    return (devices, devices.last?.path ?? "/devices/virtual")
  }

  private func phys(of place: Place, interface: Int) -> String {
    switch place {
    case .usb, .usbWithSerial, .usbPort: "usb-0000:00:14.0-1/input\(interface)"
    case .bluetooth: "00:00:00:00:00:01"
    case .receiver(let channel): "usb-0000:00:14.0-1/input2:\(channel)"
    case .platform: "isa0060/serio0/input0"
    case .program: ""
    }
  }

  private func add(_ description: String) throws {
    var error = [CChar](repeating: 0, count: 256)
    guard mock_testbed_add(testbed, description + "\n", &error, error.count) else {
      throw Refused(description: String(decoding: error.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    }
  }
}
