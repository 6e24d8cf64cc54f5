import DeviceClassification

/// One event node as udev announces it; nothing that is typed.
struct AnnouncedNode: Equatable, Sendable {
  /// What the kernel says of it; its `id` is the node's syspath.
  var description: NodeDescription
  /// The path under /dev, as /dev/input/event3.
  var path: String
  /// The seat's name; everything unassigned is seat0's (sd-login(3)).
  var seat: String
  /// The syspath of the physical device.
  var device: String
  /// The device's own address or serial number, empty without one. It is neither published nor logged.
  var uniq: String
  /// Whether the input device is switched off in sysfs.
  var isInhibited: Bool

  var syspath: String { description.id }
}
