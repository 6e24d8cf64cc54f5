import EventLoop
import Glibc
import ServiceLog
import VarlinkServer

@testable import KeyguideService

/// Plays systemd's descriptor store for services of this process, one after the other.
final class DescriptorKeeper {
  private(set) var descriptors: [(name: String, descriptor: Int32)] = []

  deinit {
    for entry in descriptors { close(entry.descriptor) }
  }

  /// What the next service takes up; the store keeps its copies.
  func handover(loop: EventLoop, log: Log) throws -> ServiceHandover {
    var kept = KeptDescriptors()
    kept.memory = copy(of: KeptDescriptors.memoryName)
    if let reading = copy(of: ConnectionStore.pipeNames.reading),
      let writing = copy(of: ConnectionStore.pipeNames.writing)
    {
      kept.pipe = (reading, writing)
    }
    kept.clients = descriptors.filter { $0.name.hasPrefix(ConnectionStore.clientPrefix) }
      .map { ($0.name, dup($0.descriptor)) }
    return try ServiceHandover(
      kept, loop: loop, log: log,
      keep: { [weak self] descriptor, name in
        self?.descriptors.append((name, dup(descriptor)))
        return true
      },
      forget: { [weak self] name in self?.forget(name) })
  }

  func forget(_ name: String) {
    for entry in descriptors where entry.name == name { close(entry.descriptor) }
    descriptors.removeAll { $0.name == name }
  }

  /// The memory file, for whoever wants to damage it.
  var memory: Int32? { descriptors.first { $0.name == KeptDescriptors.memoryName }?.descriptor }

  private func copy(of name: String) -> Int32? {
    descriptors.first { $0.name == name }.map { dup($0.descriptor) }
  }
}
