import Foundation
import Geometry
import KeyguideAPI
import KeyguideSettings
import KeyboardGuide
import Testing
import Varlink

@testable import KeyguideService

@Suite struct ProviderTests {
  private func settings(_ change: (inout DaemonSettings) -> Void = { _ in }) -> DaemonSettings {
    var settings = DaemonSettings()
    settings.seat.transitionDuration = 0
    change(&settings)
    return settings
  }

  @Test("the everyday job: focus shows, a keyboard hides, its removal shows; what is told is what the plugin says")
  func wholeWay() throws {
    let harness = try ServiceHarness(settings: settings())
    let osk = try TestProvider(harness, "softwareKeyboard")
    #expect(try osk.told() == ["1 hide"])
    try osk.show(nil, answering: 1)
    let monitor = try harness.monitor()
    let window = try harness.window()
    #expect(try osk.told() == ["2 show docked"])
    #expect(try window.windows().map(\.keyboard) == [.none], "R65: nothing before it is there")
    _ = try monitor.messages()
    try osk.show(300, answering: 2)
    let shown = try MonitorReply.decode(try monitor.messages())
    #expect(shown.count == 1)
    #expect(shown.first?.parts.keyboard?.frame == Rectangle(x: 0, y: 500, width: 1280, height: 300))
    #expect(try window.windows().map { $0.guide.frame.height } == [300], "one message for one report")
    harness.plug("a")
    #expect(try osk.told() == ["3 hide"])
    #expect(try window.windows().isEmpty, "until it has gone it is there")
    try osk.show(nil, answering: 3)
    #expect(try window.windows().map(\.keyboard) == [.fullBar])
    harness.unplug("a")
    #expect(try osk.told() == ["4 show docked"])
    #expect(try harness.call("Control.Perform", #"{"action":"floatKeyboard"}"#).error == nil)
    #expect(try osk.told() == ["-4", "5 show floating"])
    #expect(try osk.call("Finish", #""request":5,"problem":"it cannot float""#).error == nil)
    #expect(try harness.providers().first?.problem == "it cannot float")
    #expect(try harness.providers().first?.unanswered == 0)
  }

  @Test("a plugin that goes takes its facts along: every subscriber gets one message, and the settings count again")
  func vanishes() throws {
    let harness = try ServiceHarness(settings: settings())
    let plugin = try TestProvider(harness, "softwareKeyboard", "compositor", "barContent", name: "all")
    #expect(
      try plugin.call("ReportScreens", #""screens":[{"name":"eDP-1","frame":{"x":0,"y":0,"width":1000,"height":800}}]"#)
        .error == nil)
    #expect(
      try plugin.call(
        "ReportWindows",
        #""windows":[{"id":"1","pid":\#(getpid()),"screen":"eDP-1","frame":{"x":100,"y":0,"width":500,"height":800}}]"#
      ).error == nil)
    try plugin.show(300)
    let monitor = try harness.monitor()
    let window = try harness.window()
    var parts = SeatParts()
    for reply in try MonitorReply.decode(try monitor.messages()) { parts.apply(reply.parts) }
    #expect(parts.providers?.map(\.name) == ["all"])
    #expect(parts.keyboard?.screen == "eDP-1")
    #expect(try window.windows().last?.guide.frame == Rectangle(x: 0, y: 500, width: 500, height: 300))
    try plugin.hangUp()
    let told = try MonitorReply.decode(try monitor.messages())
    #expect(told.count == 1, "\(told)")
    #expect(told.first?.parts.providers == [])
    #expect(told.first?.parts.keyboard?.frame == Rectangle(x: 0, y: 400, width: 1280, height: 400))
    #expect(told.first?.parts.keyboard?.screen == "main")
    #expect(told.first?.parts.screen?.width == 1280)
    let replies = try window.windows()
    #expect(replies.map(\.guide.frame) == [Rectangle(x: 0, y: 400, width: 1280, height: 400)])
    #expect(try harness.providers().isEmpty)
  }

  @Test("a plugin that does not answer is slow, which is told and logged once; an answer makes it ready again")
  func slow() throws {
    let harness = try ServiceHarness(settings: settings { $0.requestTimeout = 0.02 })
    let osk = try TestProvider(harness, "softwareKeyboard", name: "sleepy")
    try osk.show(300)
    let monitor = try harness.monitor()
    let list = try harness.client()
    list.call(#"{"method":"io.keyguide.Provider.List","more":true}"#)
    try harness.run()
    _ = try (monitor.messages(), list.messages())
    while try harness.providers().first?.state != .slow { try harness.loop.runOnce(timeoutMicroseconds: 1_000_000) }
    let told = try MonitorReply.decode(try monitor.messages())
    #expect(told.map { $0.parts.providers?.first?.state } == [.slow])
    #expect(told.first?.parts.keyboard == nil, "what it has said holds")
    #expect(try harness.seat.keyboard.frame?.height == 300)
    #expect(try list.messages().count == 1)
    let entries = harness.logged.filter { $0.event == .providerSlow }
    #expect(entries.count == 1)
    #expect(entries.first?.fields.map(\.value) == ["sleepy", "seat0"])
    // Asleep, nothing is due any more.
    #expect(harness.service.seats.session(named: nil)?.providers.board.deadline == nil)
    #expect(try osk.call("Finish", #""request":1"#).error == nil)
    #expect(try MonitorReply.decode(try monitor.messages()).map { $0.parts.providers?.first?.state } == [.ready])
    #expect(try harness.providers().first?.state == .ready)
  }

  @Test("a role is one plugin's; who comes second is told whose, and gets it when that one has gone")
  func roleTaken() throws {
    let harness = try ServiceHarness(settings: settings())
    let first = try TestProvider(harness, "softwareKeyboard", name: "first")
    let refusal = #expect(throws: TestProvider.Refusal.self) {
      try TestProvider(harness, "compositor", "softwareKeyboard", name: "second")
    }
    #expect(
      refusal?.text.contains(
        #""error":"io.keyguide.Provider.RoleTaken","parameters":{"role":"softwareKeyboard","by":"first"}"#) == true)
    #expect(try harness.providers().map(\.name) == ["first"])
    try first.hangUp()
    let second = try TestProvider(harness, "compositor", "softwareKeyboard", name: "second")
    #expect(try harness.providers().map(\.name) == ["second"])
    #expect(second.name != first.name, "a name of a registration is never used again")
  }

  @Test(
    "a registration that makes no sense is refused, and says why",
    arguments: [
      (#"{"name":"a","apiVersion":2,"roles":["compositor"]}"#, "Provider.UnsupportedVersion"),
      (#"{"name":"a","apiVersion":1,"roles":[]}"#, "InvalidParameter"),
      (#"{"name":"a","apiVersion":1,"roles":["king"]}"#, "InvalidParameter"),
      (#"{"name":"","apiVersion":1,"roles":["compositor"]}"#, "InvalidParameter"),
      (#"{"name":"a\nb","apiVersion":1,"roles":["compositor"]}"#, "InvalidParameter"),
      (#"{"name":"\#(String(repeating: "x", count: 129))","apiVersion":1,"roles":["compositor"]}"#, "InvalidParameter"),
      (#"{"apiVersion":1,"roles":["compositor"]}"#, "InvalidParameter"),
      (#"{"name":"a","apiVersion":1,"roles":["compositor"],"seat":"seat9"}"#, "Provider.UnknownSeat"),
    ])
  func refused(parameters: String, error: String) throws {
    let harness = try ServiceHarness(settings: settings())
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Provider.Register","more":true,"parameters":\#(parameters)}"#)
    try harness.run()
    #expect(try client.message().error?.hasSuffix(error) == true)
    #expect(try harness.providers().isEmpty)
    let once = try harness.call("Provider.Register", #"{"name":"a","apiVersion":1,"roles":["compositor"]}"#)
    #expect(once.error == "org.varlink.service.ExpectedMore")
  }

  @Test("buttons come from a plugin where the application has none, for the application and language that it names")
  func barContent() throws {
    let harness = try ServiceHarness(
      settings: settings { $0.seat.languages = [Language(id: "en"), Language(id: "de")] })
    harness.plug("a")
    let bar = try TestProvider(harness, "barContent", "language", name: "bar")
    #expect(try bar.told() == ["1 language en"])
    let window = try harness.window(#"{"focus":"field","application":"editor"}"#)
    #expect(try bar.told() == ["2 barContent editor en"])
    func buttons() throws -> [String] {
      try harness.seat.barLayout?.buttons.filter { $0.section == .leading }.map(\.item.id) ?? []
    }
    let content = #""content":{"leading":[{"items":[{"id":"ä"}]}]}"#
    let report = #""request":2,"application":"editor","language":"en",\#(content)"#
    #expect(try bar.call("ReportBarContent", report).error == nil)
    #expect(try buttons() == ["ä"])
    #expect(try bar.call("ReportLanguage", #""language":"de","request":1"#).error == nil)
    #expect(try harness.seat.language?.id == "de")
    #expect(try bar.told() == ["3 barContent editor de"], "who says which language there is, is not asked for it")
    #expect(try buttons() == [], "what was for another language is not shown")
    let unknown = try bar.call("ReportLanguage", #""language":"xx""#)
    #expect(unknown.error == "io.keyguide.Provider.UnknownLanguage")
    #expect(unknown.parameters["available"] as? [String] == ["en", "de"])
    let name = try #require(try window.windows().last?.window)
    #expect(try bar.call("ReportBarContent", #""request":3,\#(content)"#).error == nil)
    #expect(try buttons() == ["ä"])
    let own = #"{"window":"\#(name)","barContent":{"trailing":[{"items":[{"id":"x"}]}]}}"#
    #expect(try harness.call("Layout.Update", own).error == nil)
    #expect(try buttons() == [], "its own go before")
    try bar.hangUp()
    #expect(try harness.seat.language?.id == "de", "the language is the person's choice, and stays")
  }

  @Test("a list is told with each change, and who reads it slowly gets the newest")
  func list() throws {
    let harness = try ServiceHarness(settings: settings())
    let list = try harness.client()
    list.call(#"{"method":"io.keyguide.Provider.List","more":true}"#)
    try harness.run()
    func lists() throws -> [ProviderList] {
      try list.messages().map { message in
        var reader = try VarlinkReply(message: Array(message.utf8)).reader
        return try ProviderList(from: &reader)
      }
    }
    #expect(try lists().map(\.providers) == [[]])
    let osk = try TestProvider(harness, "softwareKeyboard")
    let listed = try lists()
    let provider = try #require(listed.last?.providers.first)
    #expect(
      provider
        == ProviderList.Provider(
          name: "osk", apiVersion: 1, pid: Int(getpid()), seat: "seat0", roles: ["softwareKeyboard"], state: .ready,
          unanswered: 1))
    try osk.hangUp()
    #expect(try lists().last?.providers == [])
    #expect(harness.service.seats.providerList(showingProcessesOf: nil).seq == listed.count + 2)
  }

  @Test("plugins are among the clients that are told, with how far each has read")
  func clients() throws {
    let harness = try ServiceHarness(settings: settings())
    let osk = try TestProvider(harness, "softwareKeyboard")
    let reply = try harness.call("Control.Clients")
    let clients = try #require(reply.parameters["clients"] as? [[String: Any]])
    let streams = try #require(clients.first?["streams"] as? [[String: Any]])
    #expect(streams.map { $0["kind"] as? String } == ["provider"])
    #expect(streams.first?["pending"] as? Int == 0)
    try osk.hangUp()
  }
}
