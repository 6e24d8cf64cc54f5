import Glibc
import TOML

/// Tells when input devices are switched off or on in sysfs (`inhibited`), which the kernel announces to nobody.
///
/// It is the write to the file that inotify(7) sees.
final class InhibitionWatch {
  /// Readable when there is something to `changes`; owned by the watch.
  let descriptor: Int32
  private var nodes: [Int32: String] = [:]
  private var watches: [String: Int32] = [:]
  private let reserve = DescriptorReserve(1)

  init() throws(InputDeviceError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw InputDeviceError(operation: "watch files", code: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Watches the input device of a node, named by its syspath. Kernels before 5.11 have no such file, which is fine.
  func add(_ node: String) {
    guard watches[node] == nil, let path = Self.file(of: node) else { return }
    let watch = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY))
    guard watch >= 0 else { return }
    // The nodes of one input device share its file, and inotify gives one number for one file: the last one stands.
    watches[node] = watch
    nodes[watch] = node
  }

  func remove(_ node: String) {
    guard let watch = watches.removeValue(forKey: node), nodes[watch] == node else { return }
    nodes[watch] = nil
    inotify_rm_watch(descriptor, watch)
  }

  /// The nodes whose files were written to since the last call.
  func changes() -> Set<String> {
    var changed: Set<String> = []
    let size = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 64 * size, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset + size <= count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          // Overflow means that any of them may have changed.
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { changed.formUnion(watches.keys) }
          if let node = nodes[event.wd] { changed.insert(node) }
          offset += size + Int(event.len)
        }
      }
    }
    return changed
  }

  /// Whether the input device of a node is switched off now.
  func isInhibited(_ node: String) -> Bool {
    reserve.lend { Self.file(of: node).flatMap { readFile($0, limit: 16) }?.first == UInt8(ascii: "1") }
  }

  /// The attribute of the input device above a node.
  private static func file(of node: String) -> String? {
    node.lastIndex(of: "/").map { "\(node[..<$0])/inhibited" }
  }
}
