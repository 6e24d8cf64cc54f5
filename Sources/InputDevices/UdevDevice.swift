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
  /// On USB that is the USB device, with all its interfaces. But what is behind a radio is a device of its own: a
  /// Bluetooth device, though its adapter is on USB, and each device that a receiver's driver tells apart, which makes
  /// HID devices below the receiver's. Elsewhere (I²C, SPI) it is the HID device; and for what has neither (PS/2,
  /// uinput) the input device itself.
  var physicalDevice: String {
    // A parent is borrowed from its child; it must not be released.
    let usb = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
    let hid = udev_device_get_parent_with_subsystem_devtype(device, "hid", nil)
    let isBehindRadio =
      hid != nil
      && (udev_device_get_parent_with_subsystem_devtype(hid, "hid", nil) != nil
        || string(udev_device_get_sysname(hid))?.hasPrefix("0005:") == true)
    let owner =
      isBehindRadio ? hid : usb ?? hid ?? udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    return string(udev_device_get_syspath(owner)) ?? syspath
  }

  /// Everything that is to be known of an event node; nil for other devices, and when it has gone meanwhile.
  var announcedNode: AnnouncedNode? {
    guard isEventNode, let path = node, let description = nodeDescription else { return nil }
    return AnnouncedNode(
      description: description, path: path, seat: seat, device: physicalDevice, uniq: inputAttribute("uniq") ?? "",
      isInhibited: inputAttribute("inhibited") == "1")
  }

  /// What the kernel and udev say of the node, without opening it; nil when it has gone meanwhile.
  var nodeDescription: NodeDescription? {
    func codes(_ name: String) -> CodeSet { inputAttribute(name).flatMap { CodeSet(bitmap: $0) } ?? CodeSet() }
    // Without its ids there is no input device any more; a name it need not have.
    guard let bus = inputAttribute("id/bustype").flatMap({ Int($0, radix: 16) }) else { return nil }
    var node = NodeDescription(
      id: syspath, bus: bus, vendor: inputAttribute("id/vendor") ?? "", product: inputAttribute("id/product") ?? "",
      name: inputAttribute("name") ?? "")
    node.phys = inputAttribute("phys")
    node.syspath = syspath
    node.properties = codes("properties")
    node.types = codes("capabilities/ev")
    node.keys = codes("capabilities/key")
    node.relativeAxes = codes("capabilities/rel")
    node.absoluteAxes = codes("capabilities/abs")
    node.switches = codes("capabilities/sw")
    node.leds = codes("capabilities/led")
    let properties = [
      "ID_INPUT_TABLET", "ID_INPUT_TOUCHSCREEN", "ID_SECURITY_TOKEN", "KEYGUIDE_KEYBOARD", "KEYGUIDE_SWITCHES",
    ]
    for name in properties { node.udev[name] = property(name) }
    node.integration = property("ID_INTEGRATION").flatMap(Integration.init) ?? (isSolderedToUSB ? .internal : nil)
    return node
  }

  /// Whether the firmware says that the USB port has no plug (`removable`, sysfs-bus-usb).
  private var isSolderedToUSB: Bool {
    guard let usb = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device"),
      physicalDevice == string(udev_device_get_syspath(usb))
    else { return false }
    return string(udev_device_get_sysattr_value(usb, "removable")) == "fixed"
  }

  /// An attribute of the input device above the node.
  private func inputAttribute(_ name: String) -> String? {
    guard let input = udev_device_get_parent_with_subsystem_devtype(device, "input", nil) else { return nil }
    return string(udev_device_get_sysattr_value(input, name))
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
}
