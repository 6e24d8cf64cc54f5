import Foundation
import Glibc
import KeyboardGuide
import KeyguideAPI
import KeyguideClient
import Testing

@testable import KeyguideService

/// Many clients, many changes. `make soak` sets larger numbers.
@Suite struct StormTests {
  static func number(_ name: String, _ ordinary: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? ordinary
  }

  private let subscribe = #"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#

  @Test("C.3 Waybar#5117 i3#2280 a storm at 100 subscribers: 95 get everything in order, and 5 that stop the truth")
  func storm() throws {
    let updates = Self.number("KEYGUIDE_STORM_UPDATES", 2000)
    let harness = try ServiceHarness()
    let clients = try (0..<100).map { _ in try harness.client() }
    for client in clients { client.call(subscribe) }
    try harness.run()
    let quick = clients[..<95]
    let slow = clients[95...]
    let reference = quick[0]
    var truth = SeatState()
    /// All quick clients have the same bytes; one client's are looked into.
    func compare() throws {
      let bytes = reference.bytes()
      for client in quick.dropFirst() where client.bytes() != bytes {
        Issue.record("another message, or another order")
      }
      for reply in try MonitorReply.decode(reference.messages(of: bytes)) {
        #expect(reply.missed == nil && !reply.resync)
        try truth.apply(reply)
      }
    }
    try compare()
    for update in 1...updates {
      if update % 2 == 0 { harness.unplug("a") } else { harness.plug("a") }
      // Fewer than a socket holds.
      if update % 50 == 0 { try compare() }
    }
    try harness.run()
    try compare()
    let session = try #require(harness.service.seats.session(named: nil))
    #expect(truth.position == session.position && truth.parts == session.parts)
    #expect(session.seq == updates + 1)
    for client in slow {
      var state = SeatState()
      while case let messages = try client.messages(), !messages.isEmpty {
        for reply in try MonitorReply.decode(messages) { try state.apply(reply) }
        try harness.run()
      }
      #expect(state.parts == truth.parts && state.position == truth.position)
      #expect(state.missed > 0, "the socket took everything: the test shows nothing")
    }
  }

  @Test("C.4 a reader of one byte at a time has the truth in the end, and holds up nobody")
  func byteByByte() throws {
    let harness = try ServiceHarness()
    let slow = try harness.client()
    let quick = try harness.client()
    for client in [slow, quick] { client.call(subscribe) }
    try harness.run()
    var truth = SeatState()
    var state = SeatState()
    for update in 1...2000 {
      if update % 2 == 0 { harness.unplug("a") } else { harness.plug("a") }
      try harness.run()
      for reply in try MonitorReply.decode(quick.messages()) { try truth.apply(reply) }
      for reply in try MonitorReply.decode(slow.messages(of: slow.bytes(atMost: 1))) { try state.apply(reply) }
    }
    #expect(truth.position?.seq == 2001 && truth.missed == 0)
    while case let byte = slow.bytes(atMost: 1), !byte.isEmpty {
      for reply in try MonitorReply.decode(slow.messages(of: byte)) { try state.apply(reply) }
      try harness.run()
    }
    #expect(state.parts == truth.parts && state.position == truth.position && state.missed > 0)
  }

  @Test("C.5 sway#1152 clients that come, ask and go leave nothing behind")
  func connections() throws {
    let harness = try ServiceHarness()
    let count = Self.number("KEYGUIDE_CONNECTIONS", 20_000)
    func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    try harness.run()
    let before = try descriptors()
    var answers = 0
    for number in 1...count {
      let client = try harness.client()
      if number % 10 == 0 { client.call(#"{"method":"io.keyguide.Monitor.Subscribe"}"#) }
      try harness.run()
      if number % 10 == 0 { answers += try client.messages().count }
    }
    try harness.run()
    #expect(answers == count / 10)
    #expect(harness.service.server.connectionCount == 0)
    // Other tests of this process may have some open; one kept for each client would be far more.
    #expect(try descriptors() < before + 64)
  }

  @Test("C.4 Hyprland#5955 what many clients change in one turn is told in one order, and none of it twice")
  func order() throws {
    let harness = try ServiceHarness()
    let subscriber = try harness.client()
    subscriber.call(subscribe)
    try harness.run()
    let callers = try (0..<20).map { _ in try harness.client() }
    for (number, caller) in callers.enumerated() {
      let places = ["leading", "trailing", "full"]
      for round in 0..<3 {
        let place = places[(number + round) % 3]
        caller.call(#"{"method":"io.keyguide.Control.PlaceBar","parameters":{"place":"\#(place)"}}"#)
      }
    }
    try harness.run()
    var state = SeatState()
    // The reducer throws at a gap, a repetition or a wrong order.
    for reply in try MonitorReply.decode(subscriber.messages()) { try state.apply(reply) }
    let session = try #require(harness.service.seats.session(named: nil))
    #expect(state.position == session.position && state.parts == session.parts)
    #expect(session.seq > 20)
  }

  @Test("C.1 mpv#1544 the first client of all has the whole state at once, whenever it asked")
  func firstValue() throws {
    let harness = try ServiceHarness()
    // Before the daemon has handled anything at all.
    let client = try harness.client()
    client.call(subscribe)
    try harness.run()
    let reply = try #require(try MonitorReply.decode(client.messages()).first)
    #expect(reply.snapshot && !reply.resync)
    #expect(reply.parts == (try #require(harness.service.seats.session(named: nil)).parts))
    #expect(reply.parts.keyboard != nil && reply.parts.hardware != nil && reply.parts.bar != nil)
  }

  @Test("C.9 a window that never reads holds up no movement: others are told of its begin and end")
  func twoPhases() throws {
    let harness = try ServiceHarness()
    let deaf = try harness.client()
    let window = try harness.client()
    for client in [deaf, window] { client.call(#"{"method":"io.keyguide.Layout.Open","more":true}"#) }
    try harness.run()
    _ = try window.messages()
    let caller = try harness.client()
    for round in 0..<600 {
      caller.call(
        #"{"method":"io.keyguide.Layout.Focus","parameters":{"window":"w2","view":\#(round % 2 == 0 ? #""a""# : "null")}}"#
      )
      try harness.run()
      _ = try caller.messages()
      _ = try window.messages()
    }
    caller.call(#"{"method":"io.keyguide.Layout.Focus","parameters":{"window":"w2","view":"a"}}"#)
    try harness.run()
    #expect(try window.messages().last?.contains("willShow") == true)
    let session = try #require(harness.service.seats.session(named: nil))
    while session.seat.deadline != nil { try harness.loop.runOnce(timeoutMicroseconds: 1_000_000) }
    #expect(try window.messages().last?.contains("didShow") == true)
    #expect(try #require(session.window(WindowID(1))).report.pending > 1, "the deaf one's socket is not full")
  }
}
