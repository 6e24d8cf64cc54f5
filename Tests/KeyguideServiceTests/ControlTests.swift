import Foundation
import JSON
import KeyguideAPI
import SeatReplay
import Testing

@testable import KeyguideService

@Suite struct ControlTests {
  @Test("ubuntu-touch#1079 the switch is in the state of its seat, and of no other")
  func ignore() throws {
    let harness = try ServiceHarness()
    harness.plug("a")
    harness.plug("b", seat: "seat1")
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Control.IgnoreExternalKeyboards","parameters":{"ignore":true}}"#)
    try harness.run()
    #expect(try client.message().error == nil)
    let seat0 = try #require(harness.service.seats.session(named: "seat0")).seat.hardware.facts
    let seat1 = try #require(harness.service.seats.session(named: "seat1")).seat.hardware.facts
    #expect(seat0.ignoresExternal && !seat0.counts)
    #expect(!seat1.ignoresExternal && seat1.counts)
  }

  @Test(
    "a wrong call changes nothing and has its error",
    arguments: [
      ("{}", "org.varlink.service.InvalidParameter"), (#"{"ignore":1}"#, "org.varlink.service.InvalidParameter"),
      (#"{"ignore":true,"seat":"seat9"}"#, "io.keyguide.Control.UnknownSeat"),
    ])
  func errors(parameters: String, error: String) throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Control.IgnoreExternalKeyboards","parameters":\#(parameters)}"#)
    try harness.run()
    #expect(try client.message().error == error)
    #expect(harness.service.seats.session(named: nil)?.seat.hardware.facts.ignoresExternal == false)
  }

  @Test("settings hold for seats that are there and for those that come")
  func settings() throws {
    let harness = try ServiceHarness()
    harness.plug("a")
    harness.service.seats.ignoreExternalKeyboards(true)
    harness.plug("b", seat: "seat1")
    for name in ["seat0", "seat1"] {
      #expect(harness.service.seats.session(named: name)?.seat.hardware.facts.ignoresExternal == true)
    }
  }
}

@Suite struct RecordTests {
  private func lines(_ client: RawClient) throws -> [String] {
    try client.messages().map { message in
      let reply = try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any]
      let line = try #require((reply?["parameters"] as? [String: Any])?["line"])
      return String(decoding: try JSONSerialization.data(withJSONObject: line, options: [.sortedKeys]), as: UTF8.self)
    }
  }

  @Test("what is recorded replays to the seat that was recorded, without names")
  func replays() throws {
    let harness = try ServiceHarness()
    harness.plug("serial-4711")
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Control.Record","more":true}"#)
    try harness.run()
    let window = try harness.client()
    window.call(#"{"method":"io.keyguide.Layout.Open","more":true,"parameters":{"focus":"password"}}"#)
    try harness.run()
    harness.plug("serial-4712")
    harness.unplug("serial-4711")
    try harness.run()
    let text = try lines(client)
    #expect(text.count == 5)
    for name in ["serial", "password"] { #expect(!text.contains { $0.contains(name) }) }
    let recording = try SeatRecording(text: Array(text.joined(separator: "\n").utf8))
    var replay = SeatReplay(recording.header)
    for case .input(let input) in recording.steps.map(\.step) { _ = replay.take(input) }
    let seat = try #require(harness.service.seats.session(named: nil)).seat
    #expect(replay.seat.keyboard == seat.keyboard)
    #expect(replay.seat.hardware.facts == seat.hardware.facts)
  }

  @Test("a reader that falls behind costs no memory without end, and starts anew")
  func slowReader() throws {
    let harness = try ServiceHarness()
    let session = try #require(harness.service.seats.session(named: nil))
    let stream = RecorderStream(session: session)
    session.add(stream)
    for round in 0..<10_000 { session.apply(.externalKeyboardsIgnored(round % 2 == 0)) }
    var lines: [String] = []
    while stream.hasNews {
      var writer = JSONWriter()
      writer.object { _ = stream.encodeNext(to: &$0) }
      lines.append(String(decoding: writer.bytes, as: UTF8.self))
    }
    #expect(lines.count < 4200)
    #expect(lines.last?.contains("keyguide.seat") == true, "what was not read is left out, and the state follows")
    #expect(lines.last?.contains(#""seq":10002,"missed":10001"#) == true, "and it is told how much that is")
    session.remove(stream)
  }
}
