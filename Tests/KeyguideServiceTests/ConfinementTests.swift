import Foundation
import JSON
import KeyguideAPI
import Testing
import VarlinkServer

@testable import KeyguideService

/// Connections that a host has narrowed before it hands them to a plugin.
@Suite struct ConfinementTests {
  private func confine(_ client: RawClient, _ parameters: String, _ harness: ServiceHarness) throws -> [String: Any] {
    client.call(#"{"method":"io.keyguide.Service.Confine","parameters":\#(parameters)}"#)
    try harness.run()
    return try client.message()
  }

  private func error(_ client: RawClient, _ call: String, _ harness: ServiceHarness) throws -> [String: Any] {
    client.call(call)
    try harness.run()
    return try client.message()
  }

  @Test("a confined connection has the rights that are left, though its user is root, and is told whom to ask")
  func rights() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    #expect(try confine(client, #"{"name":"osk","rights":["provide"]}"#, harness).error == nil)
    let calls: [(String, String)] = [
      ("Monitor.Subscribe", "monitor"), ("Monitor.Devices", "monitor"), ("Control.PlaceBar", "control"),
      ("Control.Record", "administer"), ("Control.Reload", "administer"), ("Control.Clients", "monitor"),
      ("Provider.List", "monitor"),
    ]
    for (method, right) in calls {
      let reply = try error(client, #"{"method":"io.keyguide.\#(method)"}"#, harness)
      #expect(reply.error == "io.keyguide.Service.PermissionDenied", "\(method)")
      #expect(reply.parameters["right"] as? String == right)
      #expect(reply.parameters["rule"] as? String == "confined")
      #expect((reply.parameters["remedy"] as? String)?.contains("'osk'") == true)
    }
    let open = try error(client, #"{"method":"io.keyguide.Layout.Open","more":true}"#, harness)
    #expect(open.parameters["right"] as? String == "layout")
    #expect(try error(client, #"{"method":"org.varlink.service.GetInfo"}"#, harness).error == nil)
    #expect(try harness.call("Monitor.Devices").error == nil, "other connections are as before")
  }

  @Test("it registers under its own name, for its roles, and nothing else")
  func registration() throws {
    let harness = try ServiceHarness()
    let confinement = #"{"name":"osk","rights":["provide"],"roles":["softwareKeyboard"]}"#
    let wrongName = #expect(throws: TestProvider.Refusal.self) {
      try TestProvider(harness, "softwareKeyboard", name: "other", confinement: confinement)
    }
    #expect(wrongName?.text.contains(#""parameter":"name""#) == true)
    let wrongRole = #expect(throws: TestProvider.Refusal.self) {
      try TestProvider(harness, "softwareKeyboard", "compositor", confinement: confinement)
    }
    #expect(wrongRole?.text.contains(#""rule":"confined""#) == true)
    #expect(wrongRole?.text.contains("role compositor") == true)
    let osk = try TestProvider(harness, "softwareKeyboard", confinement: confinement)
    try osk.show(300)
    // Another plugin of the same host has the same process and user, but not the name.
    let other = try harness.client()
    #expect(try confine(other, #"{"name":"other","rights":["provide"]}"#, harness).error == nil)
    let report =
      #"{"method":"io.keyguide.Provider.ReportKeyboard","parameters":{"provider":"\#(osk.name)","kind":"none"}}"#
    #expect(try error(other, report, harness).error == "io.keyguide.Provider.UnknownProvider")
  }

  @Test("confined again, a connection loses more, and gets nothing back; it keeps its name")
  func again() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    #expect(
      try confine(client, #"{"name":"a","rights":["provide","monitor"],"roles":["compositor"]}"#, harness).error == nil)
    #expect(
      try confine(client, #"{"name":"b","rights":["provide"]}"#, harness).error
        == "org.varlink.service.InvalidParameter")
    #expect(try confine(client, #"{"name":"a","rights":["provide","control"]}"#, harness).error == nil)
    for method in ["Monitor.Devices", "Control.PlaceBar"] {
      #expect(try error(client, #"{"method":"io.keyguide.\#(method)"}"#, harness).error != nil)
    }
    let role = #"{"name":"a","apiVersion":1,"roles":["language"]}"#
    let register = #"{"method":"io.keyguide.Provider.Register","more":true,"parameters":\#(role)}"#
    #expect(try error(client, register, harness).parameters["rule"] as? String == "confined")
    for wrong in [#"{"name":"a"}"#, #"{"rights":[]}"#, #"{"name":"","rights":[]}"#, #"{"name":"a","rights":["fly"]}"#] {
      #expect(try confine(try harness.client(), wrong, harness).error == "org.varlink.service.InvalidParameter")
    }
  }

  @Test("what is left is a value: in any order the same, and the same after its way through a file")
  func value() throws {
    let first = Confinement(name: "a", rights: ["provide", "monitor"], roles: ["x", "y"])
    let second = Confinement(name: "a", rights: ["provide", "control"], roles: ["y", "z"])
    #expect(first.narrowed(by: second) == Confinement(name: "a", rights: ["provide"], roles: ["y"]))
    #expect(first.narrowed(by: second) == second.narrowed(by: first))
    let all = Confinement(name: "a", rights: ["provide"])
    #expect(first.narrowed(by: all).roles == ["x", "y"] && all.narrowed(by: first).roles == ["x", "y"])
    for value in [first, all] {
      var writer = JSONWriter()
      value.encode(to: &writer)
      var reader = JSONReader(writer.bytes)
      #expect(try Confinement(from: &reader) == value)
    }
  }
}
