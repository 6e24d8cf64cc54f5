import JSON
import KeyguideAPI
import Varlink

/// A subscription to a seat's state: applies every reply to what it has, and goes on where it was when it is cut off.
///
/// It belongs to one thread. A program with an event loop watches `descriptor`, which stays the same, and calls
/// `receive` until there is nothing more; others call `next`.
public final class SeatSubscription {
  private enum Connection {
    case given(VarlinkClient)
    case kept(Reconnection)
  }

  /// Readable when `receive` may have something, or has to connect again; owned by the subscription.
  public var descriptor: Int32 {
    switch connection {
    case .given(let client): client.descriptor
    case .kept(let reconnection): reconnection.descriptor
    }
  }

  /// The seat's state as of the last reply.
  public private(set) var state = SeatState()
  /// The last reply as it came, with what this version of the library does not know.
  public private(set) var lastReply: VarlinkReply?
  /// Why there is no connection now; nil while there is one. `state` may be out of date until it is nil again and a
  /// reply has come.
  public private(set) var interruption: ClientError?
  private let connection: Connection
  private let seat: String?
  /// Whether the daemon can be asked to go on: it may be an older one that does not know how.
  private var mayResume = true

  /// Subscribes to a seat, seat0 for none, on a connection that is used for nothing else. When that breaks, it is over.
  public init(_ client: VarlinkClient, seat: String? = nil) throws(ClientError) {
    connection = .given(client)
    self.seat = seat
    try subscribe(on: client)
  }

  /// Subscribes to a seat, seat0 for none, at the daemon's socket, and connects again whenever the connection breaks.
  ///
  /// The first time it must succeed: throws when nobody serves the socket. After the first reply nothing but a reply
  /// that makes no sense is an error; the daemon is asked for what came after the last reply, or for the whole state.
  public init(
    path: String = VarlinkClient.defaultPath, seat: String? = nil, backoff: Backoff = Backoff(),
    timer: (any RetryTimer)? = nil
  ) throws(ClientError) {
    // `??` rethrows untyped.
    let timer: any RetryTimer = if let timer { timer } else { try MonotonicTimer() }
    let reconnection = try Reconnection(path: path, backoff: backoff, timer: timer)
    connection = .kept(reconnection)
    self.seat = seat
    _ = try reconnection.connection(greet: subscribe)
  }

  /// Waits for the next reply and applies it.
  public func next() throws(ClientError) -> MonitorReply {
    switch connection {
    case .given(let client): return try apply(client.next())
    case .kept:
      while true {
        if let reply = try receive() { return reply }
        wait()
      }
    }
  }

  /// Applies the next reply that is there already; nil when there is none.
  public func receive() throws(ClientError) -> MonitorReply? {
    switch connection {
    case .given(let client):
      guard let reply = try client.receive() else { return nil }
      return try apply(reply)
    case .kept(let reconnection):
      do throws(ClientError) {
        guard let client = try reconnection.connection(greet: subscribe), let reply = try client.receive() else {
          return nil
        }
        let decoded = try apply(reply)
        reconnection.succeed()
        interruption = nil
        return decoded
      } catch {
        try survive(error)
        reconnection.fail()
        interruption = error
        return nil
      }
    }
  }

  /// Waits until `receive` may have something, or has to connect again.
  public func wait() {
    if case .kept(let reconnection) = connection { reconnection.wait() }
  }

  private func subscribe(on client: VarlinkClient) throws(ClientError) {
    try client.send("io.keyguide.Monitor.Subscribe", more: true) { writer in
      writer.member("seat", seat)
      if mayResume { writer.member("since", state.position) }
    }
  }

  /// Throws an error that connecting again does not help against.
  private func survive(_ error: ClientError) throws(ClientError) {
    if case .brokenStream = error {
      // What there is leads nowhere: the whole state is asked for.
      return state = SeatState()
    }
    guard state.position != nil else { throw error }
    switch error {
    case .invalidReply, .replyTooLong: throw error
    case .refused("org.varlink.service.InvalidParameter", _) where mayResume: mayResume = false
    // Whatever it is, it was not so before, and may be otherwise again: no session, no seat, too many clients.
    case .refused, .socket, .disconnected, .brokenStream: break
    }
  }

  private func apply(_ reply: VarlinkReply) throws(ClientError) -> MonitorReply {
    let decoded: MonitorReply
    do {
      var reader = reply.reader
      decoded = try MonitorReply(from: &reader)
    } catch {
      throw .invalidReply(error)
    }
    do {
      try state.apply(decoded)
    } catch {
      throw .brokenStream(error)
    }
    lastReply = reply
    return decoded
  }
}
