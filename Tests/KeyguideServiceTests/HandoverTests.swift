import Foundation
import Geometry
import Glibc
import Handover
import JSON
import KeyboardGuide
import KeyguideAPI
import KeyguideClient
import KeyguideSettings
import Testing
import Varlink

@testable import KeyguideService

/// A service that takes up what a former one left, with everything in this process.
@Suite struct HandoverTests {
  private let keeper = DescriptorKeeper()

  private func start(_ limits: ServiceLimits = ServiceLimits()) throws -> ServiceHarness {
    try ServiceHarness(limits: limits, keeper: keeper)
  }

  private func subscriber(_ harness: ServiceHarness) throws -> (RawClient, SeatState) {
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#)
    try harness.run()
    var state = SeatState()
    for reply in try MonitorReply.decode(client.messages()) { try state.apply(reply) }
    return (client, state)
  }

  private func layoutReplies(_ client: RawClient) throws -> [LayoutReply] {
    try client.messages().map { message in
      var reader = try VarlinkReply(message: Array(message.utf8)).reader
      return try LayoutReply(from: &reader)
    }
  }

  private func window(_ harness: ServiceHarness, _ parameters: String) throws -> RawClient {
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Layout.Open","parameters":\#(parameters),"more":true}"#)
    try harness.run()
    return client
  }

  @Test("§9 a subscriber goes on in the same epoch under the next number, with the whole state, and then as ever")
  func subscription() throws {
    var harness = try start()
    var (client, state) = try subscriber(harness)
    try harness.call("Control.OverrideKeyboard", #"{"keyboard":"hide"}"#)
    for reply in try MonitorReply.decode(client.messages()) { try state.apply(reply) }
    let former = try #require(state.position)
    harness.service.stop()
    harness = try start()
    try harness.run()
    let replies = try MonitorReply.decode(client.messages())
    #expect(replies.map(\.seq) == [former.seq + 1])
    #expect(replies.allSatisfy { $0.snapshot && $0.resync && $0.epoch == former.epoch && $0.missed == nil })
    for reply in replies { try state.apply(reply) }
    harness.plug("a")
    for reply in try MonitorReply.decode(client.messages()) { try state.apply(reply) }
    #expect(state.position?.seq == former.seq + 2)
    #expect(try state.parts == #require(harness.service.seats.session(named: nil)).parts)
    #expect(!client.isClosed)
  }

  @Test("§9 what people and clients had decided comes back, at rest")
  func decisions() throws {
    var harness = try start()
    let client = try window(harness, #"{"focus":"field","accessoryHeight":30}"#)
    try harness.call("Control.OverrideKeyboard", #"{"keyboard":"show"}"#)
    try harness.call("Control.IgnoreExternalKeyboards", #"{"ignore":true}"#)
    try harness.call("Control.PlaceBar", #"{"place":"leading"}"#)
    try harness.call("Control.Perform", #"{"action":"float"}"#)
    let former = try harness.seat
    harness.service.stop()
    harness = try start()
    let seat = try harness.seat
    #expect(seat.facts == former.facts)
    #expect(!seat.decisions.isEmpty)
    #expect(seat.deadline == nil, "the keyboard would move although nobody has done anything")
    try harness.run()
    #expect(!client.isClosed)
  }

  @Test("§9 a window stays open as it was changed last, and its layout is told anew")
  func windows() throws {
    var harness = try start()
    let layout =
      #"{"views":{"bar":{"height":40}},"constraints":["bar.bottom == keyboard.top","bar.leading == view.leading"]}"#
    let client = try window(harness, #"{"frame":{"x":0,"y":0,"width":700,"height":500},"layout":\#(layout),"scale":2}"#)
    let first = try #require(try layoutReplies(client).last)
    try harness.call(
      "Layout.Update", #"{"window":"\#(first.window)","rightToLeft":true,"sizes":{"bar":{"height":60,"width":90}}}"#)
    let former = try #require(try layoutReplies(client).last)
    harness.service.stop()
    harness = try start()
    try harness.run()
    let replies = try layoutReplies(client)
    #expect(replies.count == 1)
    let reply = try #require(replies.first)
    #expect(reply.resync && reply.seq == former.seq + 1 && reply.window == first.window && reply.epoch == first.epoch)
    #expect(reply.guide == former.guide && reply.notifications.isEmpty)
    #expect(reply.views.first?.frame == Rectangle(x: 610, y: 440, width: 90, height: 60), "\(reply.views)")
    // It is the same window for calls, and a new one has another name.
    try harness.call("Layout.Focus", #"{"window":"\#(first.window)","view":"a"}"#)
    let other = try window(harness, "{}")
    #expect(try layoutReplies(other).first?.window != first.window)
    #expect(try layoutReplies(client).allSatisfy { !$0.resync })
  }

  @Test("§9 a provider goes on under its name, with its rights, and what it had reported holds")
  func providers() throws {
    var harness = try start()
    let confinement = #"{"name":"osk","rights":["provide"],"roles":["softwareKeyboard"]}"#
    let keyboard = try TestProvider(harness, "softwareKeyboard", confinement: confinement)
    let client = try window(harness, #"{"focus":"field"}"#)
    try keyboard.call(
      "ReportKeyboard", #""kind":"docked","frame":{"x":0,"y":500,"width":1280,"height":300},"duration":0"#)
    _ = (try keyboard.told(), try client.messages())
    let former = try harness.seat
    let list = try harness.providers()
    harness.service.stop()
    harness = try start()
    keyboard.harness = harness
    #expect(try harness.seat.facts == former.facts)
    #expect(try harness.providers().map(\.name) == list.map(\.name))
    #expect(try !keyboard.told().isEmpty)
    try keyboard.call(
      "ReportKeyboard", #""kind":"docked","frame":{"x":0,"y":400,"width":1280,"height":400},"duration":0"#)
    #expect(try layoutReplies(client).last?.guide.frame == Rectangle(x: 0, y: 400, width: 1280, height: 400))
    let confined = harness.service.server.clients.compactMap(\.peer.confinement)
    #expect(confined.map(\.name) == ["osk", "osk"] && confined.allSatisfy { $0.rights == ["provide"] })
    // It is still one that goes with its connection.
    try keyboard.hangUp()
    #expect(try harness.providers().isEmpty)
  }

  @Test("§9 a window that was closed while its reader was slow is closed in the next life as well")
  func closedWindow() throws {
    var harness = try start()
    let client = try window(harness, "{}")
    let name = try #require(try layoutReplies(client).last?.window)
    // Its socket is full of states that it has not read.
    for round in 0..<4000 { try harness.call("Layout.Update", #"{"window":"\#(name)","accessoryHeight":\#(round)}"#) }
    try harness.call("Layout.Close", #"{"window":"\#(name)"}"#)
    harness.service.stop()
    harness = try start()
    var messages: [String] = []
    while true {
      let some = try client.messages()
      try harness.run()
      if some.isEmpty { break }
      messages += some
    }
    #expect(messages.last?.contains(#""continues""#) == false)
    #expect(try harness.seat.facts.allSatisfy { if case .windowOpened = $0 { false } else { true } })
  }

  @Test("§9 calls that had come, whole or in part, are answered once, by whoever is there")
  func calls() throws {
    var harness = try start()
    let client = try harness.client()
    client.call(#"{"method":"org.varlink.service.GetInfo"}"#)
    client.send(Array(#"{"method":"org.varlink"#.utf8))
    try harness.run()
    #expect(try client.messages().count == 1)
    harness.service.stop()
    client.send(Array(#".service.GetInfo"}"#.utf8))
    harness = try start()
    try harness.run()
    #expect(try client.messages().isEmpty)
    client.send([0])
    try harness.run()
    #expect(try client.messages().count == 1)
  }

  @Test("§9 replies that a client has not read reach it whole, in order, whichever process sends them")
  func unreadReplies() throws {
    var harness = try start()
    let client = try harness.client()
    let names = ["Monitor", "Layout", "Control", "Service"]
    var bytes: [UInt8] = []
    for _ in 0..<5 {
      for _ in 0..<6 {
        for name in names {
          client.call(
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"io.keyguide.\#(name)"}}"#
          )
        }
      }
      try harness.run()
      harness.service.stop()
      harness = try start()
      bytes += client.bytes(atMost: 100_001)
    }
    while true {
      try harness.run()
      let some = client.bytes()
      bytes += some
      if some.isEmpty { break }
    }
    let messages = try client.messages(of: bytes)
    #expect(messages.count == 5 * 6 * 4)
    for (index, message) in messages.enumerated() {
      let isRight = message.contains("interface io.keyguide.\(names[index % 4])\\u000a")
      #expect(isRight, "reply \(index) is another call's")
    }
  }

  @Test("§9 a state of another version is not guessed at: a new epoch, and every stream is told so")
  func unknownState() throws {
    var harness = try start()
    let (client, state) = try subscriber(harness)
    let view = try window(harness, #"{"focus":"field"}"#)
    try harness.call("Control.OverrideKeyboard", #"{"keyboard":"hide"}"#)
    _ = (try client.messages(), try view.messages())
    harness.service.stop()
    do {
      let memory = try HandoverMemory(taking: dup(try #require(keeper.memory)))
      memory.put(Array(#"{"version":99,"epoch":"x"}"#.utf8), for: HandoverKey(kind: 10))
    }
    harness = try start()
    try harness.run()
    let reply = try #require(try MonitorReply.decode(client.messages()).last)
    #expect(reply.snapshot && reply.resync && reply.epoch != state.position?.epoch)
    #expect(try !harness.seat.decisions.contains { if case .keyboardOverridden = $0 { true } else { false } })
    #expect(try layoutReplies(view).last?.resync == true)
    #expect(!client.isClosed && !view.isClosed)
    #expect(harness.logged.contains { $0.message.contains("version 99") })
  }

  @Test("§9 memory in a form that is not known: everybody is hung up, and the service works")
  func unknownMemory() throws {
    var harness = try start()
    let (client, _) = try subscriber(harness)
    harness.service.stop()
    var version: UInt64 = 99
    #expect(pwrite(try #require(keeper.memory), &version, 8, 8) == 8)
    harness = try start()
    try harness.run()
    _ = client.bytes()
    #expect(client.isClosed)
    #expect(harness.logged.contains { $0.message.contains("version 99") })
    let (next, _) = try subscriber(harness)
    harness.service.stop()
    // What is kept from now on is good again.
    harness = try start()
    try harness.run()
    #expect(try MonitorReply.decode(next.messages()).first?.resync == true)
  }

  @Test("§9 a hundred lives tell each client one thing each, and keep nothing more than the first")
  func lives() throws {
    var harness = try start()
    let (client, _) = try subscriber(harness)
    let view = try window(harness, #"{"layout":{"views":{"a":{}}}}"#)
    #expect(try layoutReplies(view).count == 1)
    let kept = keeper.descriptors.map(\.name)
    for life in 2...101 {
      harness.service.stop()
      harness = try start()
      try harness.run()
      #expect(try MonitorReply.decode(client.messages()).map(\.seq) == [life])
      #expect(try layoutReplies(view).map(\.seq) == [life])
    }
    #expect(keeper.descriptors.map(\.name) == kept)
  }

  @Test("C.4 clients that call without end keep nobody out")
  func busyClients() throws {
    var limits = ServiceLimits()
    limits.varlink.callsPerSecond = 0
    let harness = try ServiceHarness(limits: limits)
    let busy = try (0..<2).map { _ in try harness.client() }
    let newcomer = try harness.client()
    newcomer.call(#"{"method":"org.varlink.service.GetInfo"}"#)
    var answered = false
    for _ in 0..<40 where !answered {
      for client in busy {
        for _ in 0..<20 { client.call(#"{"method":"org.varlink.service.GetInfo"}"#) }
        _ = client.bytes()
      }
      try harness.loop.runOnce()
      answered = !(newcomer.bytes().isEmpty)
    }
    #expect(answered)
  }
}
