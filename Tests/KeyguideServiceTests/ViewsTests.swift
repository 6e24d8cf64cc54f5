import Foundation
import Geometry
import JSON
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import SeatReplay
import Testing
import Varlink

@testable import KeyguideService

/// Layouts of clients, by way of the socket: one message tells of the guide and of the views that it moves.
@Suite struct ViewsTests {
  private static let bar = """
    {"views":{"bar":{"height":40},"list":{}},"constraints":["bar.leading == view.leading",\
    "bar.trailing == view.trailing","bar.bottom == keyboard.top","list.top == view.top","list.bottom == bar.top",\
    "list.leading == view.leading","list.width == 100"]}
    """

  private func harness(_ parameters: String) throws -> (ServiceHarness, RawClient) {
    var settings = DaemonSettings()
    settings.seat.transitionDuration = 0
    let harness = try ServiceHarness(settings: settings)
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Layout.Open","parameters":\#(parameters),"more":true}"#)
    try harness.run()
    return (harness, client)
  }

  private func replies(_ client: RawClient) throws -> [LayoutReply] {
    try client.messages().map { message in
      var reader = try VarlinkReply(message: Array(message.utf8)).reader
      return try LayoutReply(from: &reader)
    }
  }

  private func frames(_ reply: LayoutReply?) -> [String: Rectangle] {
    Dictionary((reply?.views ?? []).map { ($0.name, $0.frame) }, uniquingKeysWith: { _, last in last })
  }

  @Test("R69 the first message has every view, later ones those that the guide moves")
  func follows() throws {
    let (harness, client) = try harness(#"{"layout":\#(Self.bar)}"#)
    let first = try #require(try replies(client).first)
    #expect(
      frames(first) == [
        "bar": Rectangle(x: 0, y: 740, width: 1280, height: 40), "list": Rectangle(x: 0, y: 0, width: 100, height: 740),
      ])
    #expect(first.layout == .init())
    _ = try harness.call("Layout.Focus", #"{"window":"\#(first.window)","view":"field"}"#)
    let shown = try replies(client)
    #expect(shown.count == 1)
    #expect(frames(shown.first)["bar"] == Rectangle(x: 0, y: 360, width: 1280, height: 40))
    #expect(frames(shown.first)["list"]?.height == 360)
    #expect(shown.first?.layout == nil, "nothing new to say")
    harness.plug("a")
    #expect(frames(try replies(client).last)["bar"]?.y == 705)
  }

  @Test("a window and its layout change in one step, and one message tells of both")
  func update() throws {
    let (harness, client) = try harness(#"{"layout":\#(Self.bar)}"#)
    let window = try #require(try replies(client).first).window
    let frame = #"{"x":0,"y":0,"width":500,"height":400}"#
    let sizes = #"{"bar":{"height":60}}"#
    _ = try harness.call("Layout.Update", #"{"window":"\#(window)","frame":\#(frame),"sizes":\#(sizes)}"#)
    let changed = try replies(client)
    #expect(changed.count == 1)
    #expect(frames(changed.first)["bar"] == Rectangle(x: 0, y: 340, width: 500, height: 60))
    let other = #"{"views":{"only":{"width":10,"height":10}},"constraints":["only.top == view.top"]}"#
    _ = try harness.call("Layout.Update", #"{"window":"\#(window)","layout":\#(other)}"#)
    let replaced = try replies(client)
    #expect(replaced.count == 1)
    #expect(frames(replaced.first).keys.sorted() == ["only"])
    #expect(replaced.first?.layout?.ambiguous == ["only"])
    _ = try harness.call("Layout.Update", #"{"window":"\#(window)","layout":null}"#)
    _ = try harness.call("Layout.Focus", #"{"window":"\#(window)","view":"field"}"#)
    #expect(try replies(client).last?.views == [])
  }

  @Test("R84 R114 tracked sets hold while the window follows, and the message says which do")
  func tracked() throws {
    let json = """
      {"views":{"tool":{"width":50,"height":20}},"constraints":["tool.leading == view.leading"],"tracked":[\
      {"away":["top"],"constraints":["tool.bottom == keyboard.top"]},\
      {"near":["top"],"constraints":["tool.bottom == view.bottom"]}]}
      """
    let (harness, client) = try harness(#"{"layout":\#(json),"followsUndockedKeyboard":true}"#)
    let first = try #require(try replies(client).first)
    #expect(first.layout?.activeSets == [0])
    #expect(frames(first)["tool"]?.maxY == 780)
    _ = try harness.call("Layout.Update", #"{"window":"\#(first.window)","followsUndockedKeyboard":false}"#)
    #expect(try replies(client).last?.layout?.activeSets == [])
  }

  @Test("R189 a conflict is told by name, and goes when it is over")
  func conflict() throws {
    let json = """
      {"views":{"a":{"width":10}},"constraints":["a.left == view.left",{"id":"top","constraint":"a.top == view.top"},\
      {"id":"bottom","constraint":"a.bottom == keyboard.top"},{"id":"tall","constraint":"a.height >= 600"}]}
      """
    let (harness, client) = try harness(#"{"layout":\#(json)}"#)
    let window = try #require(try replies(client).first).window
    _ = try harness.call("Layout.Focus", #"{"window":"\#(window)","view":"field"}"#)
    let conflict = try #require(try replies(client).last?.layout?.conflicts.first)
    #expect(conflict.broken == "tall")
    #expect(conflict.constraints.contains("top"))
    _ = try harness.call("Layout.Focus", #"{"window":"\#(window)"}"#)
    #expect(try replies(client).last?.layout?.conflicts == [])
  }

  @Test("a reader that is late is told once where each view is now")
  func late() throws {
    let (harness, client) = try harness(#"{"layout":\#(Self.bar)}"#)
    let window = try #require(try replies(client).first).window
    let session = try #require(harness.service.seats.session(named: nil))
    let id = try #require(WindowID(name: window))
    let stream = try #require(session.window(id))
    // The first of these is sent at once; the others wait until the loop runs.
    for view in ["field", nil, "field"] {
      session.apply(.focused(window: id, view: view.map { TextView($0) }))
    }
    var writer = JSONWriter()
    if stream.hasNews { writer.object { _ = stream.encodeNext(to: &$0) } }
    try harness.run()
    var latest: [String: Rectangle] = [:]
    for reply in try replies(client) { for view in reply.views { latest[view.name] = view.frame } }
    #expect(latest["bar"]?.y == 360 || String(decoding: writer.bytes, as: UTF8.self).contains("\"y\":360"))
    #expect(!stream.hasNews)
  }

  @Test(
    "what makes no layout is refused with its place, and nothing changes",
    arguments: [
      (#"{"views":{"a":{}},"constraints":["a.top = view.top"]}"#, "layout.constraints[0]", "column 7"),
      (
        #"{"views":{"a":{}},"constraints":["b.top == view.top"]}"#, "layout.constraints[0]",
        "there is no view or guide 'b'"
      ),
      (#"{"views":{"a":{"parent":"a"}}}"#, "layout.views.a.parent", "would lie in itself"),
      (#"{"views":{"keyboard":{}}}"#, "layout.views.keyboard", "the name is taken"),
      (#"{"view":{}}"#, "layout.view", "is not known"), ("7", "layout", "expected an object"),
    ])
  func refused(layout: String, place: String, problem: String) throws {
    let (harness, client) = try harness(#"{"layout":\#(Self.bar)}"#)
    let window = try #require(try replies(client).first).window
    let reply = try harness.call("Layout.Update", #"{"window":"\#(window)","layout":\#(layout)}"#)
    #expect(reply.error == "io.keyguide.Layout.InvalidLayout")
    #expect(reply.parameters["place"] as? String == place)
    #expect((reply.parameters["problem"] as? String)?.contains(problem) == true, "\(reply.parameters)")
    #expect(try replies(client).isEmpty)
  }
}
