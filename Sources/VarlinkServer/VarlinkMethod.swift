import CLinux
import Glibc
import JSON
import Varlink

/// The process at the other end of a connection, as the kernel vouches for it (SO_PEERCRED).
public struct Peer: Equatable, Sendable {
  public let processID: Int32
  public let userID: UInt32
  /// Whether it belongs to this process's own group.
  public let isInOurGroup: Bool

  public init(processID: Int32, userID: UInt32, isInOurGroup: Bool) {
    self.processID = processID
    self.userID = userID
    self.isInOurGroup = isInOurGroup
  }

  init?(socket: Int32) {
    var peer = linux_peer()
    guard linux_peer_credentials(socket, &peer) == 0 else { return nil }
    self.init(
      processID: peer.pid, userID: peer.uid, isInOurGroup: linux_peer_has_group(socket, getegid()) == 1)
  }
}

/// What a method answers.
public enum VarlinkAnswer {
  /// One reply; the closure writes the members of its parameters.
  case reply((inout JSONWriter) -> Void)
  /// Replies until the stream or the client ends it.
  case stream(any VarlinkStream)
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
