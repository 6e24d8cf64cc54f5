import Foundation
import Geometry
import JSON
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import Providers
import SeatReplay
import Testing
import Varlink
import VarlinkServer

@testable import KeyguideService

/// Windows of clients that a compositor's plugin knows the places of.
@Suite struct BindingTests {
  private let screens =
    #""screens":[{"name":"eDP-1","frame":{"x":0,"y":0,"width":1280,"height":800}},{"name":"HDMI-1","frame":{"x":1280,"y":0,"width":1000,"height":600}}]"#

  private func window(_ id: String, _ frame: String, pid: Int32 = getpid(), screen: String = "eDP-1") -> String {
    #"{"id":"\#(id)","pid":\#(pid),"application":"app-\#(id)","screen":"\#(screen)","frame":{\#(frame)}}"#
  }

  private func compositor(_ harness: ServiceHarness, _ windows: String...) throws -> TestProvider {
    let compositor = try TestProvider(harness, "compositor", name: "compositor")
    #expect(try compositor.call("ReportScreens", screens).error == nil)
    try report(compositor, windows)
    return compositor
  }

  private func report(_ compositor: TestProvider, _ windows: [String]) throws {
    #expect(try compositor.call("ReportWindows", #""windows":[\#(windows.joined(separator: ","))]"#).error == nil)
  }

  private var quick: DaemonSettings {
    var settings = DaemonSettings()
    settings.seat.transitionDuration = 0
    return settings
  }

  private let left = #""x":0,"y":100,"width":640,"height":700"#
  private let right = #""x":640,"y":100,"width":640,"height":700"#

  @Test("a window is where the compositor has it from its first message on, and one message tells of each move")
  func moves() throws {
    let harness = try ServiceHarness(settings: quick)
    let compositor = try compositor(harness, window("1", left))
    let client = try harness.window()
    let first = try client.windows()
    #expect(first.map(\.guide.frame) == [Rectangle(x: 0, y: 300, width: 640, height: 400)])
    try report(compositor, [window("1", #""x":640,"y":0,"width":640,"height":500"#)])
    #expect(try client.windows().map(\.guide.frame) == [Rectangle(x: 0, y: 400, width: 640, height: 100)])
    try report(compositor, [window("1", #""x":1380,"y":0,"width":500,"height":600"#, screen: "HDMI-1")])
    let moved = try client.windows()
    #expect(moved.map(\.guide.frame) == [Rectangle(x: 0, y: 200, width: 500, height: 400)])
    #expect(try harness.seat.keyboard.screen == ScreenID("HDMI-1"))
    try report(compositor, [])
    #expect(try client.windows().map(\.guide.frame) == [Rectangle(x: 0, y: 400, width: 1280, height: 400)])
    try report(compositor, [window("1", left)])
    _ = try client.windows()
    try compositor.hangUp()
    #expect(try client.windows().map(\.guide.frame) == [Rectangle(x: 0, y: 400, width: 1280, height: 400)])
  }

  @Test("what a client says of its place wins, and counts until it takes it back")
  func ownFrame() throws {
    let harness = try ServiceHarness(settings: quick)
    let compositor = try compositor(harness, window("1", left))
    let client = try harness.window(#"{"focus":"field","frame":{"x":0,"y":0,"width":200,"height":800}}"#)
    let reply = try #require(try client.windows().last)
    #expect(reply.guide.frame.width == 200)
    #expect(try harness.call("Layout.Update", #"{"window":"\#(reply.window)","frame":null}"#).error == nil)
    #expect(try client.windows().map(\.guide.frame.width) == [640])
    #expect(
      try harness.call("Layout.Update", #"{"window":"\#(reply.window)","screen":"HDMI-1"}"#).error == nil)
    #expect(try client.windows().map(\.guide.frame.width) == [1000], "a screen is a place, too")
    try compositor.hangUp()
  }

  @Test("which of several it is, a client says by name; else they are taken in turn")
  func several() throws {
    let harness = try ServiceHarness(settings: quick)
    let compositor = try compositor(harness, window("1", left), window("2", #""x":640,"y":0,"width":300,"height":800"#))
    let named = try harness.window(#"{"compositorWindow":"2"}"#)
    let other = try harness.window("{}")
    let terminal = try harness.window(#"{"application":"app-2"}"#)
    let nobody = try harness.window(#"{"application":"app-3"}"#)
    #expect(
      try [named, other, terminal, nobody].map { try $0.windows().last?.guide.frame.width } == [300, 640, 300, 1280])
    let name = try #require(harness.service.seats.session(named: nil)?.windows(of: nil).last?.id.name)
    #expect(try harness.call("Layout.Update", #"{"window":"\#(name)","application":"app-1"}"#).error == nil)
    #expect(try nobody.windows().map(\.guide.frame.width) == [640])
    try compositor.hangUp()
  }

  @Test("nothing that a user's compositor says reaches another user's window")
  func otherUsers() throws {
    let facts = PeerFacts(isPrivileged: { _ in false }, hasActiveSession: { _, _ in true }, groupID: { _ in nil })
    var settings = quick
    settings.access.provide = .activeSession
    let harness = try ServiceHarness(settings: settings, peers: facts)
    let session = try #require(harness.service.seats.session(named: nil))
    let peer = Peer(processID: 77, userID: getuid() &+ 1, groups: [])
    let stranger = WindowStream(id: harness.service.seats.nextWindow(), peer: peer, session: session)
    session.open(stranger, .init(), focus: nil)
    let own = try harness.window("{}")
    let compositor = try compositor(harness)
    let before = stranger.seq
    try report(compositor, [window("1", left, pid: 77), window("2", right, pid: getpid())])
    #expect(session.seat.place(of: stranger.id)?.frame.width == 1280)
    #expect(stranger.seq == before, "it is not even told")
    #expect(try own.windows().last?.guide.frame.width == 640)
    let hinted = WindowStream(id: harness.service.seats.nextWindow(), peer: peer, session: session)
    hinted.hints.compositorWindow = "1"
    session.open(hinted, .init(), focus: nil)
    #expect(session.seat.place(of: hinted.id)?.frame.width == 1280)
    for window in [stranger, hinted] { window.detach() }
    try compositor.hangUp()
  }

  @Test("a recording has places, and neither processes nor the names of applications; it replays to the same state")
  func recording() throws {
    let harness = try ServiceHarness(settings: quick)
    let recorder = try harness.client()
    recorder.call(#"{"method":"io.keyguide.Control.Record","more":true}"#)
    let plugin = try TestProvider(harness, "compositor", "softwareKeyboard", "barContent")
    let client = try harness.window(#"{"focus":"secret field","application":"secret"}"#)
    #expect(try plugin.call("ReportScreens", screens).error == nil)
    try report(
      plugin,
      [
        #"{"id":"secret window","pid":4711,"application":"secret","screen":"HDMI-1","frame":{"x":1300,"y":0,"width":500,"height":600}}"#
      ])
    #expect(try plugin.call("ReportKeyboard", #""kind":"docked","screen":"HDMI-1""#).error == nil)
    #expect(
      try plugin.call(
        "ReportBarContent", #""application":"secret","content":{"leading":[{"items":[{"id":"secret"}]}]}"#
      )
      .error == nil)
    let lines = try recorder.messages().map { message in
      let object = try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any]
      return try JSONSerialization.data(withJSONObject: try #require(object?.parameters["line"]))
    }
    let text = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    #expect(!text.contains("secret") && !text.contains("4711") && !text.contains("osk"), "\(text)")
    let recording = try SeatRecording(text: Array(text.utf8))
    var replay = SeatReplay(recording.header)
    for case .input(let input) in recording.steps.map(\.step) { _ = replay.take(input) }
    let seat = try harness.seat
    #expect(replay.seat.keyboard == seat.keyboard && replay.seat.mainScreenName == seat.mainScreenName)
    #expect(replay.seat.guide(of: WindowID(1)) == seat.guide(of: WindowID(1)))
    #expect(replay.seat.place(of: WindowID(1))?.frame == Rectangle(x: 20, y: 0, width: 500, height: 600))
    #expect(seat.keyboard.screen == ScreenID("HDMI-1"))
    // The facts of the seat, without the way there, lead there as well.
    var again = Seat(configuration: seat.configuration)
    for input in seat.facts { _ = again.apply(input, at: .init(microseconds: 0)) }
    #expect(again.keyboard == seat.keyboard && again.facts == seat.facts)
    _ = try client.windows()
  }
}
