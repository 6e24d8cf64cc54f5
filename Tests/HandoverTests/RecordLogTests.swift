import Testing

@testable import Handover

/// A log in memory of its own, as a process finds it that takes over.
private final class Heap {
  let memory: RecordLog.Memory
  private let bytes: UnsafeMutableRawBufferPointer
  private let word: UnsafeMutablePointer<UInt64>

  init(half: Int = 128 << 10) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * half, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0xAA)
    self.bytes = bytes
    word = .allocate(capacity: 1)
    word.initialize(to: 0)
    memory = RecordLog.Memory(
      halves: [0, half].map { UnsafeMutableRawBufferPointer(rebasing: bytes[$0..<$0 + half]) },
      commitWord: word,
      // What is given back is not to be read again.
      release: { $0.initializeMemory(as: UInt8.self, repeating: 0x55) })
  }

  var committed: UInt64 {
    get { word.pointee }
    set { word.pointee = newValue }
  }

  func byte(at place: Int, set value: UInt8) { memory.halves[0][place] = value }

  /// What the next process finds.
  func taken() throws -> [HandoverKey: [UInt8]] {
    let log = try RecordLog(taking: memory)
    return Dictionary(uniqueKeysWithValues: log.keys.map { ($0, log.value(of: $0) ?? []) })
  }

  deinit {
    bytes.deallocate()
    word.deallocate()
  }
}

extension RecordLog {
  @discardableResult
  fileprivate mutating func put(_ bytes: [UInt8], for key: HandoverKey) -> Bool {
    bytes.withUnsafeBytes { put($0, for: key) }
  }

  @discardableResult
  fileprivate mutating func append(_ bytes: [UInt8], to key: HandoverKey) -> Bool {
    bytes.withUnsafeBytes { append($0, to: key) }
  }
}

private let a = HandoverKey(kind: 1, number: 7)
private let b = HandoverKey(kind: 2, number: 7)

@Suite struct RecordLogTests {
  @Test func `What is committed is there, and what is not is not`() throws {
    let heap = Heap()
    var log = RecordLog(erasing: heap.memory)
    log.put([1, 2, 3], for: a)
    log.append([4], to: a)
    log.put([9], for: b)
    log.commit()
    log.drop(1, of: a)
    log.remove(b)
    #expect(try heap.taken() == [a: [1, 2, 3, 4], b: [9]])
    log.commit()
    #expect(try heap.taken() == [a: [2, 3, 4]])
  }

  @Test func `A value of which all is dropped is none, and can be appended to anew`() throws {
    let heap = Heap()
    var log = RecordLog(erasing: heap.memory)
    log.append([1, 2], to: a)
    log.append([3], to: a)
    log.drop(3, of: a)
    log.commit()
    #expect(try heap.taken() == [:])
    log.append([5], to: a)
    log.commit()
    #expect(try heap.taken() == [a: [5]])
  }

  @Test func `Values outlast a hundred times their room, a transaction at a time`() throws {
    let heap = Heap()
    var log = RecordLog(erasing: heap.memory)
    log.put(Array(repeating: 1, count: 1000), for: b)
    for round in 0..<5000 {
      log.put(Array(repeating: UInt8(truncatingIfNeeded: round), count: 3000), for: a)
      if round % 500 == 0 {
        // Not before the commit, whatever had to be moved for it.
        #expect(try heap.taken()[a]?.first != UInt8(truncatingIfNeeded: round) || round == 0)
      }
      log.commit()
      if round % 500 == 0 {
        #expect(
          try heap.taken() == [
            a: Array(repeating: UInt8(truncatingIfNeeded: round), count: 3000), b: Array(repeating: 1, count: 1000),
          ])
      }
    }
  }

  @Test func `What does not fit is none, and harms nothing else`() throws {
    let heap = Heap()
    var log = RecordLog(erasing: heap.memory)
    log.put([1], for: a)
    log.put([2], for: b)
    log.commit()
    let fits = log.put(Array(repeating: 3, count: 128 << 10), for: a)
    #expect(!fits)
    log.commit()
    #expect(try heap.taken() == [b: [2]])
  }

  @Test func `A value that comes byte by byte is moved as one piece`() throws {
    let heap = Heap(half: 192 << 10)
    var log = RecordLog(erasing: heap.memory)
    let bytes = (0..<30_000).map { UInt8(truncatingIfNeeded: $0) }
    for byte in bytes {
      let fits = log.append([byte], to: a)
      #expect(fits)
      log.commit()
    }
    #expect(try heap.taken() == [a: bytes])
  }

  /// Whatever is done, and whenever the process dies, the next one finds the state of the last commit.
  @Test(arguments: 0..<20) func `A model of plain dictionaries agrees`(seed: UInt64) throws {
    var random = Splitmix(state: seed)
    let heap = Heap(half: 96 << 10)
    var log = RecordLog(erasing: heap.memory)
    var now: [HandoverKey: [UInt8]] = [:]
    var committed: [HandoverKey: [UInt8]] = [:]
    for step in 0..<1000 {
      let key = HandoverKey(kind: 3, number: .random(in: 0..<5, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let bytes = (0..<Int.random(in: 0...3000, using: &random)).map { _ in
          UInt8.random(in: .min ... .max, using: &random)
        }
        now[key] = log.put(bytes, for: key) ? bytes : nil
      case 3...5:
        let bytes = (0..<Int.random(in: 1...900, using: &random)).map { _ in
          UInt8.random(in: .min ... .max, using: &random)
        }
        now[key] = log.append(bytes, to: key) ? (now[key] ?? []) + bytes : nil
      case 6:
        let count = Int.random(in: 1...500, using: &random)
        log.drop(count, of: key)
        if let value = now[key] { now[key] = count < value.count ? Array(value.dropFirst(count)) : nil }
      case 7:
        log.remove(key)
        now[key] = nil
      default:
        log.commit()
        committed = now
      }
      if step % 7 == 0 { #expect(try heap.taken() == committed) }
    }
    // The next process goes on where this one was.
    var next = try RecordLog(taking: heap.memory)
    next.put([1], for: a)
    next.commit()
    committed[a] = [1]
    #expect(try heap.taken() == committed)
  }

  @Test func `Damaged memory is refused and never read beyond its end`() throws {
    let heap = Heap()
    var log = RecordLog(erasing: heap.memory)
    log.put([1, 2, 3], for: a)
    log.drop(1, of: a)
    log.commit()
    let good = heap.committed
    heap.committed = UInt64.max >> 1
    #expect(throws: HandoverError.damaged(offset: 0)) { try heap.taken() }
    heap.committed = good - 8
    #expect(throws: HandoverError.damaged(offset: 24)) { try heap.taken() }
    heap.committed = good
    heap.byte(at: 8, set: 77)
    #expect(throws: HandoverError.damaged(offset: 0)) { try heap.taken() }
    heap.byte(at: 8, set: 1)
    heap.byte(at: 14, set: 1)
    #expect(throws: HandoverError.damaged(offset: 0)) { try heap.taken() }
  }
}

/// Numbers that are the same on every run.
struct Splitmix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
