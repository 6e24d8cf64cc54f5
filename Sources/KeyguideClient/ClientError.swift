import JSON
import Varlink

/// Why a client's call or stream failed, in words for the person in front of it.
public enum ClientError: Error, Sendable, CustomStringConvertible {
  /// The socket could not be used.
  case socket(UnixSocketError)
  /// The daemon hung up.
  case disconnected
  /// The daemon sent something that is not a reply, or not this call's.
  case invalidReply(JSONError)
  /// A message longer than any that the daemon should send.
  case replyTooLong(limit: Int)
  /// The daemon's replies do not follow each other.
  case brokenStream(StreamBreak)
  /// The daemon refused the call; the error's full name and its parameters as JSON text.
  case refused(name: String, parameters: String)

  public var description: String {
    switch self {
    case .socket(let error): "\(error); is keyguided running?"
    case .disconnected: "the daemon has hung up"
    case .invalidReply(let error): "the daemon's reply makes no sense: \(error)"
    case .replyTooLong(let limit): "the daemon's reply is longer than \(limit) bytes"
    case .brokenStream(let error): "the daemon's replies do not follow each other: \(error)"
    case .refused(let name, let parameters): "the daemon refused: \(name) \(parameters)"
    }
  }
}
