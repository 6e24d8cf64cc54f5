import KeyguideSettings
import VarlinkServer

/// Decides who may do what (design, section 8): a function of the settings and of what is known of the peer.
struct AccessPolicy {
  var settings = AccessSettings()
  /// The number of the settings' group; nil: there is no such group, so nobody is in it.
  var groupID: UInt32?
  let facts: PeerFacts

  /// Whether the peer has the right: on the seat, or on any when none is named.
  ///
  /// A person at the machine sees its keyboards anyway; somebody logged in from afar, or a service, has no business
  /// with them unless the administrator puts it into the group.
  func allows(_ right: AccessRight, on seat: String?, to peer: Peer) -> Bool {
    if facts.isPrivileged(peer.userID) { return true }
    if settings.rule(for: right) != .rootOnly, let groupID, peer.groups.contains(groupID) { return true }
    return settings.rule(for: right) == .activeSession && facts.hasActiveSession(peer.userID, seat)
  }

  /// Whether the peer has any right at all, anywhere; if not, it is not even let in.
  func mayConnect(_ peer: Peer) -> Bool {
    AccessRight.allCases.contains { allows($0, on: nil, to: peer) }
  }

  /// What a person can do who lacks the right.
  func remedy(for right: AccessRight, on seat: String?) -> String {
    let change = "in [Access] of keyguided.toml an administrator can set \(right.settingName)"
    let join = "join the group \(settings.group) and log in again"
    return switch settings.rule(for: right) {
    case .activeSession: "log in on \(seat ?? "a seat of this machine"), or \(join); \(change)"
    case .group: "\(join); \(change)"
    case .rootOnly: "be root; \(change)"
    }
  }
}

/// What the system says of a process at the other end.
struct PeerFacts {
  /// Whether the user may do everything: root, and the user that the daemon runs as.
  let isPrivileged: (_ userID: UInt32) -> Bool
  /// Whether the user has an active session on the seat, or on any for nil.
  let hasActiveSession: (_ userID: UInt32, _ seat: String?) -> Bool
  /// The number of a group; nil: there is none of that name.
  let groupID: (_ name: String) -> UInt32?
}
