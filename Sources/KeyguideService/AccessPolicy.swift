import CSystemd
import Glibc
import VarlinkServer

/// Decides who may connect (design, section 8).
enum AccessPolicy {
  /// Root, the daemon's own user and group, and everybody who has an active session on a seat of this machine.
  ///
  /// A person at the machine sees its keyboards anyway; somebody logged in from afar, or a service, has no business
  /// with them unless the administrator puts it into the group.
  static func mayConnect(_ peer: Peer) -> Bool {
    if isTrusted(peer) { return true }
    // sd_uid_get_seats(3) reads a small file of logind's in /run; without logind it fails, and nobody is let in.
    return sd_uid_get_seats(peer.userID, 1, nil) > 0
  }

  /// Who may decide what a seat does: the same, but a session must be on that seat.
  static func mayControl(_ seat: String, _ peer: Peer) -> Bool {
    isTrusted(peer) || sd_uid_is_on_seat(peer.userID, 1, seat) > 0
  }

  /// Who may see everything that happens to a seat, the windows of others included.
  static func mayRecord(_ peer: Peer) -> Bool { isTrusted(peer) }

  private static func isTrusted(_ peer: Peer) -> Bool {
    peer.userID == 0 || peer.userID == geteuid() || peer.isInOurGroup
  }
}
