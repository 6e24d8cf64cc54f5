import Glibc

/// The sending half of a client's socket, and what it could not take yet.
nonisolated struct Outbox {
  private let descriptor: Int32
  /// Empty most of the time, so that an idle client costs little.
  private var unsent: ArraySlice<UInt8> = []
  /// Sending failed: the client is gone, and nothing is kept for it.
  private(set) var isBroken = false

  /// An outbox of a socket that stays its owner's.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether everything is sent.
  var isEmpty: Bool { unsent.isEmpty }

  /// Sends what the socket takes now, behind what waits already, and keeps the rest.
  mutating func send(_ bytes: [UInt8]) {
    guard unsent.isEmpty else { return unsent += bytes }
    let count = bytes.withUnsafeBytes { transmit($0) }
    // A slice of the caller's array would have the caller copy it the next time that it writes.
    if count < bytes.count { unsent = ArraySlice(Array(bytes[count...])) }
  }

  /// Sends more of what waits.
  mutating func flush() {
    unsent.removeFirst(unsent.withUnsafeBytes { transmit($0) })
    // A slice keeps its whole array: let go of it when it is empty.
    if unsent.isEmpty { unsent = [] }
  }

  /// Sends what the socket takes and returns how much that was: everything when the client is gone.
  private mutating func transmit(_ bytes: UnsafeRawBufferPointer) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = Glibc.send(
        descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
        Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        return sent
      } else if errno != EINTR {
        isBroken = true
        return bytes.count
      }
    }
    return sent
  }
}
