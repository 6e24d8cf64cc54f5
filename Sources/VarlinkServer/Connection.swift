import EventLoop
import Glibc
import JSON
import Varlink

/// One client: reads its calls one after the other, and writes the replies in the same order.
///
/// It never holds more than one unread message and one unsent reply. While a reply is unsent or a stream is open,
/// nothing is read, so a client that does not read its replies stops itself.
final class Connection {
  private let descriptor: Int32
  private let peer: Peer
  private unowned let server: VarlinkServer
  private var source: IOSource?
  private var framer: MessageFramer
  /// What of the last reply the socket could not take; empty most of the time, so that an idle client costs little.
  private var unsent: ArraySlice<UInt8> = []
  private var stream: (any VarlinkStream)?
  /// The client sends no more; we answer no more; everything is closed.
  private var hasEnded = (input: false, output: false, all: false)
  /// Sending failed: the client is gone.
  private var isBroken = false

  init(descriptor: Int32, peer: Peer, server: VarlinkServer) {
    self.descriptor = descriptor
    self.peer = peer
    self.server = server
    framer = MessageFramer(limit: server.limits.messageSize)
  }

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
    if isBroken { return close() }
    answerCalls()
    settle()
  }

  // MARK: Events

  /// Whether the next call may be looked at.
  private var isReadyForCall: Bool { stream == nil && unsent.isEmpty && !hasEnded.output }

  private func handle(_ events: IOEvents) {
    let isGone = !events.isDisjoint(with: [.hangup, .error])
    if events.contains(.writable) || isGone { flush() }
    if isReadyForCall {
      if events.contains(.readable) { receive() }
      answerCalls()
    }
    // A client that has gone may have left calls behind, and they are read first; a stream has no reader any more.
    if isBroken || (isGone && stream != nil) { return close() }
    settle()
  }

  /// After anything was done: closes when nothing is left to do, else waits for what can come next.
  private func settle() {
    guard !hasEnded.all, !isBroken else { return }
    let isDone = unsent.isEmpty && stream == nil && (hasEnded.input || hasEnded.output)
    if isDone { return close() }
    var events = IOEvents()
    if isReadyForCall { events.insert(.readable) }
    if !unsent.isEmpty { events.insert(.writable) }
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
      while isReadyForCall, let message = try framer.next() { answer(message) }
    } catch {
      refuseRest(.limitExceeded("messageSize", maximum: error.limit))
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
    reply { $0.varlinkReply(error: error) }
  }

  // MARK: Output

  /// Writes one message and sends it; what the socket does not take is kept. Nothing may be unsent yet.
  private func reply(_ write: (inout JSONWriter) -> Void) {
    server.scratch.removeAll()
    write(&server.scratch)
    unsent = server.scratch.bytes.withUnsafeBytes { bytes in
      let count = transmit(bytes)
      return ArraySlice(bytes[count...])
    }
  }

  private func flush() {
    guard !unsent.isEmpty else { return }
    let count = unsent.withUnsafeBytes { transmit($0) }
    unsent.removeFirst(count)
    // A slice keeps its whole array: let go of it when it is empty.
    if unsent.isEmpty {
      unsent = []
      pull()
    }
  }

  /// Sends what the socket takes and returns how much that was: everything when the client is gone.
  private func transmit(_ bytes: UnsafeRawBufferPointer) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = send(
        descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
        Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        return sent
      } else if errno != EINTR {
        // Somebody may be in the middle of using this connection, so it is closed a little later.
        isBroken = true
        server.revisit(self)
        return bytes.count
      }
    }
    return sent
  }

  /// Sends the stream's next replies for as long as there are any and the client can take them.
  private func pull() {
    while let stream, unsent.isEmpty, !isBroken, stream.hasNews {
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

extension JSONWriter {
  /// Writes one reply of a stream; the closure writes the parameters' members and says whether more replies follow.
  fileprivate mutating func varlinkStreamReply(_ parameters: (inout JSONWriter) -> Bool) {
    object { writer in
      var continues = false
      writer.key("parameters")
      writer.object { continues = parameters(&$0) }
      if continues { writer.member("continues", true) }
    }
    terminate(with: 0)
  }
}
