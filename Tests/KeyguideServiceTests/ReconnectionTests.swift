import Foundation
import Glibc
import KeyguideAPI
import KeyguideClient
import KeyguideSettings
import Testing
import Varlink
import VarlinkServer

@testable import KeyguideService

/// A timer in which no time passes: the test says when it is over.
private nonisolated final class ManualTimer: RetryTimer {
  let descriptor: Int32
  private let trigger: Int32
  private(set) var delays: [Duration] = []

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    (descriptor, trigger) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(trigger)
  }

  func schedule(after delay: Duration) { delays.append(delay) }

  func fire() { _ = write(trigger, "x", 1) }

  func cancel() {
    var byte: UInt8 = 0
    _ = read(descriptor, &byte, 1)
  }
}

/// quickshell#989: a shell showed what was true seven hours ago, since it never connected again.
@Suite struct ReconnectionTests {
  private let even = Backoff(first: .milliseconds(100), longest: .seconds(1), jitter: 0)

  private func isReadable(_ descriptor: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  @Test("C.2 quickshell#989 a client whose connection breaks goes on with what it missed")
  func resumes() throws {
    let harness = try ServiceHarness()
    let timer = ManualTimer()
    let subscription = try SeatSubscription(path: harness.path, backoff: even, timer: timer)
    let descriptor = subscription.descriptor
    #expect(try subscription.receive() == nil)
    try harness.run()
    #expect(isReadable(descriptor))
    let snapshot = try #require(try subscription.receive())
    #expect(snapshot.snapshot && subscription.interruption == nil)

    harness.service.server.stop()
    #expect(isReadable(descriptor))
    #expect(try subscription.receive() == nil)
    guard case .disconnected = subscription.interruption else { return #expect(Bool(false), "no interruption") }
    #expect(timer.delays == [.milliseconds(100)])
    #expect(!isReadable(descriptor))
    // Before its time it does not even try.
    #expect(try subscription.receive() == nil)
    #expect(timer.delays.count == 1)
    harness.plug("a")
    harness.unplug("a")
    harness.plug("b")
    for expected in [200, 400, 800, 1000, 1000] {
      timer.fire()
      #expect(isReadable(descriptor))
      #expect(try subscription.receive() == nil)
      #expect(timer.delays.last == .milliseconds(expected))
      #expect(!isReadable(descriptor))
    }

    try harness.service.server.serve(listener: try UnixSocket.listen(at: harness.path, mode: 0o600))
    timer.fire()
    #expect(try subscription.receive() == nil)
    try harness.run()
    #expect(isReadable(descriptor), "the descriptor stays, whatever stands behind it")
    for number in 1...3 {
      let reply = try #require(try subscription.receive())
      #expect(reply.seq == snapshot.seq + number && !reply.snapshot)
    }
    let session = try #require(harness.service.seats.session(named: nil))
    #expect(subscription.state.parts == session.parts)
    #expect(subscription.state.position == session.position)
    #expect(subscription.interruption == nil && subscription.descriptor == descriptor)
    // A connection that worked: the next wait is a first one.
    harness.service.server.stop()
    #expect(try subscription.receive() == nil)
    #expect(timer.delays.last == .milliseconds(100))
  }

  @Test("C.2 quickshell#989 a daemon that was restarted is asked for the whole state")
  func restarted() throws {
    var first: ServiceHarness? = try ServiceHarness()
    let path = try #require(first?.path)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let timer = ManualTimer()
    let subscription = try SeatSubscription(path: path, backoff: even, timer: timer)
    first?.plug("a")
    try first?.run()
    let former = try #require(try subscription.receive())
    #expect(former.parts.hardware?.present == true)
    first = nil
    #expect(try subscription.receive() == nil)

    let second = try ServiceHarness()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try second.service.server.serve(listener: try UnixSocket.listen(at: path, mode: 0o600))
    timer.fire()
    #expect(try subscription.receive() == nil)
    try second.run()
    let reply = try #require(try subscription.receive())
    #expect(reply.snapshot && reply.resync && reply.epoch != former.epoch)
    #expect(subscription.state.parts.hardware?.present == false)
    #expect(subscription.state.position == second.service.seats.session(named: nil)?.position)
  }

  @Test("C.2 a window whose daemon goes is opened anew as it was; one that is closed is not")
  func window() throws {
    let harness = try ServiceHarness()
    let timer = ManualTimer()
    let window = try GuidedWindow(path: harness.path, focus: "search", backoff: even, timer: timer)
    let descriptor = window.descriptor
    try harness.run()
    let first = try #require(try window.receive())
    let view = try #require(try harness.seat.focus?.view)

    harness.service.server.stop()
    #expect(try window.receive() == nil)
    #expect(window.interruption != nil && window.name == nil && timer.delays == [.milliseconds(100)])
    #expect(try harness.seat.focus == nil)
    try harness.service.server.serve(listener: try UnixSocket.listen(at: harness.path, mode: 0o600))
    timer.fire()
    #expect(try window.receive() == nil)
    try harness.run()
    let second = try #require(try window.receive())
    #expect(second.window != first.window && window.name == second.window)
    #expect(window.interruption == nil && window.descriptor == descriptor)
    #expect(try harness.seat.focus?.view == view)

    try harness.call("Layout.Close", #"{"window":"\#(second.window)"}"#)
    #expect(try window.receive()?.seq == second.seq + 1)
    #expect(throws: ClientError.self) { try window.receive() }
  }

  @Test("a service that refuses is an error at first, and a reason to wait later")
  func refused() throws {
    var limits = ServiceLimits()
    limits.varlink.connectionsPerUser = 1
    let harness = try ServiceHarness(limits: limits)
    let timer = ManualTimer()
    let subscription = try SeatSubscription(path: harness.path, backoff: even, timer: timer)
    try harness.run()
    #expect(try subscription.receive()?.snapshot == true)
    let other = try SeatSubscription(path: harness.path, backoff: even, timer: ManualTimer())
    try harness.run()
    #expect(throws: ClientError.self) { try other.receive() }

    harness.service.server.stop()
    #expect(try subscription.receive() == nil)
    try harness.service.server.serve(listener: try UnixSocket.listen(at: harness.path, mode: 0o600))
    let greedy = try harness.client()
    try harness.run()
    timer.fire()
    #expect(try subscription.receive() == nil)
    try harness.run()
    #expect(try subscription.receive() == nil)
    guard case .refused("io.keyguide.Service.LimitExceeded", _) = subscription.interruption else {
      return #expect(Bool(false), "\(String(describing: subscription.interruption))")
    }
    #expect(timer.delays == [.milliseconds(100), .milliseconds(200)])
    #expect(!greedy.isClosed)
  }

  @Test("a daemon that knows no `since` is asked without it, and one whose numbers jump for the whole state")
  func oddDaemons() throws {
    let folder = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let listener = try UnixSocket.listen(at: folder + "/socket", mode: 0o600)
    defer { close(listener) }
    let timer = ManualTimer()
    let subscription = try SeatSubscription(path: folder + "/socket", backoff: even, timer: timer)
    /// Takes the connection, answers it, hangs up, and returns what was asked.
    func serve(_ replies: String...) throws -> String {
      let connection = accept(listener, nil, nil)
      #expect(connection >= 0)
      defer { close(connection) }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &buffer, buffer.count, 0)
      for reply in replies {
        let bytes = Array(reply.utf8) + [0]
        #expect(send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
      }
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
    /// Takes what there is, up to the next break.
    func receiveAll() throws -> [Int] {
      var numbers: [Int] = []
      while let reply = try subscription.receive() { numbers.append(reply.seq) }
      return numbers
    }
    func reply(_ seq: Int, snapshot: Bool) -> String {
      #"{"parameters":{"epoch":"e","seq":\#(seq),"snapshot":\#(snapshot),"seat":"seat0"},"continues":true}"#
    }
    #expect(try !serve(reply(5, snapshot: true)).contains("since"))
    #expect(try receiveAll() == [5])
    timer.fire()
    #expect(try receiveAll() == [])
    let resumed = try serve(#"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"since"}}"#)
    #expect(resumed.contains(#""since":{"epoch":"e","seq":5}"#))
    #expect(try receiveAll() == [])
    timer.fire()
    #expect(try receiveAll() == [])
    #expect(try !serve(reply(6, snapshot: true), reply(8, snapshot: false)).contains("since"))
    #expect(try receiveAll() == [6])
    guard case .brokenStream(.gap(expected: 7, found: 8)) = subscription.interruption else {
      return #expect(Bool(false), "\(String(describing: subscription.interruption))")
    }
    #expect(subscription.state.position == nil, "what is not known is not shown as known")
    timer.fire()
    #expect(try receiveAll() == [])
    _ = try serve(reply(9, snapshot: true))
    #expect(try receiveAll() == [9])
  }

  @Test("the first time somebody must serve the socket")
  func nobody() {
    #expect(throws: ClientError.self) { try SeatSubscription(path: "/nowhere/socket") }
  }
}
