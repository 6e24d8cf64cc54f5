import Foundation
import JSON
import KeyguideAPI
import KeyguideClient
import Testing
import Varlink

@Suite struct MonitorTests {
  private let subscribe = #"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#

  private func decode(_ messages: [String]) throws -> [MonitorReply] { try MonitorReply.decode(messages) }

  @Test("R163 C.1 a subscriber has the whole state first, then each change once with the next number")
  func stream() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(subscribe)
    try harness.run()
    let snapshot = try #require(try decode(client.messages()).first)
    #expect(snapshot.snapshot)
    #expect(snapshot.seat == "seat0")
    #expect(snapshot.parts.hardware == .init())
    #expect(snapshot.parts.keyboard == .init(kind: .none, frame: nil, reason: .noTextFocus))
    #expect(snapshot.parts.source?.kind == .recording)
    harness.plug("a")
    harness.plug("b")
    harness.unplug("a")
    harness.unplug("b")
    let updates = try decode(client.messages())
    #expect(updates.map(\.seq) == [snapshot.seq + 1, snapshot.seq + 2])
    #expect(
      updates.map(\.parts) == [
        SeatParts(hardware: .attached()),
        SeatParts(hardware: .init()),
      ])
    #expect(updates.allSatisfy { !$0.snapshot && $0.missed == nil && $0.epoch == snapshot.epoch })
  }

  @Test("without more there is one reply and no more")
  func once() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Monitor.Subscribe"}"#)
    client.call(#"{"method":"org.varlink.service.GetInfo"}"#)
    try harness.run()
    let messages = try client.messages()
    #expect(messages.count == 2)
    #expect(messages.allSatisfy { !$0.contains("continues") })
  }

  @Test("C.3 a reader that stops has the truth in one message, and knows how much it missed")
  func slowReader() throws {
    let harness = try ServiceHarness()
    let slow = try harness.client()
    let quick = try harness.client()
    slow.call(subscribe)
    quick.call(subscribe)
    try harness.run()
    var truth = SeatState()
    for reply in try decode(quick.messages()) { try truth.apply(reply) }
    let rounds = 5000
    for round in 0..<rounds {
      if round % 2 == 0 { harness.plug("a") } else { harness.unplug("a") }
      try harness.run()
      for reply in try decode(quick.messages()) {
        #expect(reply.missed == nil)
        try truth.apply(reply)
      }
    }
    var state = SeatState()
    // Reading makes room, and room brings the newest state: read until nothing comes.
    while case let messages = try slow.messages(), !messages.isEmpty {
      for reply in try decode(messages) { try state.apply(reply) }
      try harness.run()
    }
    #expect(state.position?.seq == rounds + 1)
    #expect(state.missed > 0, "the socket took everything: the test shows nothing")
    #expect(state.parts == truth.parts)
    #expect(state.position == truth.position)
  }

  @Test("seats are apart; a seat exists from its first keyboard on")
  func seats() throws {
    let harness = try ServiceHarness()
    harness.plug("x", seat: "seat1")
    let first = try harness.client()
    let second = try harness.client()
    first.call(subscribe)
    second.call(#"{"method":"io.keyguide.Monitor.Subscribe","parameters":{"seat":"seat1"},"more":true}"#)
    try harness.run()
    #expect(try decode(first.messages()).first?.parts.hardware?.present == false)
    #expect(try decode(second.messages()).first?.parts.hardware?.present == true)
    harness.unplug("x", seat: "seat1")
    #expect(try first.messages().isEmpty)
    #expect(try second.messages().count == 1)
  }

  @Test("a difference, applied to what it is from, gives what it is to")
  func reducer() {
    let older = SeatParts(
      source: .init(kind: .devices, description: "d"), screen: .init(width: 1, height: 2, bottomInset: 3),
      hardware: .attached([.meta]), focus: .init(textView: true),
      keyboard: .init(kind: .fullBar, frame: nil, reason: .hardwareKeyboard))
    var newer = older
    newer.hardware = .init()
    newer.keyboard = .init(kind: .docked, frame: nil, reason: .noHardwareKeyboard)
    let difference = newer.difference(from: older)
    #expect(difference == SeatParts(hardware: newer.hardware, keyboard: newer.keyboard))
    var state = older
    state.apply(difference)
    #expect(state == newer)
    #expect(newer.difference(from: newer) == SeatParts())
  }
}
