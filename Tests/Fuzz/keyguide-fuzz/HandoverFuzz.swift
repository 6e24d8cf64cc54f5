import CLinux
import Glibc
import Handover

/// A memory file of a former process, which may be damaged in any way: the first eight bytes say what is committed, the
/// others are the log.
nonisolated func fuzzHandover(_ bytes: [UInt8]) {
  let half = 80 << 10
  // A page for the head, and the counters.
  let logStart = 4096 + HandoverMemory.counters * 8
  let file = linux_memory_file("fuzz", logStart + 2 * half)
  guard file >= 0 else { return }
  var head: [UInt64] = [0x4b47_6861_6e64_6f76, HandoverMemory.version]
  pwrite(file, &head, 16, 0)
  let word = Array(bytes.prefix(8))
  word.withUnsafeBytes { _ = pwrite(file, $0.baseAddress, $0.count, 16) }
  let log = Array(bytes.dropFirst(8).prefix(2 * half))
  log.withUnsafeBytes { _ = pwrite(file, $0.baseAddress, $0.count, off_t(logStart)) }
  guard let memory = try? HandoverMemory(taking: file) else {
    close(file)
    return
  }
  for key in memory.keys {
    precondition(memory[key] != nil, "a key without a value")
    memory.drop(1, of: key)
    let value = Array(bytes.prefix(100))
    let fits = memory.put(value, for: key)
    precondition(memory[key] == (fits ? value : nil), "a value that is not kept")
  }
}
