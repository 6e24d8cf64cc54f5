import Varlink

/// How much one connection, one user, and all of them, may ask of the server.
///
/// Past a limit there is `io.keyguide.Service.LimitExceeded` with its name; past the rate of calls, a client waits.
public struct VarlinkLimits: Equatable, Sendable {
  /// The longest message that a client may send, in bytes. Past it the connection is closed.
  public var messageSize = 256 << 10
  /// Connections at the same time. One more is refused.
  public var connections = 2048
  /// Connections of one user at the same time. One more is refused, so that there is room for others.
  public var connectionsPerUser = 1024
  /// Bytes of messages without an end that the connections of one user hold together. Past it one is closed.
  public var unreadBytesPerUser = 4 << 20
  /// Calls behind one that is not answered yet, as its stream is open or its reply unread. Past it the connection is
  /// closed. No more than 16 KiB are ever taken in of them; the rest waits at the client's.
  public var unansweredCalls = 256
  /// Calls a second on one connection, once `callBurst` is used up; 0: any number. A client that is quicker is read
  /// later, so it waits and nobody else does.
  public var callsPerSecond = 2000
  /// Calls that may come at once.
  public var callBurst = 2000

  public init() {}
}

extension VarlinkError {
  /// A limit that a client went past, in `io.keyguide.Service`'s words.
  public static func limitExceeded(_ limit: String, maximum: Int) -> VarlinkError {
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
