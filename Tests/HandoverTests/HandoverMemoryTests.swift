import CLinux
import Glibc
import Testing

@testable import Handover

@Suite struct HandoverMemoryTests {
  private let key = HandoverKey(kind: 1)

  @Test func `The next process finds values and counters by the descriptor alone`() throws {
    let memory = try HandoverMemory(capacity: 1 << 20)
    memory.put([1, 2, 3], for: key)
    memory[counter: 5] = 42
    // Another mapping of the same file, as another process has it.
    let next = try HandoverMemory(taking: dup(memory.descriptor))
    #expect(next[key] == [1, 2, 3])
    #expect(next[counter: 5] == 42)
    #expect(next.keys == [key])
  }

  @Test func `A transaction within another one holds with it, and counters hold at once`() throws {
    let memory = try HandoverMemory(capacity: 1 << 20)
    try memory.transaction {
      memory.transaction { _ = memory.put([1], for: key) }
      memory[counter: 0] = 7
      let next = try HandoverMemory(taking: dup(memory.descriptor))
      #expect(next[key] == nil)
      #expect(next[counter: 0] == 7)
    }
    #expect(try HandoverMemory(taking: dup(memory.descriptor))[key] == [1])
  }

  @Test func `A counter that there is not is none`() throws {
    let memory = try HandoverMemory(capacity: 1 << 20)
    memory[counter: HandoverMemory.counters] = 1
    memory[counter: -1] = 1
    #expect(memory[counter: HandoverMemory.counters] == 0)
    #expect(memory[counter: -1] == 0)
    memory.put([1], for: key)
    #expect(memory[key] == [1])
  }

  @Test("Nobody who has the descriptor can take the memory away")
  func sealed() throws {
    let memory = try HandoverMemory(capacity: 1 << 20)
    #expect(ftruncate(memory.descriptor, 0) == -1)
    #expect(errno == EPERM)
  }

  @Test func `Another version is refused, and left as it is`() throws {
    let memory = try HandoverMemory(capacity: 1 << 20)
    memory.put([1], for: key)
    var version: UInt64 = 99
    #expect(pwrite(memory.descriptor, &version, 8, 8) == 8)
    let copy = dup(memory.descriptor)
    defer { close(copy) }
    #expect(throws: HandoverError.unknownVersion(99)) { try HandoverMemory(taking: copy) }
    #expect(memory[key] == [1])
  }

  @Test func `What is no sealed memory file is refused`() throws {
    let file = open("/dev/null", O_RDWR)
    defer { close(file) }
    #expect(throws: HandoverError.notSealed) { try HandoverMemory(taking: file) }
    let foreign = linux_memory_file("other", 100)
    defer { close(foreign) }
    #expect(throws: HandoverError.damaged(offset: 0)) { try HandoverMemory(taking: foreign) }
  }
}
