import CLinux
import Glibc

/// A memory file in which a process keeps what the next one goes on with, up to date at every instant.
///
/// The file outlives the process where somebody else holds its descriptor: systemd does (`FDSTORE=1`, sd_notify(3)). Its
/// size is sealed, so that nobody who has it can take the memory from under a process that reads it. Memory that was
/// never written costs nothing.
public final class HandoverMemory {
  /// Grows when a reader of the former version would go wrong.
  public static let version: UInt64 = 1
  /// How many counters there are.
  public static let counters = 8192

  private static let magic: UInt64 = 0x4b47_6861_6e64_6f76
  private static let logStart = 4096 + counters * 8

  /// The memory file; the descriptor is closed with this object.
  public let descriptor: Int32
  private let memory: UnsafeMutableRawBufferPointer
  private var log: RecordLog
  /// Transactions that are open, one within the other.
  private var depth = 0

  /// An empty one; `capacity` is the most bytes that values may have at any time, with some 16 each for themselves.
  public init(capacity: Int = 16 << 20) throws(HandoverError) {
    let page = 4096
    let half = (capacity + page - 1) / page * page
    descriptor = linux_memory_file("keyguide-handover", Self.logStart + 2 * half)
    guard descriptor >= 0 else { throw .noMemory(code: -descriptor) }
    do throws(HandoverError) {
      memory = try Self.map(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    memory.storeBytes(of: Self.magic, as: UInt64.self)
    memory.storeBytes(of: Self.version, toByteOffset: 8, as: UInt64.self)
    log = RecordLog(erasing: Self.logMemory(in: memory))
  }

  /// Takes up what a former process left in a memory file; the descriptor is this object's when that has succeeded.
  ///
  /// What that process had begun and not committed is not there. Throws when it is not known what is in the file.
  public init(taking descriptor: Int32) throws(HandoverError) {
    guard linux_is_sealed(descriptor) else { throw .notSealed }
    let memory = try Self.map(descriptor)
    do throws(HandoverError) {
      guard memory.count > Self.logStart, memory.load(as: UInt64.self) == Self.magic else {
        throw HandoverError.damaged(offset: 0)
      }
      let version = memory.load(fromByteOffset: 8, as: UInt64.self)
      guard version == Self.version else { throw HandoverError.unknownVersion(version) }
      log = try RecordLog(taking: Self.logMemory(in: memory))
    } catch {
      munmap(memory.baseAddress, memory.count)
      throw error
    }
    self.memory = memory
    self.descriptor = descriptor
  }

  deinit {
    munmap(memory.baseAddress, memory.count)
    close(descriptor)
  }

  // MARK: Values

  /// All keys that have a value.
  public var keys: [HandoverKey] { log.keys }

  public subscript(_ key: HandoverKey) -> [UInt8]? { log.value(of: key) }

  /// Sets a value; says whether there was room for it. If not, the key has none.
  @discardableResult
  public func put(_ bytes: [UInt8], for key: HandoverKey) -> Bool {
    transaction { bytes.withUnsafeBytes { log.put($0, for: key) } }
  }

  /// Adds bytes to a value, which may be none yet; says whether there was room. If not, the key has none.
  @discardableResult
  public func append(_ bytes: UnsafeRawBufferPointer, to key: HandoverKey) -> Bool {
    transaction { log.append(bytes, to: key) }
  }

  /// Takes bytes off a value's start; a value of which nothing is left is none.
  public func drop(_ count: Int, of key: HandoverKey) {
    transaction { log.drop(count, of: key) }
  }

  /// Has a key have no value.
  public func remove(_ key: HandoverKey) {
    transaction { log.remove(key) }
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { depth > 0 }

  /// Changes that the next process finds all of, or none. A transaction within another one is a part of it.
  public func transaction<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { log.commit() }
    }
    return try body()
  }

  // MARK: Counters

  /// A number that the next process finds as it was set last, whatever transaction is open; 0 at first.
  ///
  /// The index is below `counters`; another one is as good as none.
  public subscript(counter index: Int) -> UInt64 {
    get { Self.place(ofCounter: index).map { memory.load(fromByteOffset: $0, as: UInt64.self) } ?? 0 }
    set {
      guard let place = Self.place(ofCounter: index) else { return }
      memory.storeBytes(of: newValue, toByteOffset: place, as: UInt64.self)
    }
  }

  private static func place(ofCounter index: Int) -> Int? {
    (0..<counters).contains(index) ? 4096 + index * 8 : nil
  }

  // MARK: Memory

  private static func map(_ descriptor: Int32) throws(HandoverError) -> UnsafeMutableRawBufferPointer {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { throw .notSealed }
    let size = Int(status.st_size)
    guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
      throw .noMemory(code: errno)
    }
    return UnsafeMutableRawBufferPointer(start: start, count: size)
  }

  private static func logMemory(in memory: UnsafeMutableRawBufferPointer) -> RecordLog.Memory {
    let half = (memory.count - logStart) / 2 & ~7
    return RecordLog.Memory(
      halves: [0, half].map { start in
        UnsafeMutableRawBufferPointer(rebasing: memory[logStart + start..<logStart + start + half])
      },
      // The page is aligned, and nothing else is at this place.
      commitWord: memory.baseAddress.unsafelyUnwrapped.advanced(by: 16).assumingMemoryBound(to: UInt64.self),
      store: { linux_store_release($0, $1) },
      release: { linux_release_memory($0.baseAddress, $0.count) })
  }
}
