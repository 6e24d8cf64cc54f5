import Varlink

/// How much one client, and all of them, may ask of the server.
public struct VarlinkLimits: Sendable {
  /// The longest message that a client may send, in bytes.
  public var messageSize = 256 << 10
  /// Connections at the same time.
  public var connections = 1024

  public init() {}
}

extension VarlinkError {
  /// A limit that a client went past, in `io.keyguide.Service`'s words.
  static func limitExceeded(_ limit: String, maximum: Int) -> VarlinkError {
    VarlinkError("io.keyguide.Service.LimitExceeded") { writer in
      writer.member("limit", limit)
      writer.member("maximum", maximum)
    }
  }

  /// Bytes that are not a call.
  static func malformedMessage(_ problem: String) -> VarlinkError {
    VarlinkError("io.keyguide.Service.MalformedMessage", ("problem", problem))
  }
}
