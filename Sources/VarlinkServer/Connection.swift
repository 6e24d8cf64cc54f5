import EventLoop
import Glibc
import JSON
import Varlink

/// One client: reads its calls one after the other, and writes the replies in the same order.
///
/// It never holds more than one unread message, one piece of calls behind it, and one unsent reply. While a reply is
/// unsent or a stream is open, nothing is read, so a client that does not read its replies stops itself.
final class Connection {
  private let descriptor: Int32
  let peer: Peer
  /// Counts the connections of the server.
  let number: Int
  private unowned let server: VarlinkServer
  private var source: IOSource?
  private var framer: MessageFramer
  private var outbox: Outbox
  private var stream: (any VarlinkStream)?
  /// The client sends no more; we answer no more; everything is closed.
  private var hasEnded = (input: false, output: false, all: false)
  private var rate: TokenBucket?
  /// The client has called more often than it may, and is not looked at for a moment.
  private var isThrottled = false
  /// The unread bytes that the user's account has of this connection.
  private(set) var accountedBytes = 0

  init(descriptor: Int32, peer: Peer, number: Int, server: VarlinkServer) {
    self.descriptor = descriptor
    self.peer = peer
    self.number = number
    self.server = server
    framer = MessageFramer(limit: server.limits.messageSize)
    outbox = Outbox(descriptor: descriptor)
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
    Glibc.close(descriptor)
    endStream()
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
    answerCalls()
    settle()
  }

  /// The client has waited long enough; see `VarlinkServer.throttle`.
  func endThrottle() {
    isThrottled = false
    source?.resume()
    resume()
  }

  // MARK: Events

  /// Whether the next call may be looked at.
  private var isReadyForCall: Bool { !isBusy && !isThrottled && !hasEnded.output }

  /// Whether a former call is still being answered.
  private var isBusy: Bool { stream != nil || !outbox.isEmpty }

  private func handle(_ events: IOEvents) {
    let isGone = !events.isDisjoint(with: [.hangup, .error])
    if events.contains(.writable) || isGone { flush() }
    if isReadyForCall {
      if events.contains(.readable) { receive() }
      answerCalls()
    }
    // A client that has gone may have left calls behind, and they are read first; a stream has no reader any more.
    if outbox.isBroken || (isGone && stream != nil) { return close() }
    settle()
  }

  /// After anything was done: closes when nothing is left to do, else waits for what can come next.
  private func settle() {
    guard !hasEnded.all, !outbox.isBroken else { return }
    let isDone = !isBusy && !isThrottled && (hasEnded.input || hasEnded.output)
    if isDone { return close() }
    var events = IOEvents()
    if isReadyForCall { events.insert(.readable) }
    if !outbox.isEmpty { events.insert(.writable) }
    source?.setEvents(events)
  }

  // MARK: Input

  private func receive() {
    // One piece a turn bounds what a client that floods can take from the others.
    let size = 16 << 10
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
      let count = recv(descriptor, buffer.baseAddress, size, Int32(MSG_DONTWAIT))
      if count > 0 {
        framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        hasEnded.input = true
      }
    }
  }

  private func answerCalls() {
    do {
      while isReadyForCall, let message = try framer.next() {
        answer(message)
        throttle()
      }
    } catch {
      return refuseRest(.limitExceeded("messageSize", maximum: error.limit))
    }
    checkHeldCalls()
  }

  /// Pays for a call. Whoever has nothing left is not looked at, not even to see it go: that would come again and again.
  private func throttle() {
    guard !hasEnded.all, !hasEnded.output, let moment = rate?.pay(at: server.loop.now) else { return }
    isThrottled = true
    source?.pause()
    server.throttle(self, until: moment)
  }

  /// Bounds what is held of calls that are not answered, or not even whole.
  private func checkHeldCalls() {
    guard !hasEnded.all, !hasEnded.output else { return }
    let limits = server.limits
    if isBusy, framer.holds(moreMessagesThan: limits.unansweredCalls) {
      return refuseRest(.limitExceeded("unansweredCalls", maximum: limits.unansweredCalls))
    }
    let difference = framer.unreadBytes - accountedBytes
    guard difference != 0 else { return }
    accountedBytes = framer.unreadBytes
    if server.account(difference, of: self) {
      refuseRest(.limitExceeded("unreadBytesPerUser", maximum: limits.unreadBytesPerUser))
    }
  }

  private func answer(_ message: [UInt8]) {
    let call: VarlinkCall
    do {
      call = try VarlinkCall(message: message)
    } catch {
      return refuseRest(.malformedMessage(error.description))
    }
    do {
      switch try server.methods.answer(call, from: peer) {
      case .reply(let parameters):
        guard !call.oneway else { return }
        reply { $0.varlinkReply(continues: false, parameters: parameters) }
      case .stream(let stream):
        guard !call.oneway else { return stream.detach() }
        self.stream = stream
        stream.attach(to: self)
        pull()
      }
    } catch {
      guard !call.oneway else { return }
      reply { $0.varlinkReply(error: error) }
    }
  }

  /// Says what was wrong, then hangs up: where the next message starts is anybody's guess.
  private func refuseRest(_ error: VarlinkError) {
    hasEnded.output = true
    endStream()
    reply { $0.varlinkReply(error: error) }
  }

  // MARK: Output

  /// Writes one message and sends it, behind what is unsent.
  private func reply(_ write: (inout JSONWriter) -> Void) {
    server.scratch.removeAll()
    write(&server.scratch)
    outbox.send(server.scratch.bytes)
    noticeBreak()
  }

  private func flush() {
    guard !outbox.isEmpty else { return }
    outbox.flush()
    noticeBreak()
    if outbox.isEmpty { pull() }
  }

  /// Somebody may be in the middle of using a connection that breaks, so it is closed a little later.
  private func noticeBreak() {
    if outbox.isBroken { server.revisit(self) }
  }

  /// Sends the stream's next replies for as long as there are any and the client can take them.
  private func pull() {
    while let stream, outbox.isEmpty, !outbox.isBroken, stream.hasNews {
      var continues = false
      reply { writer in
        writer.varlinkStreamReply { writer in
          continues = stream.encodeNext(to: &writer)
          return continues
        }
      }
      if continues { continue }
      endStream()
      // There may be calls behind the one that the stream answered, but whoever has the news is busy now.
      return server.revisit(self)
    }
  }

  private func endStream() {
    guard let ended = stream else { return }
    stream = nil
    ended.detach()
  }
}

extension Connection: StreamOutlet {
  func streamHasNews() {
    pull()
    settle()
  }
}
