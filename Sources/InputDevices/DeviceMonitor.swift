import CUdev
import Glibc

/// libudev's two ways to devices: those that are there, and those that come and go.
final class DeviceMonitor {
  /// What the monitor's socket had to say.
  enum Report {
    /// A node that is new or has changed, with all nodes of its device that exist.
    ///
    /// The kernel makes all nodes of a device before udev is through with the first: with what stands beside it, a
    /// mouse is never taken for a keyboard, not even for a moment.
    case node(AnnouncedNode, siblings: [AnnouncedNode])
    /// Something with this syspath has gone.
    case gone(String)
    /// A device of another kind, or one that has gone already.
    case other
    /// The kernel dropped messages because we were slow: only a new enumeration tells the truth.
    case overflow
  }

  // Only the main thread touches them; a deinit cannot be told so.
  nonisolated(unsafe) private let udev: OpaquePointer
  nonisolated(unsafe) private let monitor: OpaquePointer
  private let reserve = DescriptorReserve()

  /// Starts to listen. What appears from now on is reported, so enumerate only afterwards.
  init() throws(InputDeviceError) {
    guard let udev = udev_new() else { throw InputDeviceError(operation: "use libudev", code: errno) }
    guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
      udev_unref(udev)
      throw InputDeviceError(operation: "open udev's netlink socket", code: errno)
    }
    self.udev = udev
    self.monitor = monitor
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    // A dock brings hundreds of messages at once. Without privileges the kernel gives less than this, which is fine.
    udev_monitor_set_receive_buffer_size(monitor, 4 << 20)
    let result = udev_monitor_enable_receiving(monitor)
    guard result >= 0 else { throw InputDeviceError(operation: "listen to udev", code: -result) }
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// Readable when there is something to `receive`; owned by the monitor.
  var descriptor: Int32 { udev_monitor_get_fd(monitor) }

  /// The next message, or nil when there is none left.
  func receive() -> Report? {
    reserve.lend {
      errno = 0
      guard let device = UdevDevice(adopting: udev_monitor_receive_device(monitor)) else {
        return errno == ENOBUFS ? .overflow : nil
      }
      if device.action == "remove" { return .gone(device.syspath) }
      guard let node = device.announcedNode else { return .other }
      return .node(node, siblings: ((try? enumerate(of: node.device)) ?? []).compactMap(\.announcedNode))
    }
  }

  /// The event nodes that exist now.
  ///
  /// Those that udev has not finished are left out: they have no properties and no permissions yet, and their "add"
  /// will come, if there is a udev at all.
  func nodes() throws(InputDeviceError) -> [AnnouncedNode] {
    try reserve.lend { () throws(InputDeviceError) in
      try enumerate().filter { $0.isInitialized || !Self.isUdevRunning }.compactMap(\.announcedNode)
    }
  }

  /// The event nodes that exist now; with a syspath, those of that physical device alone.
  private func enumerate(of physicalDevice: String? = nil) throws(InputDeviceError) -> [UdevDevice] {
    guard let enumeration = udev_enumerate_new(udev) else {
      throw InputDeviceError(operation: "enumerate devices", code: errno)
    }
    defer { udev_enumerate_unref(enumeration) }
    if let physicalDevice {
      guard let parent = udev_device_new_from_syspath(udev, physicalDevice) else { return [] }
      udev_enumerate_add_match_parent(enumeration, parent)
      udev_device_unref(parent)
    }
    udev_enumerate_add_match_subsystem(enumeration, "input")
    udev_enumerate_add_match_sysname(enumeration, "event*")
    let result = udev_enumerate_scan_devices(enumeration)
    guard result >= 0 else { throw InputDeviceError(operation: "enumerate devices", code: -result) }
    var devices: [UdevDevice] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let current = entry {
      // A device that has gone since the scan has no entry any more: nothing is lost, its removal needs no notice.
      if let device = UdevDevice(adopting: udev_device_new_from_syspath(udev, udev_list_entry_get_name(current))) {
        devices.append(device)
      }
      entry = udev_list_entry_get_next(current)
    }
    return devices
  }

  /// Whether a udev daemon runs, so that every enumerated node will be announced when its rules have run.
  private static var isUdevRunning: Bool { access("/run/udev/control", F_OK) == 0 }
}
