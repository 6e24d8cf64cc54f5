import CUdev
import DeviceClassification

/// One device as udev describes it (udev_device in libudev(3)).
final class UdevDevice {
  // Only the main thread touches it; a deinit cannot be told so.
  nonisolated(unsafe) private let device: OpaquePointer

  /// Takes over the caller's reference.
  init?(adopting device: OpaquePointer?) {
    guard let device else { return nil }
    self.device = device
  }

  deinit {
    udev_device_unref(device)
  }

  /// The path under /sys, which no other device has while this one lives.
  var syspath: String { string(udev_device_get_syspath(device)) ?? "" }

  /// What happened ("add", "remove", "change", …); nil for an enumerated device.
  var action: String? { string(udev_device_get_action(device)) }

  /// Whether this is an evdev node, as opposed to the input device above it, mouseN or jsN.
  var isEventNode: Bool { string(udev_device_get_sysname(device))?.hasPrefix("event") == true }

  /// The path under /dev, as /dev/input/event3.
  var node: String? { string(udev_device_get_devnode(device)) }

  /// The seat that the device belongs to; everything unassigned is seat0's (sd-login(3)).
  var seat: String { property("ID_SEAT") ?? "seat0" }

  /// Whether udev has finished its rules, so that properties and permissions are there.
  var isInitialized: Bool { udev_device_get_is_initialized(device) > 0 }

  /// One udev property, or nil where it is not set.
  func property(_ name: String) -> String? { string(udev_device_get_property_value(device, name)) }

  /// The syspath of the physical device that the node is a part of.
  ///
  /// A USB device holds all nodes of a keyboard or receiver; elsewhere (Bluetooth, I²C) it is the HID device; and for
  /// what has neither (PS/2, uinput) it is the input device itself.
  var physicalDevice: String {
    // A parent is borrowed from its child; it must not be released.
    let parents = [
      udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device"),
      udev_device_get_parent_with_subsystem_devtype(device, "hid", nil),
      udev_device_get_parent_with_subsystem_devtype(device, "input", nil),
    ]
    for case let parent? in parents {
      if let path = string(udev_device_get_syspath(parent)) { return path }
    }
    return syspath
  }

  /// What the kernel and udev say of the node, without opening it; nil when it has gone meanwhile.
  var nodeDescription: NodeDescription? {
    guard let input = udev_device_get_parent_with_subsystem_devtype(device, "input", nil) else { return nil }
    func attribute(_ name: String) -> String? { string(udev_device_get_sysattr_value(input, name)) }
    func codes(_ name: String) -> CodeSet { attribute(name).flatMap { CodeSet(bitmap: $0) } ?? CodeSet() }
    // Without its ids there is no input device any more; a name it need not have.
    guard let bus = attribute("id/bustype").flatMap({ Int($0, radix: 16) }) else { return nil }
    var node = NodeDescription(
      id: syspath, bus: bus, vendor: attribute("id/vendor") ?? "", product: attribute("id/product") ?? "",
      name: attribute("name") ?? "")
    node.phys = attribute("phys")
    node.syspath = syspath
    node.properties = codes("properties")
    node.types = codes("capabilities/ev")
    node.keys = codes("capabilities/key")
    node.relativeAxes = codes("capabilities/rel")
    node.absoluteAxes = codes("capabilities/abs")
    node.switches = codes("capabilities/sw")
    node.leds = codes("capabilities/led")
    for name in ["ID_INPUT_TABLET", "ID_SECURITY_TOKEN", "KEYGUIDE_KEYBOARD"] { node.udev[name] = property(name) }
    return node
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
}
