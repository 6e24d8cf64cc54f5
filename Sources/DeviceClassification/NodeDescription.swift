/// What the kernel and udev say of one event node; nothing that is typed.
public struct NodeDescription: Equatable, Sendable {
  /// Names the node among its siblings: a syspath, or a record's slug.
  public var id: String
  /// `BUS_*` of linux/input.h.
  public var bus: Int
  /// Four lower-case hex digits, as in `046d`.
  public var vendor: String
  public var product: String
  /// Empty when it is not known.
  public var name: String
  /// Where the device is plugged in, in the driver's words; nil when it is not known, empty when there is none.
  public var phys: String?
  /// The path below /sys; nil when it is not known.
  public var syspath: String?
  /// `INPUT_PROP_*`.
  public var properties = CodeSet()
  public var types = CodeSet()
  public var keys = CodeSet()
  public var relativeAxes = CodeSet()
  public var absoluteAxes = CodeSet()
  public var switches = CodeSet()
  /// nil when the codes are not known, though the type may be.
  public var leds: CodeSet?
  /// udev's properties, as far as they are known.
  public var udev: [String: String] = [:]
  /// Whether the machine's maker or its firmware says that the device is part of the machine; nil when nobody does.
  public var integration: Integration?

  public init(id: String, bus: Int, vendor: String, product: String, name: String) {
    self.id = id
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.name = name
  }
}

/// Where a device belongs.
public enum Integration: String, CaseIterable, Sendable {
  /// Part of the machine.
  case `internal`
  /// A thing of its own.
  case external
}

/// The buses that tell something about a device (linux/input.h).
enum Bus {
  static let usb = 0x03
  static let bluetooth = 0x05
  static let virtual = 0x06
  static let i8042 = 0x11
  static let i2c = 0x18
  /// Soldered in: keyboard controllers, I²C, SPI and their like. Such keyboards need no lock LEDs to be believed.
  static let internalOnes: Set<Int> = [0x11, 0x13, 0x18, 0x19, 0x1c]
}
