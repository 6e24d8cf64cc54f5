import CEvdev
import CMockInput
import Glibc

/// One evdev node of a test machine: it types, it is pulled, it fails.
public final class MockNode {
  private let bed: InputTestbed
  private let device: OpaquePointer
  private let fixture: DeviceFixture
  private let number: Int
  private let input: String
  private let place: InputTestbed.Place
  private let phys: String
  /// Whether the frame being made has an event that the mask let through: the kernel sends no empty frames.
  private var frameIsEmpty = true

  /// The path under /sys.
  public var syspath: String { "\(input)/event\(number)" }
  public var path: String { "/dev/input/event\(number)" }

  init(
    _ bed: InputTestbed, _ fixture: DeviceFixture, number: Int, parent: String, place: InputTestbed.Place,
    phys: String, refusingMasks: Bool
  ) throws {
    var error = [CChar](repeating: 0, count: 256)
    guard let device = mock_device_new(bed.testbed, "/dev/input/event\(number)", &error, error.count) else {
      let text = String(decoding: error.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      throw InputTestbed.Refused(description: text)
    }
    self.bed = bed
    self.device = device
    self.fixture = fixture
    self.number = number
    self.place = place
    self.phys = phys
    input = "\(parent)/input/input\(number)"
    fixture.fill(mock_device_model(device))
    if refusingMasks { mock_device_refuse_masks(device) }
  }

  deinit {
    mock_device_free(device)
  }

  /// The input device and the node below it, in umockdev's language and in the kernel's order: each is announced as
  /// soon as it stands there.
  func description(seat: String?) -> String {
    """
    P: \(input)
    E: SUBSYSTEM=input
    \(attributes)

    P: \(input)/event\(number)
    N: input/event\(number)
    E: DEVNAME=/dev/input/event\(number)
    E: MAJOR=13
    E: MINOR=\(64 + number)
    E: SUBSYSTEM=input
    E: ID_INPUT=1
    \(fixture.isUdevKeyboard ? "E: ID_INPUT_KEYBOARD=1\n" : "")\(seat.map { "E: ID_SEAT=\($0)\n" } ?? "")\
    A: dev=13:\(64 + number)

    """
  }

  /// What sysfs shows of the input device: ids and capabilities.
  private var attributes: String {
    var lines = [
      "name=\(fixture.name)", "phys=\(phys)", "uniq=\(place.address)", "inhibited=0",
      "properties=\(fixture.bitmaps["prop"] ?? "0")", "id/bustype=\(fixture.bitmaps["bus"] ?? "0003")",
      "id/vendor=\(fixture.bitmaps["vendor"] ?? "0000")",
      "id/product=\(fixture.bitmaps["product"] ?? "0000")",
    ]
    for name in ["ev", "key", "rel", "abs", "sw", "led"] {
      lines.append("capabilities/\(name)=\(fixture.bitmaps[name] ?? "0")")
    }
    return lines.map { "A: \($0)" }.joined(separator: "\n")
  }

  // MARK: Keys

  /// Presses or releases a key, as one frame.
  public func key(_ code: Int32, down: Bool) {
    emit(EV_MSC, MSC_SCAN, 0x70000 + code)
    emit(EV_KEY, code, down ? 1 : 0)
    report()
  }

  /// Presses or releases several keys in one frame.
  public func keys(_ codes: [Int32], down: Bool) {
    for code in codes { emit(EV_KEY, code, down ? 1 : 0) }
    report()
  }

  /// Repeats a key that is held, as the kernel does it.
  public func repeatKey(_ code: Int32) {
    emit(EV_KEY, code, 2)
    report()
  }

  /// Ends a frame.
  private func report() {
    if !frameIsEmpty { emit(EV_SYN, SYN_REPORT, 0) }
    frameIsEmpty = true
  }

  private func emit(_ type: Int32, _ code: Int32, _ value: Int32) {
    if mock_device_emit(device, UInt16(type), UInt16(code), value) { frameIsEmpty = false }
  }

  /// Lets time pass on the device's clock, without waiting for it.
  public func advance(microseconds: Int64) {
    mock_device_advance(device, microseconds)
  }

  /// Presses or releases a key whose event is lost.
  public func loseKey(_ code: Int32, down: Bool) {
    mock_device_set_key(device, UInt16(code), down)
  }

  /// Moves a switch, with its event.
  public func move(_ code: Int32, on: Bool) {
    emit(EV_SW, code, on ? 1 : 0)
    report()
  }

  /// Puts a switch into a position before anybody looks.
  public func preset(_ code: Int32, on: Bool) {
    mock_device_set_switch(device, UInt16(code), on)
  }

  /// Switches the input device off or on in sysfs, by a write to its file as an administrator makes it.
  public func inhibit(_ isInhibited: Bool) {
    let file = open("/sys\(input)/inhibited", O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    _ = write(file, isInhibited ? "1" : "0", 1)
  }

  /// Says that events were lost: the reader must ask for the state.
  public func drop() {
    emit(EV_SYN, SYN_DROPPED, 0)
    report()
  }

  /// Whether the reader's mask lets a key's events through.
  public func passes(_ code: Int32) -> Bool { mock_device_passes(device, UInt16(EV_KEY), UInt16(code)) }

  /// Whether the reader's mask lets a switch's events through.
  public func passesSwitch(_ code: Int32) -> Bool { mock_device_passes(device, UInt16(EV_SW), UInt16(code)) }

  /// Whether the reader's mask lets scan codes through, which name the key too.
  public var passesScanCodes: Bool { mock_device_passes(device, UInt16(EV_MSC), UInt16(MSC_SCAN)) }

  public var openCount: Int { Int(mock_device_opens(device)) }
  public var grabCount: Int { Int(mock_device_grabs(device)) }

  // MARK: Coming and going

  /// Sends a uevent about the node, such as an "add" that comes late.
  public func uevent(_ action: String) {
    mock_testbed_uevent(bed.testbed, "/sys\(syspath)", action)
  }

  /// Sets a udev property, which the next uevent carries.
  public func set(_ property: String, to value: String) {
    mock_testbed_set_property(bed.testbed, "/sys\(syspath)", property, value)
  }

  /// The node stops to work, as the kernel does it when the device is pulled: hang-up, then ENODEV.
  public func die(_ error: Int32 = ENODEV) {
    mock_device_die(device, error)
  }

  /// udev says that the node is gone, and it is gone from /sys.
  public func announceRemoval() {
    uevent("remove")
    mock_device_remove(device, "/sys\(syspath)")
  }

  /// Pulls the device: the node dies, then udev says so.
  public func unplug() {
    die()
    announceRemoval()
  }
}
