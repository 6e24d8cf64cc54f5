import Glibc
import JSON
import Varlink

/// One connection to a Varlink service: one call at a time, and its replies.
///
/// It belongs to one thread. Methods block; a program with an event loop watches `descriptor` and calls
/// `receive` when it is readable.
public final class VarlinkClient {
  /// Where keyguided listens when systemd started it.
  public static let defaultPath = "/run/keyguide/io.keyguide"

  /// The longest reply that is taken.
  public static let replyLimit = 16 << 20

  /// Readable when a reply may be waiting; owned by the client.
  public let descriptor: Int32
  private var framer = MessageFramer(limit: VarlinkClient.replyLimit)

  /// Connects to the service at a path.
  ///
  /// Where too many others wait to be accepted, this waits too, or fails.
  public init(path: String = VarlinkClient.defaultPath, waits: Bool = true) throws(ClientError) {
    do {
      descriptor = try UnixSocket.connect(to: path, waits: waits)
    } catch {
      throw .socket(error)
    }
  }

  deinit {
    close(descriptor)
  }

  /// Sends a call; its replies are read by `next` or `receive`.
  ///
  /// The method is named in full, as in `io.keyguide.Monitor.Subscribe`; `more` asks for a stream of replies.
  public func send(
    _ method: String, more: Bool = false, parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("method", method)
      writer.key("parameters")
      writer.object { parameters(&$0) }
      if more { writer.member("more", true) }
    }
    writer.terminate(with: 0)
    let failure: Int32? = writer.bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Glibc.send(
          descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
        if count >= 0 { sent += count } else if errno != EINTR { return errno }
      }
      return nil
    }
    // A daemon that turns a client away says why and hangs up, maybe before the call is sent: `next` tells what it said.
    if failure == EPIPE || failure == ECONNRESET { return }
    if let failure { throw .socket(UnixSocketError(operation: "call \(method)", code: failure)) }
  }

  /// Calls a method that answers once.
  public func call(
    _ method: String, parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) -> VarlinkReply {
    try send(method, parameters: parameters)
    return try next()
  }

  /// Waits for the next reply; throws when it is an error.
  public func next() throws(ClientError) -> VarlinkReply {
    while true {
      if let reply = try buffered() { return reply }
      try fill(flags: 0)
    }
  }

  /// The next reply that is there already, or nil; does not wait.
  public func receive() throws(ClientError) -> VarlinkReply? {
    if let reply = try buffered() { return reply }
    try fill(flags: Int32(MSG_DONTWAIT))
    return try buffered()
  }

  private func buffered() throws(ClientError) -> VarlinkReply? {
    let message: [UInt8]?
    do { message = try framer.next() } catch { throw .replyTooLong(limit: error.limit) }
    guard let message else { return nil }
    let reply: VarlinkReply
    do { reply = try VarlinkReply(message: message) } catch { throw .invalidReply(error) }
    if let name = reply.error { throw .refused(name: name, parameters: reply.parameterText) }
    return reply
  }

  private func fill(flags: Int32) throws(ClientError) {
    let size = 64 << 10
    let result: (count: Int, code: Int32) = withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
      let count = recv(descriptor, buffer.baseAddress, size, flags)
      let code = errno
      if count > 0 { framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return (count, code)
    }
    if result.count == 0 { throw .disconnected }
    // A blocking socket gives EAGAIN only when its owner has set a time limit (SO_RCVTIMEO), and that is over.
    let isOrdinary = result.code == EINTR || (result.code == EAGAIN && flags != 0)
    if result.count < 0, !isOrdinary {
      throw .socket(UnixSocketError(operation: "read a reply", code: result.code))
    }
  }
}
