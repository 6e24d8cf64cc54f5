/// Cuts a stream of bytes into NUL-terminated messages, holding no more than one message's worth.
public struct MessageFramer: Sendable {
  /// A message that grew beyond the limit before its NUL came.
  public struct TooLong: Error, Equatable {
    public let limit: Int
  }

  /// As much memory stays with a framer that holds nothing.
  private static let keptCapacity = 4096

  /// The most bytes that a message may have, NUL not counted.
  public let limit: Int
  private var buffer: [UInt8] = []
  /// Where the first unread message starts.
  private var start = 0
  /// How far the search for its NUL has come, so that no byte is looked at twice.
  private var searched = 0

  public init(limit: Int) {
    self.limit = limit
  }

  /// Bytes that are held and not read yet.
  public var unreadBytes: Int { buffer.count - start }

  /// Whether more complete messages than so many are held and not read yet.
  public func holds(moreMessagesThan count: Int) -> Bool {
    var rest = count
    for byte in buffer[start...] where byte == 0 {
      if rest <= 0 { return true }
      rest -= 1
    }
    return false
  }

  public mutating func append(_ bytes: some Collection<UInt8>) {
    // Read messages are dropped when new bytes come, not one by one.
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next complete message without its NUL, or nil when there is none yet.
  public mutating func next() throws(TooLong) -> [UInt8]? {
    while searched < buffer.count {
      if buffer[searched] == 0 {
        defer {
          searched += 1
          start = searched
        }
        guard searched - start <= limit else { throw TooLong(limit: limit) }
        return Array(buffer[start..<searched])
      }
      searched += 1
    }
    guard buffer.count - start <= limit else { throw TooLong(limit: limit) }
    // Who has sent a long message once must not keep its memory for ever.
    if start == buffer.count, buffer.capacity > Self.keptCapacity { (buffer, start, searched) = ([], 0, 0) }
    return nil
  }
}
