import CUdev
import Glibc

/// libudev's two ways to devices: those that are there, and those that come and go.
final class DeviceMonitor {
  /// What the monitor's socket had to say.
  enum Report {
    case device(UdevDevice)
    /// The kernel dropped messages because we were slow: only a new enumeration tells the truth.
    case overflow
  }

  // Only the main thread touches them; a deinit cannot be told so.
  nonisolated(unsafe) private let udev: OpaquePointer
  nonisolated(unsafe) private let monitor: OpaquePointer

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
    errno = 0
    if let device = UdevDevice(adopting: udev_monitor_receive_device(monitor)) { return .device(device) }
    return errno == ENOBUFS ? .overflow : nil
  }

  /// The event nodes that exist now; with a syspath, those of that physical device alone.
  func enumerate(of physicalDevice: String? = nil) throws(InputDeviceError) -> [UdevDevice] {
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
  static var isUdevRunning: Bool { access("/run/udev/control", F_OK) == 0 }
}
