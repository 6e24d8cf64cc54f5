/// Cuts a stream of bytes into messages, holding no more than one message's worth.
public struct SwayFramer: Sendable {
  /// The most bytes that a payload may have.
  public let limit: Int
  private var buffer: [UInt8] = []
  /// Where the first unread message starts.
  private var start = 0

  public init(limit: Int) {
    self.limit = limit
  }

  public mutating func append(_ bytes: some Collection<UInt8>) {
    buffer.removeSubrange(..<start)
    start = 0
    buffer.append(contentsOf: bytes)
  }

  /// The next complete message, or nil when there is none yet. After an error the stream is of no more use.
  public mutating func next() throws(SwayProtocolError) -> SwayMessage? {
    let rest = buffer[start...]
    guard rest.starts(with: SwayMessage.magic.prefix(rest.count)) else { throw .noMessage }
    guard rest.count >= SwayMessage.headerSize else { return nil }
    let size = number(at: start + SwayMessage.magic.count)
    // Known before a byte of it is held.
    guard size <= limit else { throw .tooLong(limit: limit) }
    let payload = start + SwayMessage.headerSize
    let end = payload + Int(size)
    guard end <= buffer.count else { return nil }
    let kind = SwayMessage.Kind(rawValue: number(at: payload - 4))
    defer { start = end }
    return SwayMessage(kind, payload: Array(buffer[payload..<end]))
  }

  /// Four bytes in the machine's order.
  private func number(at index: Int) -> UInt32 {
    buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: UInt32.self) }
  }
}
