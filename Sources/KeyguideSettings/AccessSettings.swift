/// What somebody on the socket can be allowed to do (design, section 8).
public enum AccessRight: String, CaseIterable, Sendable {
  /// See a seat's state and its devices: `io.keyguide.Monitor`.
  case monitor
  /// Have windows of one's own on a seat: `io.keyguide.Layout`.
  case layout
  /// Decide what a seat does: `io.keyguide.Control`.
  case control
  /// Tell the daemon of screens and on-screen keyboards: `io.keyguide.Provider`.
  case provide
  /// Record a seat with the windows of all users, and have the configuration read anew.
  case administer

  /// The key in [Access] that says who has it.
  public var settingName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// Who has a right. Root and the daemon's own user have every one.
public enum AccessRule: String, CaseIterable, Sendable {
  /// Users with an active session on the seat, and the group.
  case activeSession = "active-session"
  /// The group alone.
  case group
  /// Nobody else.
  case rootOnly = "root-only"
}

/// Who has which right, and which group is meant.
public struct AccessSettings: Equatable, Sendable {
  public var monitor = AccessRule.activeSession
  public var layout = AccessRule.activeSession
  public var control = AccessRule.activeSession
  public var provide = AccessRule.activeSession
  public var administer = AccessRule.group
  /// The group's name in /etc/group, or its number.
  public var group = Self.standardGroup

  /// The group that the package makes.
  public static let standardGroup = "keyguide"

  public init() {}

  /// Root, the daemon's own user, and nobody else: what holds while nobody can tell what was meant.
  public static let closed = AccessSettings(all: .rootOnly)

  private init(all rule: AccessRule) {
    (monitor, layout, control, provide, administer) = (rule, rule, rule, rule, rule)
  }

  /// Who has the right.
  public func rule(for right: AccessRight) -> AccessRule {
    switch right {
    case .monitor: monitor
    case .layout: layout
    case .control: control
    case .provide: provide
    case .administer: administer
    }
  }
}
