import KeyguideAPI
import KeyguideSettings
import ServiceLog
import Varlink
import VarlinkServer

/// The policy that holds now, asked before each call; calls of those who lack a right are answered with what they lack.
final class AccessControl {
  private var policy: AccessPolicy
  private let log: Log

  init(_ settings: AccessSettings, facts: PeerFacts, log: Log) {
    policy = AccessPolicy(facts: facts)
    self.log = log
    configure(settings)
  }

  /// Has other settings hold. What is open may have to end: see `refusal(of:)`.
  func configure(_ settings: AccessSettings) {
    policy.settings = settings
    policy.groupID = policy.facts.groupID(settings.group)
    // A daemon that somebody runs by hand, without an installation, has no need of the package's group.
    if policy.groupID == nil, settings.group != AccessSettings.standardGroup {
      log(
        .groupUnknown, "Access.Group: there is no group '\(settings.group)' in /etc/group, so it lets nobody in",
        ["KEYGUIDE_GROUP": settings.group])
    }
  }

  /// Throws the error for a caller who lacks a right on a seat.
  func require(_ right: AccessRight, on seat: String?, of peer: Peer) throws(VarlinkError) {
    guard policy.allows(right, on: seat, to: peer) else { throw refusal(right, on: seat) }
    if let confinement = peer.confinement, !confinement.rights.contains(right.rawValue) {
      throw refusal(
        right, on: seat, rule: "confined",
        remedy: "ask whoever started '\(confinement.name)', and handed this connection to it, for the right")
    }
  }

  /// Whether the peer may have a role in `io.keyguide.Provider`, as far as its connection was confined.
  func require(_ role: ProviderRole, on seat: String, of peer: Peer) throws(VarlinkError) {
    guard let confinement = peer.confinement, confinement.roles?.contains(role.rawValue) == false else { return }
    throw refusal(
      .provide, on: seat, rule: "confined",
      remedy:
        "ask whoever started '\(confinement.name)', and handed this connection to it, for the role \(role.rawValue)")
  }

  /// Whether the user may do everything: root, and the daemon's own.
  func isPrivileged(_ userID: UInt32) -> Bool { policy.facts.isPrivileged(userID) }

  /// The error for a peer that has no right at all; nil: it may connect.
  func refusal(of peer: Peer) -> VarlinkError? {
    policy.mayConnect(peer) ? nil : refusal(.monitor, on: nil)
  }

  /// The error for a stream that its client may not have any more; nil: it may go on.
  func refusal(of stream: any VarlinkStream, to peer: Peer) -> VarlinkError? {
    guard let need = (stream as? any GuardedStream)?.need, !policy.allows(need.right, on: need.seat, to: peer) else {
      return nil
    }
    return refusal(need.right, on: need.seat)
  }

  private func refusal(_ right: AccessRight, on seat: String?) -> VarlinkError {
    refusal(
      right, on: seat, rule: policy.settings.rule(for: right).wireName, remedy: policy.remedy(for: right, on: seat))
  }

  private func refusal(_ right: AccessRight, on seat: String?, rule: String, remedy: String) -> VarlinkError {
    VarlinkError("io.keyguide.Service.PermissionDenied") { writer in
      writer.member("right", right.rawValue)
      writer.member("seat", seat)
      writer.member("rule", rule)
      writer.member("remedy", remedy)
    }
  }
}

/// A stream that goes on for as long as its client has a right.
protocol GuardedStream {
  var need: (right: AccessRight, seat: String?) { get }
}

extension AccessRule {
  /// The rule in io.keyguide.Service: the names of enumerations have no hyphens there.
  fileprivate var wireName: String {
    switch self {
    case .activeSession: "activeSession"
    case .group: "group"
    case .rootOnly: "rootOnly"
    }
  }
}
