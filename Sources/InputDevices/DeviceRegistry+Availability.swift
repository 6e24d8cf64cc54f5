import Glibc

extension DeviceRegistry {
  /// Whether this process may read at least one evdev node.
  public static var hasReadableDevice: Bool {
    paths(matching: "/dev/input/event*").contains { access($0, R_OK) == 0 }
  }
}
