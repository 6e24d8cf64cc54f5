import JSON

/// The reply of `io.keyguide.Monitor.Devices`.
public struct DeviceList: Equatable, Sendable {
  public var devices: [Device]

  public init(devices: [Device]) {
    self.devices = devices
  }

  /// What a node or device is taken for.
  public struct Verdict: WireName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let keyboard = Verdict(rawValue: "keyboard")
    public static let aux = Verdict(rawValue: "aux")
    public static let unproven = Verdict(rawValue: "unproven")
    public static let notKeyboard = Verdict(rawValue: "notKeyboard")
  }

  /// One physical device.
  public struct Device: Equatable, Sendable {
    /// Its path under /sys.
    public var syspath: String
    public var name: String
    public var verdict: Verdict
    /// For people.
    public var reason: String
    /// nil for a device that is no keyboard.
    public var keyboard: KeyboardFacts?
    public var nodes: [Node]

    public init(
      syspath: String, name: String, verdict: Verdict, reason: String, keyboard: KeyboardFacts?, nodes: [Node]
    ) {
      self.syspath = syspath
      self.name = name
      self.verdict = verdict
      self.reason = reason
      self.keyboard = keyboard
      self.nodes = nodes
    }
  }

  /// A keyboard's own facts, as the interface text explains them.
  public struct KeyboardFacts: Equatable, Sendable {
    public struct Inactivity: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    public var `internal` = false
    public var connected = true
    public var inhibited = false
    public var inactiveBecause: Inactivity?
    public var counts = false

    public init() {}

    public var active: Bool { inactiveBecause == nil }
  }

  /// One event node.
  public struct Node: Equatable, Sendable {
    /// What the daemon reads of a node.
    public struct Reading: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    public var syspath: String
    public var name: String
    public var verdict: Verdict
    public var reason: String
    public var reads: Reading

    public init(syspath: String, name: String, verdict: Verdict, reason: String, reads: Reading) {
      self.syspath = syspath
      self.name = name
      self.verdict = verdict
      self.reason = reason
      self.reads = reads
    }
  }
}
