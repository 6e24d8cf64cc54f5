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

  public init() throws {
    guard let testbed = mock_testbed_new() else { throw Refused(description: "umockdev made no testbed") }
    self.testbed = testbed
  }

  deinit {
    mock_testbed_free(testbed)
  }

  /// Plugs a USB device with one node for each fixture, all announced by udev, and returns the nodes.
  ///
  /// With `announced` false the device is there from the start: it can be enumerated, and nobody was told.
  public func plug(
    _ fixtures: DeviceFixture..., seat: String? = nil, refusingMasks: Bool = false
  ) throws -> [MockNode] {
    lastNumber += 1
    let usb = "/devices/pci0000:00/0000:00:14.0/usb1/1-\(lastNumber)"
    try add(
      """
      P: \(usb)
      E: DEVTYPE=usb_device
      E: SUBSYSTEM=usb
      A: idVendor=c0fe

      """)
    let nodes = try fixtures.enumerated().map { index, fixture in
      lastNumber += 1
      return try MockNode(
        self, fixture, number: lastNumber, index: index, parent: "\(usb)/1-\(lastNumber):1.\(index)",
        refusingMasks: refusingMasks)
    }
    try add(nodes.map { $0.description(seat: seat) }.joined(separator: "\n"))
    return nodes
  }

  private func add(_ description: String) throws {
    var error = [CChar](repeating: 0, count: 256)
    guard mock_testbed_add(testbed, description + "\n", &error, error.count) else {
      throw Refused(description: String(decoding: error.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    }
  }
}
