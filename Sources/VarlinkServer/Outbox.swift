import Glibc

/// The sending half of a client's socket, and what it could not take yet.
struct Outbox {
  private let descriptor: Int32
  /// Where what is unsent outlives the process; nil: nowhere.
  private let kept: KeptConnection?
  /// Empty most of the time, so that an idle client costs little.
  private var unsent: ArraySlice<UInt8> = []
  /// Whether what is unsent must be sent exactly once, even by another process.
  private var isKept = false
  /// Sending failed: the client is gone, and nothing is kept for it.
  private(set) var isBroken = false

  /// An outbox of a socket that stays its owner's; what a former process left unsent comes first.
  init(descriptor: Int32, kept: KeptConnection?) {
    self.descriptor = descriptor
    self.kept = kept
    if let rest = kept?.unsent, !rest.isEmpty { (unsent, isKept) = (rest[...], true) }
  }

  /// Whether everything is sent.
  var isEmpty: Bool { unsent.isEmpty }

  /// Whether something could be sent if no transaction were open: only then is it known what was sent.
  var isDeferred: Bool { isKept && !unsent.isEmpty && kept?.store.memory.isInTransaction == true }

  /// Sends a reply that another process would write anew, such as a stream's: what the socket takes now, behind what waits
  /// already; and keeps the rest.
  mutating func send(_ bytes: [UInt8]) {
    guard unsent.isEmpty else { return add(bytes) }
    // A socket takes as much as this whole or not at all.
    if kept != nil, bytes.count > ConnectionStore.pieceSize {
      sendOnce(bytes)
      return flush()
    }
    let count = bytes.withUnsafeBytes { transmit($0) }
    guard count < bytes.count else { return }
    // A slice of the caller's array would have the caller copy it the next time that it writes.
    unsent = ArraySlice(Array(bytes[count...]))
    if count > 0 { keep() }
  }

  /// Has a reply be sent exactly once, by `flush`; what was done for its call is to be kept together with it.
  mutating func sendOnce(_ bytes: [UInt8]) {
    add(bytes)
    keep()
  }

  /// Sends more of what waits.
  mutating func flush() {
    if let kept, isKept {
      sendKept(kept)
    } else {
      let count = unsent.withUnsafeBytes { transmit($0) }
      unsent.removeFirst(count)
      if count > 0, !unsent.isEmpty { keep() }
    }
    // A slice keeps its whole array: let go of it when it is empty.
    if unsent.isEmpty { (unsent, isKept) = ([], false) }
  }

  private mutating func add(_ bytes: [UInt8]) {
    // As above: the caller's array stays the caller's alone.
    if unsent.isEmpty { unsent = ArraySlice(Array(bytes[0...])) } else { unsent += bytes }
    if isKept { keep() }
  }

  private mutating func keep() {
    guard let kept else { return }
    isKept = kept.setUnsent(unsent)
  }

  private mutating func sendKept(_ kept: KeptConnection) {
    guard !isDeferred else { return }
    while !unsent.isEmpty {
      let piece = min(unsent.count, ConnectionStore.pieceSize)
      let result = kept.store.send(unsent, of: kept, to: descriptor)
      if result < 0, result != -Int(EAGAIN), result != -Int(EINTR) {
        (isBroken, unsent) = (true, [])
        return
      }
      unsent.removeFirst(max(0, result))
      if result < piece { return }
    }
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
