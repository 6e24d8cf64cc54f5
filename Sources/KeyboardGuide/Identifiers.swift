/// Names one physical device; the same one after it was plugged in again, as far as that can be told.
public struct DeviceID: Hashable, Comparable, Sendable {
  /// Whatever the source of devices keys on. It may hold a serial number, so it is neither published nor logged.
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  public static func < (left: DeviceID, right: DeviceID) -> Bool { left.rawValue < right.rawValue }
}

/// Names one client window, unique for the life of the daemon.
public struct WindowID: Hashable, Comparable, Sendable {
  public let rawValue: Int

  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  public static func < (left: WindowID, right: WindowID) -> Bool { left.rawValue < right.rawValue }
}
