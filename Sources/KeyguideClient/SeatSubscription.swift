import JSON
import KeyguideAPI
import Varlink

/// A subscription to a seat's state: applies every reply to what it has, and notices a break in the numbers.
public final class SeatSubscription {
  /// Readable when `receive` may have something; owned by the subscription.
  public var descriptor: Int32 { client.descriptor }
  /// The seat's state as of the last reply.
  public private(set) var state = SeatParts()
  private let client: VarlinkClient

  /// Subscribes to a seat, seat0 for none, on a connection that is used for nothing else.
  public init(_ client: VarlinkClient, seat: String? = nil) throws(ClientError) {
    self.client = client
    try client.send("io.keyguide.Monitor.Subscribe", more: true) { $0.member("seat", seat) }
  }

  /// Waits for the next reply and applies it.
  public func next() throws(ClientError) -> MonitorReply {
    try apply(client.next())
  }

  /// Applies the next reply that is there already; nil when there is none.
  public func receive() throws(ClientError) -> MonitorReply? {
    guard let reply = try client.receive() else { return nil }
    return try apply(reply)
  }

  private func apply(_ reply: VarlinkReply) throws(ClientError) -> MonitorReply {
    do {
      var reader = reply.reader
      let decoded = try MonitorReply(from: &reader)
      if decoded.snapshot { state = SeatParts() }
      state.apply(decoded.parts)
      return decoded
    } catch {
      throw .invalidReply(error)
    }
  }
}
