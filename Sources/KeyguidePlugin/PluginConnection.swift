import EventLoop
import Glibc
import JSON
import KeyguideClient
import Varlink

/// One connection to the daemon in the loop: it never waits, and keeps what the socket could not take yet.
final class PluginConnection {
  /// Why it is over.
  enum End {
    /// The daemon has hung up.
    case disconnected
    /// It has sent something that is no reply.
    case nonsense
  }

  private let descriptor: Int32
  private var source: IOSource?
  private var framer = MessageFramer(limit: VarlinkClient.replyLimit)
  private var unsent: [UInt8] = []
  private let onReply: (VarlinkReply) -> Void
  private let onEnd: (End) -> Void
  private var isClosed = false

  /// Takes over the descriptor. `onEnd` is called once at most, and not after `close`.
  init(
    _ descriptor: Int32, loop: EventLoop, onReply: @escaping (VarlinkReply) -> Void, onEnd: @escaping (End) -> Void
  ) throws(EventLoopError) {
    self.descriptor = descriptor
    self.onReply = onReply
    self.onEnd = onEnd
    source = try loop.watch(descriptor, for: .readable, priority: .clients) { [weak self] in self?.handle($0) }
  }

  isolated deinit {
    close()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    source?.cancel()
    Glibc.close(descriptor)
  }

  /// Sends a call, as far as the socket takes it now; its caller sends the next one when this one is answered.
  func send(_ method: String, more: Bool = false, parameters: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("method", method)
      writer.key("parameters")
      writer.object { parameters(&$0) }
      if more { writer.member("more", true) }
    }
    writer.terminate(with: 0)
    unsent += writer.bytes
    flush()
  }

  private func handle(_ events: IOEvents) {
    if events.contains(.writable) { flush() }
    // What was said before the end is read first.
    if !events.isDisjoint(with: [.readable, .hangup, .error]) { receive() }
  }

  private func flush() {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count >= 0 {
        unsent.removeFirst(count)
      } else if errno != EINTR {
        // Whoever has gone is noticed by reading.
        if errno != EAGAIN { unsent = [] }
        break
      }
    }
    source?.setEvents(unsent.isEmpty ? .readable : [.readable, .writable])
  }

  private func receive() {
    let size = 64 << 10
    let result: (count: Int, code: Int32) = withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
      let count = recv(descriptor, buffer.baseAddress, size, Int32(MSG_DONTWAIT))
      let code = errno
      if count > 0 { framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return (count, code)
    }
    if result.count < 0, result.code == EAGAIN || result.code == EINTR { return }
    do {
      while !isClosed, let message = try framer.next() { onReply(try VarlinkReply(message: message)) }
    } catch {
      return end(.nonsense)
    }
    if result.count <= 0 { end(.disconnected) }
  }

  private func end(_ end: End) {
    guard !isClosed else { return }
    close()
    onEnd(end)
  }
}
