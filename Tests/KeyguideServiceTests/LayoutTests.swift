import Foundation
import Geometry
import Glibc
import JSON
import KeyguideAPI
import Testing
import Varlink

@testable import KeyguideService

@Suite struct LayoutTests {
  private func open(_ parameters: String = "{}") -> String {
    #"{"method":"io.keyguide.Layout.Open","parameters":\#(parameters),"more":true}"#
  }

  private func decode(_ messages: [String]) throws -> [LayoutReply] {
    try messages.map { message in
      var reader = try VarlinkReply(message: Array(message.utf8)).reader
      return try LayoutReply(from: &reader)
    }
  }

  /// Lets the running transition end.
  private func settle(_ harness: ServiceHarness) throws {
    while harness.service.seats.session(named: nil)?.seat.deadline != nil {
      try harness.loop.runOnce(timeoutMicroseconds: 1_000_000)
    }
  }

  @Test("a window follows the keyboard from focus over plug to unplug")
  func wholeWay() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(open())
    try harness.run()
    let first = try #require(try decode(client.messages()).first)
    #expect(first.seq == 1)
    #expect(first.keyboard == .none)
    #expect(first.guide == .init(frame: Rectangle(x: 0, y: 780, width: 1280, height: 20), near: [.bottom]))
    #expect(first.notifications.isEmpty)
    #expect(first.transition == nil)

    let other = try harness.client()
    other.call(#"{"method":"io.keyguide.Layout.Focus","parameters":{"window":"\#(first.window)","view":"field"}}"#)
    try harness.run()
    #expect(try other.message().error == nil)
    let shown = try #require(try decode(client.messages()).first)
    #expect(shown.seq == 2)
    #expect(shown.keyboard == .docked)
    #expect(shown.guide.frame == Rectangle(x: 0, y: 400, width: 1280, height: 400))
    #expect(shown.notifications.map(\.rawValue) == ["willChangeFrame", "willShow"])
    #expect(shown.transition?.local == true)
    #expect(shown.transition?.duration == 0.5)
    #expect(shown.transition?.curve == .spring)
    try settle(harness)
    let settled = try #require(try decode(client.messages()).first)
    #expect(settled.notifications.map(\.rawValue) == ["didChangeFrame", "didShow"])
    #expect(settled.transition == shown.transition)

    harness.plug("a")
    let bar = try #require(try decode(client.messages()).first)
    #expect(bar.keyboard == .fullBar)
    #expect(bar.guide.frame == Rectangle(x: 0, y: 745, width: 1280, height: 55))
    #expect(bar.transition?.begin == shown.guide.frame)
    #expect(bar.transition?.end == Rectangle(x: 406, y: 745, width: 468, height: 55))
    harness.unplug("a")
    #expect(try decode(client.messages()).last?.guide.frame == shown.guide.frame)
  }

  @Test("R60 a window is changed, setting by setting; what makes no sense, or is not known, is refused")
  func change() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(open(#"{"focus":"field","bottomSafeArea":30}"#))
    try harness.run()
    let window = try #require(try decode(client.messages()).first).window
    let frame = #"{"x":100,"y":100,"width":500,"height":400}"#
    #expect(try harness.call("Layout.Update", #"{"window":"\#(window)","frame":\#(frame)}"#).error == nil)
    #expect(
      try decode(client.messages()).last?.guide.frame == Rectangle(x: 0, y: 300, width: 500, height: 100))
    let none = #"{"window":"\#(window)","usesBottomSafeArea":false,"style":"stage"}"#
    #expect(try harness.call("Layout.Update", none).error == nil)
    #expect(try harness.call("Layout.Focus", #"{"window":"\#(window)"}"#).error == nil)
    #expect(
      try decode(client.messages()).last?.guide.frame == Rectangle(x: 0, y: 400, width: 500, height: 0))
    #expect(try harness.call("Layout.Update", #"{"window":"\#(window)","usesBottomSafeArea":null}"#).error == nil)
    #expect(
      try decode(client.messages()).last?.guide.frame == Rectangle(x: 0, y: 370, width: 500, height: 30))
    for wrong in [#""colour":1"#, #""style":"tall""#, #""frame":{"x":0}"#, #""accessoryHeight":"much""#] {
      let reply = try harness.call("Layout.Update", #"{"window":"\#(window)",\#(wrong)}"#)
      #expect(reply.error == "org.varlink.service.InvalidParameter", "\(wrong)")
    }
    #expect(try harness.call("Layout.Update", #"{"frame":null}"#).error == "org.varlink.service.InvalidParameter")
  }

  @Test("R74 focus from the start is in the first reply")
  func focusAtOpen() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(open(#"{"focus":"field","followsUndockedKeyboard":true}"#))
    try harness.run()
    let replies = try decode(client.messages())
    #expect(replies.map(\.seq) == [1])
    #expect(replies.first?.missed == nil)
    #expect(replies.first?.keyboard == .docked)
  }

  @Test("a window ends with Close: one last reply without continues, and the connection goes on")
  func close() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(open(#"{"focus":"field"}"#))
    client.call(#"{"method":"org.varlink.service.GetInfo"}"#)
    try harness.run()
    let window = try #require(try decode(client.messages()).first?.window)
    let other = try harness.client()
    other.call(#"{"method":"io.keyguide.Layout.Close","parameters":{"window":"\#(window)"}}"#)
    try harness.run()
    let messages = try client.messages()
    #expect(messages.count == 2, "the last reply, and then the call that waited behind")
    #expect(messages.first?.contains("continues") == false)
    #expect(messages.last?.contains("keyguided") == true)
    #expect(harness.service.seats.session(named: nil)?.seat.focus == nil)
    other.call(#"{"method":"io.keyguide.Layout.Focus","parameters":{"window":"\#(window)","view":"x"}}"#)
    try harness.run()
    #expect(try other.messages().last?.contains("UnknownWindow") == true)
  }

  @Test("a client that hangs up takes its window and its focus along")
  func hangup() throws {
    let harness = try ServiceHarness()
    let monitor = try harness.client()
    monitor.call(#"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#)
    var client: RawClient? = try harness.client()
    client?.call(open(#"{"focus":"field"}"#))
    try harness.run()
    #expect(try client?.messages().count == 1)
    client = nil
    try harness.run()
    let session = try #require(harness.service.seats.session(named: nil))
    #expect(session.seat.focus == nil)
    #expect(session.seat.keyboard.kind == .none)
    #expect(try monitor.messages().last?.contains(#""kind":"none""#) == true)
    #expect(harness.service.server.connectionCount == 1)
  }

  @Test("a oneway Open opens nothing, and oneway errors stay unsaid")
  func oneway() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Layout.Open","more":true,"oneway":true}"#)
    client.call(#"{"method":"io.nowhere.Do","oneway":true}"#)
    client.call(#"{"method":"org.varlink.service.GetInfo"}"#)
    try harness.run()
    #expect(try client.messages().count == 1)
    #expect(harness.service.seats.session(of: .init(1)) == nil)
  }

  @Test("a oneway call of a client that hangs up at once is carried out")
  func onewayAndHangup() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(open())
    try harness.run()
    let window = try #require(try decode(client.messages()).first?.window)
    var hasty: RawClient? = try harness.client()
    hasty?.call(
      #"{"method":"io.keyguide.Layout.Focus","parameters":{"window":"\#(window)","view":"field"},"oneway":true}"#)
    hasty = nil
    try harness.run()
    #expect(try decode(client.messages()).last?.keyboard == .docked)
  }
}
