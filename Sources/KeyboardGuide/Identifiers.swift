/// Names one hardware keyboard, that is one device group, while it is attached.
public struct KeyboardID: Hashable, Comparable, Sendable {
  /// The syspath of the physical device, or whatever else the source of devices keys on.
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  public static func < (left: KeyboardID, right: KeyboardID) -> Bool { left.rawValue < right.rawValue }
}

/// Names one client window, unique for the life of the daemon.
public struct WindowID: Hashable, Comparable, Sendable {
  public let rawValue: Int

  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  public static func < (left: WindowID, right: WindowID) -> Bool { left.rawValue < right.rawValue }
}
