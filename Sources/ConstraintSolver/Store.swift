/// A growing array of plain values that has one owner and cannot be copied by accident.
///
/// An `Array` counts references and checks, at every write, that it is not shared; in the inner loops of a tableau that
/// is most of the work. This is the only type of the solver that handles raw memory, here and in its extensions. What makes it safe: the memory
/// belongs to one value, which is not copyable and frees it at its end; elements are plain bits, so there is nothing to
/// destroy; and indices never come from outside: they are rows, columns and positions that the tableau keeps itself, and
/// identifiers that were checked at the door. Debug builds, and so all tests, check every index.
struct Store<Element: BitwiseCopyable>: ~Copyable {
  private var memory: UnsafeMutablePointer<Element>?
  private var capacity = 0
  private(set) var count = 0

  init() {}

  init(repeating element: Element, count: Int) {
    append(repeating: element, count: count)
  }

  deinit { memory?.deallocate() }

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return memory.unsafelyUnwrapped[index]
    }
    @inline(__always) set {
      assert(index >= 0 && index < count)
      memory.unsafelyUnwrapped[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    memory.unsafelyUnwrapped[count] = element
    count += 1
  }

  mutating func append(repeating element: Element, count added: Int) {
    guard added > 0 else { return }
    if count + added > capacity { grow(to: count + added) }
    (memory.unsafelyUnwrapped + count).initialize(repeating: element, count: added)
    count += added
  }

  /// Appends a part of another store.
  mutating func append(_ other: borrowing Store<Element>, _ range: Range<Int>) {
    assert(range.lowerBound >= 0 && range.upperBound <= other.count)
    guard !range.isEmpty else { return }
    if count + range.count > capacity { grow(to: count + range.count) }
    (memory.unsafelyUnwrapped + count).update(
      from: other.memory.unsafelyUnwrapped + range.lowerBound, count: range.count)
    count += range.count
  }

  /// Appends a copy of some of the elements; there must be room for them.
  mutating func appendWithin(_ range: Range<Int>) {
    assert(range.lowerBound >= 0 && range.upperBound <= count && count + range.count <= capacity)
    guard let memory else { return }
    (memory + count).update(from: memory + range.lowerBound, count: range.count)
    count += range.count
  }

  /// Makes room for so many elements more.
  mutating func reserveMore(_ added: Int) {
    if count + added > capacity { grow(to: count + added) }
  }

  mutating func removeLast() {
    assert(count > 0)
    count -= 1
  }

  /// Forgets the elements and keeps the memory.
  mutating func removeAll() { count = 0 }

  /// The memory of an element that is there, for loops within this type's own extensions.
  @inline(__always)
  mutating func pointer(to index: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= 0 && index < count)
    return memory.unsafelyUnwrapped + index
  }

  mutating func swapAt(_ first: Int, _ second: Int) {
    let element = self[first]
    self[first] = self[second]
    self[second] = element
  }

  /// Another store with the same elements, and memory for no more.
  func copy() -> Store<Element> {
    var copy = Store<Element>()
    copy.reserve(count)
    copy.append(self, 0..<count)
    return copy
  }

  mutating func reserve(_ wanted: Int) {
    if wanted > capacity { move(to: wanted) }
  }

  private mutating func grow(to needed: Int) { move(to: max(needed, capacity + capacity / 2, 8)) }

  private mutating func move(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    if let memory {
      moved.update(from: memory, count: count)
      memory.deallocate()
    }
    memory = moved
    capacity = newCapacity
  }
}

// A store shares nothing: it may go to another thread as a whole.
extension Store: @unchecked Sendable where Element: Sendable {}
