import Glibc

/// A device, or the way to devices, that could not be used.
public struct InputDeviceError: Error, Equatable, CustomStringConvertible {
  /// What was tried, as in "open /dev/input/event3".
  public let operation: String
  /// The positive errno value.
  public let code: Int32

  /// Says what was tried, what the system answered, and what a person can do about it.
  public var description: String {
    let problem = "cannot \(operation): \(String(cString: strerror(code)))"
    return code == EACCES ? "\(problem); the daemon's user must be in the group that owns the node (input)" : problem
  }

  /// Whether the device just went away, which is ordinary and needs no warning.
  public var isDeviceGone: Bool { [ENODEV, ENXIO, ENOENT, EIO].contains(code) }
}
