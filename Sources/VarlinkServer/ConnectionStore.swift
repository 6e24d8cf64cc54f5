import CLinux
import EventLoop
import Glibc
import Handover

/// Where connections outlive the process: somebody keeps their descriptors, and a memory file what was said on them.
///
/// Calls are taken in exactly once, and replies are sent exactly once, whenever the process dies. Two pieces of the kernel's
/// memory tell what was done and what was not: where peeking at a socket goes on (SO_PEEK_OFF), which falls when bytes are
/// taken; and what is left in a pipe, through which replies go into sockets. Replies of streams are not kept: a stream goes
/// on with the whole state.
///
/// A reply that goes through the pipe raises SIGPIPE where the client has gone, so the process ignores that signal from now
/// on: the error says the same.
public final class ConnectionStore {
  /// The first of the counters that connections use; those below are free for others.
  public static let firstCounter = 64
  /// What a descriptor's name starts with that is a client's.
  public static let clientPrefix = "client-"
  /// The names of the pipe's ends.
  public static let pipeNames = (reading: "replies-out", writing: "replies-in")
  /// Bytes that go through the pipe at once: as many as a socket takes as one piece, and as a pipe has room for.
  static let pieceSize = 32 << 10

  /// Numbers of this and all former processes' connections end here.
  private static let lastNumberCounter = firstCounter - 1

  let memory: HandoverMemory
  private let pipe: (reading: Int32, writing: Int32)
  private let keepDescriptor: (Int32, String) -> Bool
  private var rows: Set<UInt32> = []
  /// Those of a former process, by their descriptors' names, until they are taken up.
  private var formerRows: [String: UInt32] = [:]
  /// Connections whose descriptors nobody took yet, as the other side was busy.
  private var unkept: [UInt32: (descriptor: Int32, name: String)] = [:]
  private var retry: TimerSource?
  /// Microseconds until they are offered again.
  private var delay: UInt64 = 0

  /// A store of what the memory file has.
  ///
  /// `pipe` are the ends that a former process used, or nil for new ones. `keepDescriptor` hands a copy of a descriptor to
  /// whoever keeps it, and says whether it was taken.
  public init(
    memory: HandoverMemory, pipe former: (reading: Int32, writing: Int32)?, loop: EventLoop,
    keepDescriptor: @escaping (Int32, String) -> Bool
  ) throws(EventLoopError) {
    self.memory = memory
    self.keepDescriptor = keepDescriptor
    signal(SIGPIPE, SIG_IGN)
    if let former {
      pipe = former
    } else {
      var ends: (Int32, Int32) = (-1, -1)
      try EventLoopError.check(linux_pipe(&ends.0, &ends.1), "make the pipe for replies")
      pipe = ends
      _ = keepDescriptor(pipe.reading, Self.pipeNames.reading)
      _ = keepDescriptor(pipe.writing, Self.pipeNames.writing)
    }
    for key in memory.keys where key.kind == KeptConnection.recordKind {
      rows.insert(key.number)
      formerRows["\(Self.clientPrefix)\(KeptConnection(store: self, row: key.number).record.number)"] = key.number
    }
    retry = try loop.timer(priority: .clients) { [weak self, weak loop] in
      if let loop { self?.keepAgain(loop) }
    }
    settlePipe(isFormer: former != nil)
  }

  deinit {
    close(pipe.reading)
    close(pipe.writing)
  }

  /// The number for a connection that is new.
  func nextNumber() -> Int {
    let number = memory[counter: Self.lastNumberCounter] + 1
    memory[counter: Self.lastNumberCounter] = number
    return Int(number)
  }

  /// Keeps a connection from now on; nil where there is no room for one more.
  func keep(_ descriptor: Int32, number: Int, loop: EventLoop) -> KeptConnection? {
    guard let row = (0...).lazy.map({ UInt32($0) }).first(where: { !self.rows.contains($0) }),
      Int(row) + Self.firstCounter < HandoverMemory.counters, linux_set_peek_offset(descriptor, 0) == 0,
      Self.takesWholePieces(descriptor)
    else { return nil }
    rows.insert(row)
    let kept = KeptConnection(store: self, row: row)
    memory[counter: kept.counter] = 0
    kept.set(number: number, call: nil)
    let name = "\(Self.clientPrefix)\(number)"
    if !keepDescriptor(descriptor, name) {
      unkept[row] = (descriptor, name)
      delay = 1000
      retry?.schedule(at: loop.now + delay)
    }
    return kept
  }

  /// Whether a piece goes into the socket whole or not at all: the kernel cuts what is longer than half of its buffer.
  private static func takesWholePieces(_ descriptor: Int32) -> Bool {
    var size: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, &length) == 0 && Int(size) / 2 - 64 >= pieceSize
  }

  /// What a former process left of the connection that the name is of; nil: nothing.
  func kept(named name: String, descriptor: Int32) -> KeptConnection? {
    guard let match = formerRows[name].map({ KeptConnection(store: self, row: $0) }) else { return nil }
    match.settleInput(descriptor)
    return match
  }

  /// Forgets the connections of a former process that nobody has the descriptors of any more.
  func forgetAll(but numbers: Set<Int>) {
    formerRows = [:]
    for row in rows {
      let kept = KeptConnection(store: self, row: row)
      if !numbers.contains(kept.record.number) { forget(kept) }
    }
  }

  func forget(_ kept: KeptConnection) {
    kept.removeAll()
    rows.remove(kept.row)
    unkept[kept.row] = nil
  }

  private func keepAgain(_ loop: EventLoop) {
    for (row, entry) in unkept where keepDescriptor(entry.descriptor, entry.name) { unkept[row] = nil }
    delay = min(2 * delay, 1_000_000)
    retry?.schedule(at: unkept.isEmpty ? nil : loop.now + delay)
  }

  // MARK: Replies

  private static let pipeKey = HandoverKey(kind: 5)

  /// Sends the first bytes of what a connection has unsent; returns how many the socket took, or -errno.
  func send(_ bytes: ArraySlice<UInt8>, of kept: KeptConnection, to descriptor: Int32) -> Int {
    let piece = bytes.prefix(Self.pieceSize)
    let written = piece.withUnsafeBytes { write(pipe.writing, $0.baseAddress, $0.count) }
    guard written == piece.count else {
      drain()
      return -Int(EIO)
    }
    memory.put([kept.row, UInt32(written)].flatMap { Self.bytes(of: $0) }, for: Self.pipeKey)
    let result = linux_splice(pipe.reading, descriptor, written)
    memory.transaction {
      if result > 0 { memory.drop(result, of: kept.unsentKey) }
      memory.remove(Self.pipeKey)
    }
    if result < written { drain() }
    return result
  }

  /// Finds out how far a former process got that died while it sent: what is left in the pipe was not sent.
  private func settlePipe(isFormer: Bool) {
    if let value = memory[Self.pipeKey], value.count == 8 {
      let kept = KeptConnection(store: self, row: Self.number(in: value[..<4]))
      memory.transaction {
        if isFormer {
          memory.drop(Int(Self.number(in: value[4...])) - max(0, linux_unread_bytes(pipe.reading)), of: kept.unsentKey)
        } else {
          // Without the pipe nobody knows, and a reply that comes twice would be taken for another one's.
          kept.removeAll()
        }
        memory.remove(Self.pipeKey)
      }
    }
    drain()
  }

  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while read(pipe.reading, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  static func bytes(of number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

  static func number(in bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
