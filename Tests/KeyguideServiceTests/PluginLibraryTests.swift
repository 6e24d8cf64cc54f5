import EventLoop
import Foundation
import Geometry
import Glibc
import JSON
import KeyguideAPI
import KeyguideSettings
import Testing
import Varlink

@testable import KeyguidePlugin
@testable import KeyguideService

/// The library that plugins are written with, against the whole service, on one loop.
@Suite struct PluginLibraryTests {
  /// What a plugin was told, in words.
  private final class Story {
    var events: [String] = []

    func note(_ event: PluginEvent) {
      switch event {
      case .request(let request): events.append("\(request.id) \(request.kind.rawValue)")
      case .cancelled(let id): events.append("-\(id)")
      case .resynced: events.append("resynced")
      }
    }

    func next() -> [String] {
      defer { events = [] }
      return events
    }
  }

  private func plugin(
    _ harness: ServiceHarness, _ story: Story, environment: [String: String] = [:], roles: ProviderRole...
  ) throws -> Plugin {
    try Plugin(
      name: "library", version: "1.2", roles: roles, seat: nil, socket: harness.path,
      environment: { environment[$0] }, loop: harness.loop
    ) { _, event in story.note(event) }
  }

  @Test("a plugin registers, is told to report anew and what is wanted, and answers")
  func wholeWay() throws {
    let harness = try ServiceHarness()
    let story = Story()
    let plugin = try plugin(harness, story, roles: .softwareKeyboard)
    try harness.run()
    #expect(story.next() == ["resynced", "1 hide"])
    plugin.report(.keyboard(SoftwareKeyboardReport(kind: .none)), answering: 1)
    let window = try harness.window()
    #expect(story.next() == ["2 show"])
    let frame = Rectangle(x: 0, y: 600, width: 1280, height: 200)
    plugin.report(.keyboard(SoftwareKeyboardReport(kind: .docked, frame: frame, duration: 0)), answering: 2)
    try harness.run()
    #expect(try harness.seat.keyboard.frame == frame)
    #expect(try window.windows().last?.keyboard == .docked)
    let listed = try #require(try harness.providers().first)
    #expect(listed.name == "library" && listed.version == "1.2" && listed.unanswered == 0)
    #expect(try harness.call("Control.Perform", #"{"action":"splitKeyboard"}"#).error == nil)
    #expect(try harness.call("Control.OverrideKeyboard", #"{"keyboard":"hidden"}"#).error == nil)
    #expect(story.next() == ["3 move", "-3", "4 hide"])
    plugin.finish(4, problem: "it is stuck")
    try harness.run()
    #expect(try harness.providers().first?.problem == "it is stuck")
  }

  @Test("every kind of report arrives as it was made")
  func reports() throws {
    let harness = try ServiceHarness()
    let plugin = try plugin(harness, Story(), roles: .compositor, .barContent)
    let frame = Rectangle(x: 0, y: 0, width: 900, height: 500)
    plugin.report(.screens([ScreenReport(name: "DP-1", frame: frame, scale: 2, bottomSafeArea: 10, usable: frame)]))
    let window = WindowReport(id: "7", pid: 1, application: "a", screen: "DP-1", frame: frame, focused: true)
    plugin.report(.windows([window]))
    let item = BarContentReport.Item(id: "x", title: "X", width: 30)
    let group = BarContentReport.Group(items: [item], representative: .init(id: "y"))
    plugin.report(
      .barContent(BarContentReport(application: "a", content: .init(leading: [group], allowsHiding: false))))
    try harness.run()
    let board = try #require(harness.service.seats.session(named: nil)).providers.board
    let facts = try #require(board.providers.first).facts
    #expect(facts.screens.map(\.name) == ["DP-1"] && facts.screens.first?.scale == 2)
    #expect(facts.windows == [window])
    #expect(facts.barContent?.application == "a" && facts.barContent?.content.allowsHiding == false)
    #expect(facts.barContent?.content.leading.first?.items.map(\.title) == ["X"])
    #expect(facts.barContent?.content.leading.first?.representative?.id == "y")
  }

  @Test("started by a host, it has the host's connections and name, and ends with them")
  func inherited() throws {
    let harness = try ServiceHarness()
    let story = Story()
    let descriptors = try (0..<2).map { _ in try UnixSocket.connect(to: harness.path) }
    let environment = [
      "KEYGUIDE_CONNECTIONS": descriptors.map(String.init).joined(separator: ":"), "KEYGUIDE_PLUGIN": "osk",
    ]
    let plugin = try plugin(harness, story, environment: environment, roles: .softwareKeyboard)
    try harness.run()
    #expect(try harness.providers().map(\.name) == ["osk"])
    #expect(fcntl(descriptors[0], F_GETFD) == FD_CLOEXEC, "what it starts must not have them")
    harness.service.stop()
    #expect(try plugin.run() == 0)
  }

  @Test("connections that are none are told at once", arguments: ["", "3", "3:x", "3:3", "9999:9998", "-1:-2"])
  func wrong(text: String) throws {
    let error = #expect(throws: PluginError.self) { try ConnectionSource(inherited: text, socket: nil) }
    #expect(error == .wrongConnections(text))
    #expect(error?.description.contains("as in 3:4") == true)
  }

  @Test("a plugin that the daemon refuses ends with an error, and is not tried again and again")
  func refused() throws {
    let harness = try ServiceHarness()
    let first = try plugin(harness, Story(), roles: .language)
    try harness.run()
    let second = try plugin(harness, Story(), roles: .language)
    #expect(try second.run() == 1)
    withExtendedLifetime(first) {}
  }

  @Test("of each kind the newest report waits, and what an older one would have answered is answered")
  func queue() {
    func keyboard(_ height: Double) -> PluginReport {
      .keyboard(SoftwareKeyboardReport(kind: .docked, frame: Rectangle(x: 0, y: 0, width: 1, height: height)))
    }
    func text(_ call: ReportQueue.Call?) -> String? {
      call.map { call in
        var writer = JSONWriter()
        writer.object { call.encodeMembers(to: &$0) }
        return "\(call.method) \(String(decoding: writer.bytes, as: UTF8.self))"
      }
    }
    var queue = ReportQueue()
    queue.add(keyboard(1), answering: 1)
    let first = queue.next()
    #expect(text(first)?.contains(#""height":1.0},"request":1}"#) == true)
    for number in 2...1000 { queue.add(keyboard(Double(number)), answering: number < 4 ? number : nil) }
    queue.add(.screens([]), answering: nil)
    #expect(queue.next() == nil, "one at a time")
    queue.hasSent()
    var calls: [String] = []
    while let call = queue.next() {
      calls.append(text(call) ?? "")
      queue.hasSent()
    }
    #expect(calls.count == 4)
    #expect(calls.first?.contains(#""height":1000.0}}"#) == true)
    #expect(
      calls.dropFirst().prefix(3).sorted() == [
        #"Finish {"request":2}"#, #"Finish {"request":3}"#, #"ReportScreens {"screens":[]}"#,
      ])
    for number in 0..<1000 { queue.finish(number, problem: nil) }
    var finishes = 0
    while let call = queue.next() {
      finishes += 1
      if finishes == 16 { #expect(text(call) == #"Finish {"request":999}"#) }
      queue.hasSent()
    }
    #expect(finishes == 16)
  }

  @Test("the README's plugin is the one that is built, to the letter")
  func readme() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(
      contentsOf: root.appending(path: "Templates/plugin/Sources/my-keyboard/main.swift"), encoding: .utf8)
    let code = source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    #expect(readme.contains(code))
    #expect(source.split(separator: "\n").count <= 30)
  }
}
