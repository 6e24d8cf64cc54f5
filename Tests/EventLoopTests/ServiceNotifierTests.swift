import Foundation
import Glibc
import Testing

@testable import EventLoop

@Suite struct ServiceNotifierTests {
  /// A manager's socket, bound to a name without a file.
  private func manager(_ name: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.dropFirst().copyBytes(from: name.utf8) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    #expect(result == 0)
    return descriptor
  }

  @Test("a manager that does not read is not waited for, and is told again once it does")
  func fullQueue() {
    let name = "keyguide-test-\(UUID().uuidString)"
    let manager = manager(name)
    defer { close(manager) }
    let notifier = ServiceNotifier(path: "@\(name)")
    var sent = 0
    while sent < 100_000, notifier.send("STATUS=\(sent)") { sent += 1 }
    #expect((1..<100_000).contains(sent))
    var message = [UInt8](repeating: 0, count: 64)
    let count = recv(manager, &message, message.count, 0)
    #expect(String(decoding: message.prefix(max(0, count)), as: UTF8.self) == "STATUS=0")
    #expect(notifier.send("READY=1"))
  }

  @Test("without a manager all is well; one that is gone is an error that harms nobody")
  func noManager() {
    #expect(ServiceNotifier(path: nil).send("READY=1") && ServiceNotifier(path: "").send("READY=1"))
    #expect(!ServiceNotifier(path: "/nowhere/notify").send("READY=1"))
    #expect(!ServiceNotifier(path: "/" + String(repeating: "x", count: 200)).send("READY=1"))
  }
}
