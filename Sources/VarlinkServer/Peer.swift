import CLinux
import Glibc

/// The process at the other end of a connection, as the kernel vouches for it (SO_PEERCRED).
public struct Peer: Equatable, Sendable {
  public let processID: Int32
  public let userID: UInt32
  /// Its groups, as the kernel saw them at connect (SO_PEERGROUPS).
  public let groups: [UInt32]
  /// What the connection was narrowed to; nil: it has all rights of its user.
  public var confinement: Confinement?

  public init(processID: Int32, userID: UInt32, groups: [UInt32]) {
    self.processID = processID
    self.userID = userID
    self.groups = groups
  }

  init?(socket: Int32) {
    var peer = linux_peer()
    guard linux_peer_credentials(socket, &peer) == 0 else { return nil }
    // A process with more groups is judged by its primary one alone.
    let groups = withUnsafeTemporaryAllocation(of: gid_t.self, capacity: 1024) { buffer in
      let count = linux_peer_groups(socket, buffer.baseAddress, buffer.count)
      return (0..<max(0, Int(count))).map { buffer[$0] }
    }
    self.init(processID: peer.pid, userID: peer.uid, groups: [peer.gid] + groups)
  }

  /// Whether the process has ended; false where that is not known, as when another one has its number by now.
  public var hasEnded: Bool {
    let process = linux_pidfd_open(processID)
    guard process >= 0 else { return process == -ESRCH }
    defer { close(process) }
    var ready = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }
}
