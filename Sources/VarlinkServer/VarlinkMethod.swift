import JSON
import Varlink

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
