/// The rows of a sparse matrix, or its columns: short lists in one piece of memory.
///
/// An entry stands once in its row and once in its column; each place knows the other one by line and position. Positions
/// count from the start of a line, so a line may move as a whole. Taking an entry out moves the last one into its place.
struct LineStore: ~Copyable {
  private struct Line {
    var start: Int32 = 0
    var count: Int32 = 0
    var capacity: Int32 = 0
  }

  private var lines = Store<Line>()
  /// The line of the other direction that an entry belongs to, and the entry's position there.
  private var partners = Store<Int32>()
  private var mirrors = Store<Int32>()
  /// Entries that are in use; the rest of the memory is reserve, or was left behind by lines that moved.
  private(set) var entryCount = 0

  var count: Int { lines.count }
  /// The entries that there is memory for.
  var size: Int { partners.count }
  /// Roughly the bytes of memory that it holds.
  var footprint: Int { partners.count * 8 + lines.count * 12 }

  func copy() -> LineStore {
    var copy = LineStore()
    copy.lines = lines.copy()
    copy.partners = partners.copy()
    copy.mirrors = mirrors.copy()
    copy.entryCount = entryCount
    return copy
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    lines.removeAll()
    partners.removeAll()
    mirrors.removeAll()
    entryCount = 0
  }

  // MARK: Reading

  func count(of line: Int) -> Int { Int(lines[line].count) }

  func capacity(of line: Int) -> Int { Int(lines[line].capacity) }

  /// Where the entries of a line stand.
  @inline(__always)
  func entries(of line: Int) -> Range<Int> {
    let line = lines[line]
    return Int(line.start)..<Int(line.start) + Int(line.count)
  }

  /// Where an entry of a line stands.
  @inline(__always)
  func entry(_ line: Int, _ position: Int) -> Int { Int(lines[line].start) + position }

  @inline(__always)
  func partner(_ entry: Int) -> Int { Int(partners[entry]) }

  @inline(__always)
  func mirror(_ entry: Int) -> Int { Int(mirrors[entry]) }

  // MARK: Changing

  mutating func appendLine() { lines.append(Line()) }

  /// Takes the last line away, which must be empty.
  mutating func removeLastLine() { lines.removeLast() }

  /// Puts an entry at the end of a line, and returns its position; values that go with entries move by `grow`.
  @inline(__always)
  mutating func append(to line: Int, partner: Int, mirror: Int) -> Int {
    assert(lines[line].count < lines[line].capacity)
    let position = Int(lines[line].count)
    let entry = Int(lines[line].start) + position
    lines[line].count += 1
    entryCount += 1
    partners[entry] = Int32(truncatingIfNeeded: partner)
    mirrors[entry] = Int32(truncatingIfNeeded: mirror)
    return position
  }

  @inline(__always)
  func isFull(_ line: Int) -> Bool { lines[line].count == lines[line].capacity }

  /// Moves a line to the end of the memory, where it has twice the room or more; returns where its entries were.
  mutating func grow(_ line: Int, to needed: Int = 4) -> Range<Int> {
    let old = entries(of: line)
    let capacity = max(needed, old.count * 2)
    lines[line].start = Int32(truncatingIfNeeded: partners.count)
    lines[line].capacity = Int32(truncatingIfNeeded: capacity)
    partners.reserveMore(capacity)
    mirrors.reserveMore(capacity)
    partners.appendWithin(old)
    mirrors.appendWithin(old)
    partners.append(repeating: 0, count: capacity - old.count)
    mirrors.append(repeating: 0, count: capacity - old.count)
    return old
  }

  /// Takes an entry out by moving the last one of the line there; returns where that was, and where it is now.
  @inline(__always)
  mutating func remove(from line: Int, at position: Int) -> (last: Int, entry: Int) {
    lines[line].count -= 1
    entryCount -= 1
    let entry = Int(lines[line].start) + position
    let last = Int(lines[line].start) + Int(lines[line].count)
    partners[entry] = partners[last]
    mirrors[entry] = mirrors[last]
    return (last, entry)
  }

  @inline(__always)
  mutating func setMirror(_ mirror: Int, of line: Int, at position: Int) {
    mirrors[Int(lines[line].start) + position] = Int32(truncatingIfNeeded: mirror)
  }

  mutating func setPartner(_ partner: Int, of line: Int, at position: Int) {
    partners[Int(lines[line].start) + position] = Int32(truncatingIfNeeded: partner)
  }

  /// Exchanges the content of two lines.
  mutating func swapLines(_ first: Int, _ second: Int) { lines.swapAt(first, second) }

  /// Whether most of the memory is not in use.
  var isWasteful: Bool { partners.count > 4 * entryCount + 512 }

  /// Moves the lines together, and has values that go with the entries do the same; each line keeps some room to grow.
  mutating func compact(_ values: inout Store<Double>, withRoom: Bool) {
    var packed = LineStore()
    var packedValues = Store<Double>()
    let isWithValues = values.count > 0
    packed.lines.reserve(lines.count)
    let size = withRoom ? 2 * entryCount + 2 * lines.count : entryCount
    packed.partners.reserve(size)
    packed.mirrors.reserve(size)
    if isWithValues { packedValues.reserve(size) }
    for line in lines.indices {
      let old = entries(of: line)
      let room = withRoom ? old.count / 2 + 2 : 0
      packed.lines.append(
        Line(
          start: Int32(truncatingIfNeeded: packed.partners.count), count: Int32(truncatingIfNeeded: old.count),
          capacity: Int32(truncatingIfNeeded: old.count + room)))
      packed.partners.append(partners, old)
      packed.mirrors.append(mirrors, old)
      packed.partners.append(repeating: 0, count: room)
      packed.mirrors.append(repeating: 0, count: room)
      guard isWithValues else { continue }
      packedValues.append(values, old)
      packedValues.append(repeating: 0, count: room)
    }
    packed.entryCount = entryCount
    self = packed
    values = packedValues
  }
}
