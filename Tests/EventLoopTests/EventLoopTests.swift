import EventLoop
import Glibc
import Testing

@Suite struct EventLoopTests {
  /// A pipe whose ends are closed with it.
  final class Pipe {
    let reading: Int32
    let writing: Int32
    init() {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      (reading, writing) = (ends[0], ends[1])
    }
    func fill() { _ = write(writing, "x", 1) }
    deinit {
      close(reading)
      close(writing)
    }
  }

  @Test("a descriptor is called for while it is ready, and no more after cancel")
  func descriptors() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    var calls = 0
    let source = try loop.watch(pipe.reading, for: .readable, priority: .clients) { events in
      #expect(events.contains(.readable))
      calls += 1
    }
    try loop.runOnce()
    #expect(calls == 0)
    pipe.fill()
    try loop.runOnce()
    try loop.runOnce()
    #expect(calls == 2, "level-triggered")
    source.pause()
    try loop.runOnce()
    source.resume()
    try loop.runOnce()
    #expect(calls == 3)
    source.cancel()
    try loop.runOnce()
    #expect(calls == 3)
  }

  @Test("a source may cancel and release itself in its own callback")
  func selfCancel() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    pipe.fill()
    var source: IOSource?
    var calls = 0
    source = try loop.watch(pipe.reading, for: .readable, priority: .clients) { _ in
      calls += 1
      source?.cancel()
      source = nil
    }
    try loop.runOnce()
    try loop.runOnce()
    #expect(calls == 1)
  }

  @Test("of two that are ready, devices go before clients")
  func priorities() throws {
    let loop = try EventLoop()
    let (first, second) = (Pipe(), Pipe())
    first.fill()
    second.fill()
    var order: [String] = []
    let sources = [
      try loop.watch(first.reading, for: .readable, priority: .clients) { _ in order.append("client") },
      try loop.watch(second.reading, for: .readable, priority: .devices) { _ in order.append("device") },
    ]
    try withExtendedLifetime(sources) { _ = try loop.runOnce() }
    #expect(order == ["device"])
  }

  @Test("a timer fires once, not before its time, and can be called off")
  func timers() throws {
    let loop = try EventLoop()
    var fired: [UInt64] = []
    let timer = try loop.timer(priority: .devices) { fired.append(loop.now) }
    let due = loop.now + 2000
    timer.schedule(at: due)
    while fired.isEmpty { try loop.runOnce(timeoutMicroseconds: 1_000_000) }
    #expect(fired[0] >= due)
    timer.schedule(at: loop.now)
    timer.schedule(at: nil)
    try loop.runOnce()
    #expect(fired.count == 1)
  }

  @Test("deferred work runs once after the callback that asked for it, however often it asked")
  func deferred() throws {
    let loop = try EventLoop()
    var calls = 0
    let deferred = try loop.deferred(priority: .clients) { calls += 1 }
    try loop.runOnce()
    #expect(calls == 0)
    deferred.schedule()
    deferred.schedule()
    #expect(calls == 0)
    try loop.runOnce()
    try loop.runOnce()
    #expect(calls == 1)
  }

  @Test("exit ends the loop with its code")
  func exit() throws {
    let loop = try EventLoop()
    let deferred = try loop.deferred(priority: .clients) { loop.exit(code: 7) }
    deferred.schedule()
    #expect(try loop.run() == 7)
  }

  @Test("a descriptor that cannot be watched is an error that says which")
  func unwatchable() throws {
    let loop = try EventLoop()
    let error = #expect(throws: EventLoopError.self) {
      try loop.watch(-1, for: .readable, priority: .clients) { _ in }
    }
    #expect(error?.description == "cannot watch descriptor -1: Bad file descriptor")
  }

  @Test("without systemd nobody asks for a watchdog")
  func watchdog() throws {
    #expect(try EventLoop().enableWatchdog() == false)
  }
}
