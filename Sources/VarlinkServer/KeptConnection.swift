import CLinux
import Glibc
import Handover
import JSON

/// One connection's part of what the next process goes on with.
struct KeptConnection {
  static let recordKind: UInt8 = 1

  let store: ConnectionStore
  let row: UInt32

  private var memory: HandoverMemory { store.memory }
  private var recordKey: HandoverKey { HandoverKey(kind: Self.recordKind, number: row) }
  /// Bytes of calls that were taken in and are not answered.
  private var inputKey: HandoverKey { HandoverKey(kind: 2, number: row) }
  /// Bytes of replies that were not sent.
  var unsentKey: HandoverKey { HandoverKey(kind: 3, number: row) }
  /// How many of the input's bytes are about to be taken from the socket.
  private var takingKey: HandoverKey { HandoverKey(kind: 4, number: row) }
  /// There: nothing more is read, and the connection is closed when everything is sent.
  private var closingKey: HandoverKey { HandoverKey(kind: 6, number: row) }
  /// What the connection was narrowed to.
  private var confinementKey: HandoverKey { HandoverKey(kind: 7, number: row) }

  /// Where the number of the stream's last reply is.
  var counter: Int { ConnectionStore.firstCounter + Int(row) }

  /// The number of the last reply that was written for the stream.
  var position: Int {
    get { Int(clamping: memory[counter: counter]) }
    nonmutating set { memory[counter: counter] = UInt64(clamping: newValue) }
  }

  // MARK: What it is

  /// Its number, and the call whose stream is open, as it would have to be made now.
  struct Record {
    var number = 0
    var call: [UInt8]?
  }

  var record: Record {
    var record = Record()
    guard let bytes = memory[recordKey] else { return record }
    // The number is there whatever has become of the rest.
    record.number = Int(ConnectionStore.number(in: bytes.prefix(4)))
    if bytes.count > 4 { record.call = Array(bytes[4...]) }
    return record
  }

  /// Has the connection have this call's stream open, or none.
  func set(number: Int, call: [UInt8]?) {
    memory.put(ConnectionStore.bytes(of: UInt32(truncatingIfNeeded: number)) + (call ?? []), for: recordKey)
  }

  func set(_ confinement: Confinement) {
    var writer = JSONWriter()
    confinement.encode(to: &writer)
    memory.put(writer.bytes, for: confinementKey)
  }

  /// The peer with what its connection was narrowed to; nil where that cannot be told, and it may do nothing then.
  func confined(_ peer: Peer) -> Peer? {
    guard let bytes = memory[confinementKey] else { return peer }
    var reader = JSONReader(bytes)
    guard let confinement = try? Confinement(from: &reader) else { return nil }
    var peer = peer
    peer.confinement = confinement
    return peer
  }

  var isClosing: Bool { memory[closingKey] != nil }

  func setClosing() {
    memory.transaction {
      memory.put([], for: closingKey)
      memory.remove(inputKey)
    }
  }

  func removeAll() {
    memory.transaction {
      for key in [recordKey, inputKey, unsentKey, takingKey, closingKey, confinementKey] { memory.remove(key) }
    }
  }

  // MARK: Calls

  /// Takes bytes from the socket, which are then either in the socket or here, whenever the process dies.
  ///
  /// Returns what recv(2) does: how many there were, 0 at the end, -1 with errno.
  func take(from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK))
    guard count > 0 else { return count }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    let fits = memory.transaction {
      memory.put(ConnectionStore.bytes(of: UInt32(count)), for: takingKey)
      return memory.append(bytes, to: inputKey)
    }
    let taken = recv(descriptor, buffer.baseAddress, count, Int32(MSG_DONTWAIT))
    memory.remove(takingKey)
    // Without room for it, this process alone has the call; that is better than not to answer it.
    if !fits { memory.remove(inputKey) }
    return taken
  }

  /// The input is whole again: a former process may have died between keeping bytes and taking them.
  func settleInput(_ descriptor: Int32) {
    if let value = memory[takingKey] {
      let count = Int(ConnectionStore.number(in: value))
      // What was peeked at and not taken is still there.
      if linux_peek_offset(descriptor) >= count {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
          _ = recv(descriptor, buffer.baseAddress, count, Int32(MSG_DONTWAIT))
        }
      }
      memory.remove(takingKey)
    }
    _ = linux_set_peek_offset(descriptor, 0)
  }

  var input: [UInt8] { memory[inputKey] ?? [] }

  /// A call was answered that had so many bytes.
  func dropInput(_ count: Int) { memory.drop(count, of: inputKey) }

  // MARK: Replies

  var unsent: [UInt8] { memory[unsentKey] ?? [] }

  /// Has exactly these bytes be what is to be sent; says whether there was room for them.
  func setUnsent(_ bytes: some Collection<UInt8>) -> Bool { memory.put(Array(bytes), for: unsentKey) }
}
