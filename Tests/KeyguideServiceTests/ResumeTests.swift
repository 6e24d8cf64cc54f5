import Foundation
import KeyguideAPI
import KeyguideClient
import KeyguideSettings
import Testing

@testable import KeyguideService

/// Clients that were away, and say with `since` what they had.
@Suite struct ResumeTests {
  private func subscribe(_ position: StreamPosition) -> String {
    let since = #"{"epoch":"\#(position.epoch)","seq":\#(position.seq)}"#
    return #"{"method":"io.keyguide.Monitor.Subscribe","parameters":{"since":\#(since)},"more":true}"#
  }

  private func toggle(_ harness: ServiceHarness, times: Int) {
    for round in 0..<times {
      if round % 2 == 0 { harness.plug("a") } else { harness.unplug("a") }
    }
  }

  /// The state of a client that has had the snapshot and then hung up.
  private func formerState(_ harness: ServiceHarness) throws -> SeatState {
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#)
    try harness.run()
    var state = SeatState()
    for reply in try MonitorReply.decode(client.messages()) { try state.apply(reply) }
    return state
  }

  private func truth(_ harness: ServiceHarness) throws -> SeatParts {
    try #require(harness.service.seats.session(named: nil)).parts
  }

  @Test("C.2 within what is kept, a client gets each change that it missed, numbered, and then goes on")
  func withinHistory() throws {
    let harness = try ServiceHarness()
    var state = try formerState(harness)
    let former = try #require(state.position)
    toggle(harness, times: 5)
    let client = try harness.client()
    client.call(subscribe(former))
    try harness.run()
    let replies = try MonitorReply.decode(client.messages())
    #expect(replies.map(\.seq) == (1...5).map { former.seq + $0 })
    #expect(replies.allSatisfy { !$0.snapshot && !$0.resync && $0.missed == nil && $0.epoch == former.epoch })
    #expect(replies.map(\.parts.hardware) == [.attached(), .init(), .attached(), .init(), .attached()])
    harness.unplug("a")
    for reply in try replies + MonitorReply.decode(client.messages()) { try state.apply(reply) }
    #expect(state.position?.seq == former.seq + 6)
    #expect(try state.parts == truth(harness))
  }

  @Test("C.2 a client that missed nothing is told nothing until something changes")
  func nothingMissed() throws {
    let harness = try ServiceHarness()
    let former = try #require(try formerState(harness).position)
    let client = try harness.client()
    client.call(subscribe(former))
    try harness.run()
    #expect(try client.messages().isEmpty)
    harness.plug("a")
    let reply = try #require(try MonitorReply.decode(client.messages()).first)
    #expect(reply.seq == former.seq + 1 && !reply.snapshot)
    #expect(reply.parts == SeatParts(hardware: .attached()))
  }

  @Test("C.2 out of what is kept there is a snapshot that says so", arguments: [true, false])
  func outOfHistory(isByCount: Bool) throws {
    var limits = ServiceLimits()
    if isByCount { limits.history.changes = 4 } else { limits.history.bytes = 1000 }
    let harness = try ServiceHarness(limits: limits)
    var state = try formerState(harness)
    let former = try #require(state.position)
    toggle(harness, times: 21)
    let client = try harness.client()
    client.call(subscribe(former))
    try harness.run()
    let replies = try MonitorReply.decode(client.messages())
    #expect(replies.count == 1)
    let reply = try #require(replies.first)
    #expect(reply.snapshot && reply.resync && reply.missed == 20)
    #expect(reply.seq == former.seq + 21)
    try state.apply(reply)
    #expect(try state.parts == truth(harness))
    let history = try #require(harness.service.seats.session(named: nil)).history
    #expect(history.bytes <= (isByCount ? 4 * 1000 : 1000))
  }

  @Test(
    "C.2 another epoch, and numbers that never were, are answered by a snapshot that says so",
    arguments: ["other", nil] as [String?], [Int.min, -1, 0, 3, 1000, Int.max])
  func wrongPlace(epoch: String?, seq: Int) throws {
    let harness = try ServiceHarness()
    let own = try #require(try formerState(harness).position)
    toggle(harness, times: 1)
    let client = try harness.client()
    client.call(subscribe(StreamPosition(epoch: epoch ?? own.epoch, seq: seq)))
    try harness.run()
    let replies = try MonitorReply.decode(client.messages())
    #expect(replies.count == 1)
    let reply = try #require(replies.first)
    #expect(reply.snapshot && reply.resync && reply.missed == nil && reply.epoch == own.epoch)
    #expect(try reply.parts == truth(harness))
    harness.unplug("a")
    #expect(try MonitorReply.decode(client.messages()).map(\.seq) == [reply.seq + 1])
  }

  @Test("C.2 C.3 a client that stops in the middle of what it missed has the truth in one message when it reads on")
  func slowToCatchUp() throws {
    let harness = try ServiceHarness()
    var state = try formerState(harness)
    let former = try #require(state.position)
    let client = try harness.client()
    // More than the socket holds, so that the rest of what is missed waits for the client.
    client.call(subscribe(former))
    toggle(harness, times: 240)
    try harness.run()
    toggle(harness, times: 3000)
    let session = try #require(harness.service.seats.session(named: nil))
    var resyncs = 0
    while case let messages = try client.messages(), !messages.isEmpty {
      for reply in try MonitorReply.decode(messages) {
        resyncs += reply.resync ? 1 : 0
        try state.apply(reply)
      }
      try harness.run()
    }
    #expect(state.position == session.position)
    #expect(state.parts == session.parts)
    #expect(state.missed > 2000)
    #expect(resyncs <= 1)
  }

  @Test("C.2 every message of every stream has the daemon's epoch and a number")
  func everyStream() throws {
    let harness = try ServiceHarness()
    let calls = ["Monitor.Subscribe", "Layout.Open", "Control.Record"]
    let clients = try calls.map { name in
      let client = try harness.client()
      client.call(#"{"method":"io.keyguide.\#(name)","more":true}"#)
      return client
    }
    try harness.run()
    // Changes the seat, the window's guide and the recording.
    let focus = try harness.client()
    focus.call(#"{"method":"io.keyguide.Layout.Focus","parameters":{"window":"w1","view":"field"}}"#)
    try harness.run()
    var epochs: Set<String> = []
    for (name, client) in zip(calls, clients) {
      let replies = try client.messages().map { message in
        try #require(try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any]).parameters
      }
      let numbers = replies.compactMap { $0["seq"] as? Int }
      #expect(numbers.count == replies.count && numbers.count >= 2, "\(name)")
      #expect(numbers == Array(1...numbers.count), "\(name)")
      for reply in replies { epochs.insert(reply["epoch"] as? String ?? "none") }
    }
    #expect(epochs == [try #require(harness.service.seats.session(named: nil)).epoch])
  }
}
