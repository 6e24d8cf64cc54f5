import EventLoop
import Glibc
import JSON
import Varlink

/// One client: reads its calls one after the other, and writes the replies in the same order.
///
/// It never holds more than one unread message, one piece of calls behind it, and one unsent reply. While a reply is
/// unsent or a stream is open, nothing is read, so a client that does not read its replies stops itself.
final class Connection {
  let descriptor: Int32
  private(set) var peer: Peer
  /// Counts the connections of the server.
  let number: Int
  /// What the next process goes on with; nil: it hangs up.
  let kept: KeptConnection?
  unowned let server: VarlinkServer
  private(set) var source: IOSource?
  private var inbox: Inbox
  private var outbox: Outbox
  private var stream: (any VarlinkStream)?
  /// We answer no more; everything is closed.
  var hasEnded = (output: false, all: false)
  private var rate: TokenBucket?
  /// The client has called more often than it may, and is not looked at for a moment.
  private var isThrottled = false
  /// Calls of it have come, and others are served before the next of them.
  private var awaitsTurn = false
  /// A former process had the connection, and it goes on when everything is as it was.
  var isHeld = false
  /// The unread bytes that the user's account has of this connection.
  private(set) var accountedBytes = 0

  init(descriptor: Int32, peer: Peer, number: Int, kept: KeptConnection?, server: VarlinkServer) {
    self.descriptor = descriptor
    self.peer = peer
    self.number = number
    self.kept = kept
    self.server = server
    inbox = Inbox(descriptor: descriptor, kept: kept, limit: server.limits.messageSize)
    outbox = Outbox(descriptor: descriptor, kept: kept)
    rate = TokenBucket(perSecond: server.limits.callsPerSecond, burst: server.limits.callBurst)
  }

  var client: ConnectedClient { ConnectedClient(peer: peer, stream: stream) }

  /// Watches the descriptor, which the connection owns when this has succeeded.
  func start() throws(EventLoopError) {
    source = try server.loop.watch(descriptor, for: .readable, priority: .clients) { [weak self] events in
      self?.handle(events)
    }
  }

  /// Closes the connection and ends its stream; safe to call again.
  func close() {
    guard !hasEnded.all else { return }
    hasEnded.all = true
    source?.cancel()
    // Whoever keeps a copy of the descriptor would keep the client waiting; this way it sees the end, and so do they.
    if kept != nil { shutdown(descriptor, Int32(SHUT_RDWR)) }
    Glibc.close(descriptor)
    server.transaction {
      endStream()
      if let kept { kept.store.forget(kept) }
    }
    server.forget(self)
  }

  /// Sends one error to a client that is not let in, as far as it goes, and hangs up.
  static func refuse(_ descriptor: Int32, _ error: VarlinkError) {
    var writer = JSONWriter()
    writer.varlinkReply(error: error)
    _ = writer.bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    Glibc.close(descriptor)
  }

  /// Goes on where a publication had to stop; see `VarlinkServer.revisit`.
  func resume() {
    guard !hasEnded.all else { return }
    if outbox.isBroken { return close() }
    flush()
    answerCalls()
    settle()
  }

  /// Ends the stream, if there is one and an error for it.
  func endStream(_ refusal: (Peer, any VarlinkStream) -> VarlinkError?) {
    guard let stream, let error = refusal(peer, stream) else { return }
    server.transaction {
      endStream()
      replyOnce { $0.varlinkReply(error: error) }
    }
    resume()
  }

  /// The client has waited long enough; see `VarlinkServer.throttle`.
  func endThrottle() {
    isThrottled = false
    source?.resume()
    resume()
  }

  // MARK: Events

  /// Calls that are answered before others have their turn: whoever has something small to say waits for no more.
  private static let callsPerTurn = 4

  /// Whether the next call may be looked at.
  private var isReadyForCall: Bool { !isBusy && !isThrottled && !awaitsTurn && !hasEnded.output }

  /// Whether a former call is still being answered.
  private var isBusy: Bool { stream != nil || !outbox.isEmpty }

  private func handle(_ events: IOEvents) {
    let isGone = !events.isDisjoint(with: [.hangup, .error])
    awaitsTurn = false
    if events.contains(.writable) || isGone { flush() }
    if isReadyForCall {
      if events.contains(.readable) { inbox.receive() }
      answerCalls()
    }
    // A client that has gone may have left calls behind, and they are read first; a stream has no reader any more.
    if outbox.isBroken || (isGone && stream != nil) { return close() }
    settle()
  }

  /// After anything was done: closes when nothing is left to do, else waits for what can come next.
  private func settle() {
    guard !hasEnded.all, !outbox.isBroken else { return }
    let isDone = !isBusy && !isThrottled && !awaitsTurn && (inbox.hasEnded || hasEnded.output)
    if isDone { return close() }
    var events = IOEvents()
    if isReadyForCall { events.insert(.readable) }
    // What can be written to is ready in each turn of the loop, behind what was ready before.
    if !outbox.isEmpty || awaitsTurn { events.insert(.writable) }
    source?.setEvents(events)
  }

  // MARK: Input

  private func answerCalls() {
    var left = Self.callsPerTurn
    do {
      while isReadyForCall, left > 0, let message = try inbox.next() {
        left -= 1
        var weight = 1
        // All that a call does, and that it was answered, is known to the next process together, or not at all.
        server.transaction {
          inbox.forget(message)
          weight = answer(message)
        }
        flush()
        pull()
        throttle(paying: weight)
      }
      if left == 0, isReadyForCall, inbox.holds(moreMessagesThan: 0) {
        awaitsTurn = true
      }
      checkHeldCalls()
    } catch {
      refuseRest(.limitExceeded("messageSize", maximum: error.limit))
    }
    flush()
  }

  /// Pays for a call. Whoever has nothing left is not looked at, not even to see it go: that would come again and again.
  private func throttle(paying weight: Int) {
    guard !hasEnded.all, !hasEnded.output, let moment = rate?.pay(weight, at: server.loop.now) else { return }
    isThrottled = true
    source?.pause()
    server.throttle(self, until: moment)
  }

  /// Bounds what is held of calls that are not answered, or not even whole.
  private func checkHeldCalls() {
    guard !hasEnded.all, !hasEnded.output else { return }
    let limits = server.limits
    if isBusy, inbox.holds(moreMessagesThan: limits.unansweredCalls) {
      return refuseRest(.limitExceeded("unansweredCalls", maximum: limits.unansweredCalls))
    }
    let difference = inbox.unreadBytes - accountedBytes
    guard difference != 0 else { return }
    accountedBytes = inbox.unreadBytes
    if server.account(difference, of: self) {
      refuseRest(.limitExceeded("unreadBytesPerUser", maximum: limits.unreadBytesPerUser))
    }
  }

  /// Carries out the call that a message is; returns what it costs.
  private func answer(_ message: [UInt8]) -> Int {
    let call: VarlinkCall
    do {
      call = try VarlinkCall(message: message)
    } catch {
      refuseRest(.malformedMessage(error.description))
      return 1
    }
    answer(call, message)
    return server.methods.weight(of: call, bytes: message.count)
  }

  /// Carries out a call; the message is what another process would take up its stream by.
  func answer(_ call: VarlinkCall, _ message: [UInt8]) {
    do {
      switch try server.methods.answer(call, from: peer) {
      case .reply(let parameters):
        guard !call.oneway else { return }
        replyOnce { $0.varlinkReply(continues: false, parameters: parameters) }
      case .confine(let confinement):
        peer.confinement = confinement
        kept?.set(confinement)
        guard !call.oneway else { return }
        replyOnce { $0.varlinkReply(continues: false) { _ in } }
      case .stream(let stream):
        guard !call.oneway else { return stream.detach() }
        self.stream = stream
        kept?.set(number: number, call: message)
        stream.attach(to: self)
      }
    } catch {
      guard !call.oneway else { return }
      kept?.set(number: number, call: nil)
      replyOnce { $0.varlinkReply(error: error) }
    }
  }

  /// Says what was wrong, then hangs up: where the next message starts is anybody's guess.
  private func refuseRest(_ error: VarlinkError) {
    hasEnded.output = true
    server.transaction {
      endStream()
      kept?.setClosing()
      replyOnce { $0.varlinkReply(error: error) }
    }
  }

  // MARK: Output

  /// Writes a reply that is sent exactly once, by `flush`.
  private func replyOnce(_ write: (inout JSONWriter) -> Void) {
    server.scratch.removeAll()
    write(&server.scratch)
    outbox.sendOnce(server.scratch.bytes)
  }

  private func flush() {
    guard !isHeld, !outbox.isEmpty else { return }
    outbox.flush()
    noticeBreak()
    if outbox.isEmpty { pull() }
  }

  /// Somebody may be in the middle of using a connection that breaks, so it is closed a little later; and what must be sent
  /// exactly once waits for the end of the transaction.
  private func noticeBreak() {
    if outbox.isBroken || outbox.isDeferred { server.revisit(self) }
  }

  /// Sends the stream's next replies for as long as there are any and the client can take them.
  func pull() {
    while !isHeld, let stream, outbox.isEmpty, !outbox.isBroken, stream.hasNews {
      var continues = false
      server.scratch.removeAll()
      server.scratch.varlinkStreamReply { writer in
        continues = stream.encodeNext(to: &writer)
        return continues
      }
      // Known before it is sent: no number comes twice.
      kept?.position = stream.position
      if continues {
        outbox.send(server.scratch.bytes)
        noticeBreak()
        continue
      }
      server.transaction {
        outbox.sendOnce(server.scratch.bytes)
        endStream()
      }
      outbox.flush()
      noticeBreak()
      // There may be calls behind the one that the stream answered, but whoever has the news is busy now.
      return server.revisit(self)
    }
  }

  private func endStream() {
    guard let ended = stream else { return }
    stream = nil
    kept?.set(number: number, call: nil)
    ended.detach()
  }
}

extension Connection: StreamOutlet {
  func streamHasNews() {
    pull()
    settle()
  }

  func streamIsNow(_ call: () -> [UInt8]) {
    if stream != nil, let kept { kept.set(number: number, call: call()) }
  }
}
