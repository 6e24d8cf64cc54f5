/// Values by keys in memory that another process may have to take over at any instant.
///
/// Changes are records behind what is committed, and one store of one word commits them all: whenever the process dies,
/// the next one finds all of a transaction or nothing of it. There are two halves: when one is full of what is past, the
/// values move to the other one.
struct RecordLog {
  /// Memory of a log, which outlives it: two halves of the same size, and the word that says what holds.
  struct Memory {
    var halves: [UnsafeMutableRawBufferPointer]
    var commitWord: UnsafeMutablePointer<UInt64>
    /// Writes the word, after everything that was written before.
    var store: (UnsafeMutablePointer<UInt64>, UInt64) -> Void = { $0.pointee = $1 }
    /// Gets memory whose content is not needed any more.
    var release: (UnsafeMutableRawBufferPointer) -> Void = { _ in }
  }

  enum Kind: UInt32 {
    /// The key's value is these bytes.
    case put = 1
    /// These bytes follow the value.
    case append
    /// The first bytes of the value are gone; the record has their number in place of its length, and no bytes.
    case drop
    /// The key has no value any more.
    case remove
  }

  /// Key, kind and length, before each record's bytes.
  static let headerSize = 16
  /// Kept free for records without bytes, which must always be possible.
  private static let reserve = 64 << 10
  /// So much may be past before it is worth moving.
  private static let mostPast = 256 << 10

  private let memory: Memory
  private var half = 0
  private var end = 0
  /// The values have moved in the present transaction, and the half that they come from is the one that holds.
  private var hasMoved = false
  /// There was no room to say what is gone: then nothing holds any more, which is better than what is wrong.
  private var isLost = false
  /// Where a value's bytes are, in order.
  private struct Place {
    var segments: [Range<Int>] = []
    var count = 0

    mutating func drop(_ number: Int) {
      var rest = number
      let whole = segments.prefix { segment in
        defer { rest -= segment.count }
        return segment.count <= rest
      }
      // The piece that stays in part was counted as well.
      rest = number - whole.reduce(0) { $0 + $1.count }
      segments.removeFirst(whole.count)
      if let first = segments.first { segments[0] = first.lowerBound + rest..<first.upperBound }
      count -= number
    }
  }

  private var places: [UInt64: Place] = [:]
  private var liveBytes = 0

  /// An empty log; what was in the memory is gone.
  init(erasing memory: Memory) {
    self.memory = memory
    memory.store(memory.commitWord, 0)
  }

  /// The log that a former process left; what it had not committed is gone. Nothing is written.
  init(taking memory: Memory) throws(HandoverError) {
    self.memory = memory
    let committed = memory.commitWord.pointee
    half = Int(committed >> 63)
    let length = committed & (1 << 63 - 1)
    guard length <= memory.halves[half].count else { throw .damaged(offset: 0) }
    while end < Int(length) { try read(upTo: Int(length)) }
  }

  /// All keys that have a value.
  var keys: [HandoverKey] { places.keys.map { HandoverKey(rawValue: $0) } }

  func value(of key: HandoverKey) -> [UInt8]? {
    guard let place = places[key.rawValue] else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(place.count)
    for segment in place.segments { bytes += memory.halves[half][segment] }
    return bytes
  }

  // MARK: Changes

  /// Sets a value; says whether there was room for it. If not, the key has none.
  mutating func put(_ bytes: UnsafeRawBufferPointer, for key: HandoverKey) -> Bool { add(.put, bytes, key) }

  /// Adds bytes to a value, which may be none yet; says whether there was room. If not, the key has none.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to key: HandoverKey) -> Bool { add(.append, bytes, key) }

  /// Takes bytes off a value's start.
  mutating func drop(_ count: Int, of key: HandoverKey) {
    guard count > 0, let place = places[key.rawValue] else { return }
    guard count < place.count else { return remove(key) }
    mark(.drop, UInt32(count), key)
  }

  /// Has a key have no value.
  mutating func remove(_ key: HandoverKey) {
    if places[key.rawValue] != nil { mark(.remove, 0, key) }
  }

  /// Has all that was changed hold.
  mutating func commit() {
    let former = half
    if end > Self.mostPast + 2 * liveBytes, !hasMoved { move() }
    memory.store(memory.commitWord, isLost ? 0 : UInt64(half) << 63 | UInt64(end))
    if hasMoved {
      // The other half is written from its start the next time, so that this memory is its own again.
      memory.release(memory.halves[former == half ? 1 - half : former])
      hasMoved = false
    }
  }

  private mutating func add(_ kind: Kind, _ bytes: UnsafeRawBufferPointer, _ key: HandoverKey) -> Bool {
    let size = Self.headerSize + Self.padded(bytes.count)
    if end + size + Self.reserve > memory.halves[half].count { move() }
    guard bytes.count < 1 << 31, end + size + Self.reserve <= memory.halves[half].count else {
      remove(key)
      return false
    }
    write(kind, UInt32(bytes.count), bytes, key)
    return true
  }

  private mutating func mark(_ kind: Kind, _ number: UInt32, _ key: HandoverKey) {
    if end + Self.headerSize > memory.halves[half].count { move() }
    guard end + Self.headerSize <= memory.halves[half].count else { return isLost = true }
    write(kind, number, UnsafeRawBufferPointer(start: nil, count: 0), key)
  }

  private mutating func write(_ kind: Kind, _ number: UInt32, _ bytes: UnsafeRawBufferPointer, _ key: HandoverKey) {
    let target = memory.halves[half]
    writeHeader(kind, number, key.rawValue)
    let start = end + Self.headerSize
    if !bytes.isEmpty { UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: bytes) }
    end = start + Self.padded(bytes.count)
    account(kind, Int(number), start, key.rawValue)
  }

  private func writeHeader(_ kind: Kind, _ number: UInt32, _ key: UInt64) {
    let target = memory.halves[half]
    target.storeBytes(of: key, toByteOffset: end, as: UInt64.self)
    target.storeBytes(of: kind.rawValue, toByteOffset: end + 8, as: UInt32.self)
    target.storeBytes(of: number, toByteOffset: end + 12, as: UInt32.self)
  }

  /// Writes every value once into the other half, unless that is the half that holds.
  private mutating func move() {
    guard !hasMoved else { return }
    let source = memory.halves[half]
    let former = places
    hasMoved = true
    (half, end, places, liveBytes) = (1 - half, 0, [:], 0)
    for (key, place) in former {
      let target = memory.halves[half]
      var behind = end + Self.headerSize
      // Many small pieces become one, or they would be moved again and again.
      for segment in place.segments {
        UnsafeMutableRawBufferPointer(rebasing: target[behind...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[segment]))
        behind += segment.count
      }
      writeHeader(.put, UInt32(place.count), key)
      end += Self.headerSize + Self.padded(place.count)
      account(.put, place.count, behind - place.count, key)
    }
  }

  // MARK: Reading

  private mutating func read(upTo length: Int) throws(HandoverError) {
    let source = memory.halves[half]
    let offset = end
    guard offset + Self.headerSize <= length,
      let kind = Kind(rawValue: source.load(fromByteOffset: offset + 8, as: UInt32.self))
    else { throw .damaged(offset: offset) }
    let key = source.load(fromByteOffset: offset, as: UInt64.self)
    let number = Int(source.load(fromByteOffset: offset + 12, as: UInt32.self))
    let start = offset + Self.headerSize
    switch kind {
    case .put, .append:
      guard Self.padded(number) <= length - start else { throw .damaged(offset: offset) }
      end = start + Self.padded(number)
    case .drop:
      guard let place = places[key], number < place.count else { throw .damaged(offset: offset) }
      end = start
    case .remove:
      end = start
    }
    account(kind, number, start, key)
  }

  /// Keeps in mind where values are.
  private mutating func account(_ kind: Kind, _ number: Int, _ start: Int, _ key: UInt64) {
    liveBytes -= places[key]?.count ?? 0
    switch kind {
    case .put: places[key] = Place(segments: [start..<start + number], count: number)
    case .append:
      // In place: a value that comes in many pieces must not be copied with each.
      places[key, default: Place()].segments.append(start..<start + number)
      places[key]?.count += number
    case .drop: places[key]?.drop(number)
    case .remove: places[key] = nil
    }
    liveBytes += places[key]?.count ?? 0
  }

  /// Records begin at whole words.
  private static func padded(_ count: Int) -> Int { (count + 7) & ~7 }
}
