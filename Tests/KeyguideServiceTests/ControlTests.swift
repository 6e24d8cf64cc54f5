import KeyguideAPI
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
