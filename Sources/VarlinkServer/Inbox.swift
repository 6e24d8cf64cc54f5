import Glibc
import Varlink

/// The receiving half of a client's socket, and what of its calls has come and is not answered.
struct Inbox {
  private let descriptor: Int32
  /// Where what has come outlives the process; nil: nowhere.
  private let kept: KeptConnection?
  private var framer: MessageFramer
  /// The client sends no more.
  private(set) var hasEnded = false

  /// An inbox of a socket that stays its owner's, for messages of so many bytes; what a former process took in comes first.
  init(descriptor: Int32, kept: KeptConnection?, limit: Int) {
    self.descriptor = descriptor
    self.kept = kept
    framer = MessageFramer(limit: limit)
    if let kept { framer.append(kept.input) }
  }

  /// Bytes that are held and not answered.
  var unreadBytes: Int { framer.unreadBytes }

  /// Whether more complete messages than so many are held and not answered.
  func holds(moreMessagesThan count: Int) -> Bool { framer.holds(moreMessagesThan: count) }

  /// Takes in what has come. One piece a turn bounds what a client that floods can take from the others.
  mutating func receive() {
    let size = 16 << 10
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
      let count =
        kept?.take(from: descriptor, into: buffer) ?? recv(descriptor, buffer.baseAddress, size, Int32(MSG_DONTWAIT))
      if count > 0 {
        framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        hasEnded = true
      }
    }
  }

  /// The next complete message without its NUL, or nil when there is none yet.
  mutating func next() throws(MessageFramer.TooLong) -> [UInt8]? { try framer.next() }

  /// A message is answered: another process need not do that.
  func forget(_ message: [UInt8]) { kept?.dropInput(message.count + 1) }
}
