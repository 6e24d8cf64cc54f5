import CLinux
import Glibc
import JSON
import Varlink

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
}

/// A connection as it is now.
public struct ConnectedClient {
  public let peer: Peer
  /// What it reads; nil when it has no stream open.
  public let stream: (any VarlinkStream)?
}

/// What a method answers.
public enum VarlinkAnswer {
  /// One reply; the closure writes the members of its parameters.
  case reply((inout JSONWriter) -> Void)
  /// Replies until the stream or the client ends it.
  case stream(any VarlinkStream)
  /// An empty reply; from then on the connection is narrowed to this.
  case confine(Confinement)
}

/// Carries out one call. It must not block; what it throws is sent to the caller.
public typealias VarlinkMethod = (VarlinkCall, Peer) throws(VarlinkError) -> VarlinkAnswer

/// Who the service is, for `org.varlink.service.GetInfo`.
public struct ServiceInformation: Sendable {
  public var vendor: String
  public var product: String
  public var version: String
  public var url: String

  public init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}
