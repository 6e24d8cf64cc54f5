import Foundation
import Glibc
import InputDevices
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import Testing
import Varlink

@testable import KeyguideService

/// What a person does, by way of the socket: bar, languages, fingers.
@Suite struct HandTests {
  /// A service with two languages and a window in focus; the client has its stream.
  private func harness(_ parameters: String = "{}", plugged: Bool = true) throws -> (ServiceHarness, RawClient) {
    var settings = DaemonSettings()
    settings.seat.languages = [Language(id: "en"), Language(id: "de", suggestionsWidth: 500)]
    settings.seat.transitionDuration = 0
    settings.seat.overlayDelay = 0.01
    let harness = try ServiceHarness(settings: settings)
    if plugged { harness.plug("a") }
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Layout.Open","parameters":\#(parameters),"more":true}"#)
    try harness.run()
    return (harness, client)
  }

  private func last(_ client: RawClient) throws -> LayoutReply? {
    try client.messages().last.map { message in
      var reader = try VarlinkReply(message: Array(message.utf8)).reader
      return try LayoutReply(from: &reader)
    }
  }

  @Test("R41 R296 what a key can do, a call can do")
  func perform() throws {
    let (harness, client) = try harness(#"{"focus":"field","followsUndockedKeyboard":true}"#)
    #expect(try harness.call("Control.Perform", #"{"action":"collapseBarTrailing"}"#).error == nil)
    #expect(try last(client)?.guide.near == [.bottom, .trailing])
    #expect(try harness.call("Control.Perform", #"{"action":"nextLanguage"}"#).error == nil)
    #expect(try harness.seat.language?.id == "de")
    #expect(try harness.call("Control.Perform", #"{"action":"jump"}"#).error?.hasSuffix("InvalidParameter") == true)
    #expect(try harness.call("Control.Perform").error?.hasSuffix("InvalidParameter") == true)
  }

  @Test("R289 a language is chosen by name, and an unknown one is refused with those that there are")
  func language() throws {
    let (harness, client) = try harness(#"{"focus":"field","followsUndockedKeyboard":true}"#)
    let narrow = try #require(try last(client)).guide.frame.width
    #expect(try harness.call("Control.SetLanguage", #"{"language":"de"}"#).error == nil)
    #expect(try last(client)?.guide.frame.width == narrow + 200)
    let refused = try harness.call("Control.SetLanguage", #"{"language":"xx"}"#)
    #expect(refused.error == "io.keyguide.Control.UnknownLanguage")
    #expect(refused.parameters["available"] as? [String] == ["en", "de"])
    #expect(try harness.seat.language?.id == "de")
    #expect(try harness.call("Control.SetLanguage").error == nil)
    #expect(try harness.seat.language?.id == "en")
  }

  @Test("R290 a context keeps its language, which no other user's context of that name gets")
  func context() throws {
    let (harness, client) = try harness()
    let window = try #require(try last(client)).window
    func focus(_ context: String) throws {
      let reply = try harness.call(
        "Layout.Focus", #"{"window":"\#(window)","view":"field","context":"\#(context)"}"#)
      #expect(reply.error == nil)
    }
    try focus("letter")
    _ = try harness.call("Control.SetLanguage", #"{"language":"de"}"#)
    try focus("chat")
    _ = try harness.call("Control.SetLanguage", #"{"language":"en"}"#)
    try focus("letter")
    #expect(try harness.seat.language?.id == "de")
    #expect(try harness.seat.focus?.view.context == "\(getuid()):letter")
    let long = String(repeating: "x", count: 257)
    let refused = try harness.call("Layout.Focus", #"{"window":"\#(window)","view":"field","context":"\#(long)"}"#)
    #expect(refused.error?.hasSuffix("InvalidParameter") == true)
  }

  @Test("R283 R286 a window's buttons are in the bar while it has the focus, and changes appear at once")
  func barContent() throws {
    let (harness, client) = try harness(
      #"{"focus":"field","barContent":{"trailing":[{"items":[{"id":"send","title":"Send","width":80}]}]}}"#)
    func buttons() throws -> [String] {
      try #require(harness.service.seats.session(named: nil)).parts.bar?.buttons.map(\.id) ?? []
    }
    #expect(try buttons() == ["undo", "redo", "paste", "send"])
    let window = try #require(try last(client)).window
    let change = #"{"window":"\#(window)","barContent":{"leading":[{"items":[{"id":"bold"},{"id":"italic"}]}]}}"#
    #expect(try harness.call("Layout.Update", change).error == nil)
    #expect(try buttons() == ["undo", "redo", "paste", "bold", "italic"])
    #expect(try harness.call("Control.PlaceBar", #"{"hidesApplicationItems":true}"#).error == nil)
    #expect(try buttons() == ["undo", "redo", "paste"])
    #expect(try harness.call("Layout.Focus", #"{"window":"\#(window)"}"#).error == nil)
    #expect(try buttons() == [])
  }

  @Test(
    "R284 R286 content that makes no sense is refused, and the window stays as it is",
    arguments: [
      #"{"leading":[{"items":[]}]}"#, #"{"leading":[{}]}"#, #"{"leading":[{"items":[{"title":"no id"}]}]}"#,
      #"{"leading":[{"items":[{"id":"a"}],"representative":{"id":"a"}}]}"#, #"{"leading":[{"items":[{"id":""}]}]}"#,
      #"{"leading":[{"items":[{"id":"a","width":-1}]}]}"#, #"{"middle":[]}"#, "1",
    ])
  func wrongContent(content: String) throws {
    let (harness, client) = try harness(#"{"focus":"field"}"#)
    let window = try #require(try last(client)).window
    let reply = try harness.call("Layout.Update", #"{"window":"\#(window)","barContent":\#(content)}"#)
    #expect(reply.error?.hasSuffix("InvalidParameter") == true)
    #expect(try last(client) == nil)
  }

  @Test("content has limits: groups, buttons and texts")
  func limits() throws {
    let (harness, client) = try harness(#"{"focus":"field"}"#)
    let window = try #require(try last(client)).window
    let item = #"{"id":"a"}"#
    let items = [String](repeating: item, count: 17).joined(separator: ",")
    let groups = [String](repeating: #"{"items":[\#(item)]}"#, count: 17).joined(separator: ",")
    let text = String(repeating: "x", count: 129)
    for content in [
      #"{"leading":[{"items":[\#(items)]}]}"#, #"{"trailing":[\#(groups)]}"#,
      #"{"leading":[{"items":[{"id":"\#(text)"}]}]}"#,
    ] {
      let reply = try harness.call("Layout.Update", #"{"window":"\#(window)","barContent":\#(content)}"#)
      #expect(reply.error?.hasSuffix("InvalidParameter") == true, "\(content.prefix(40))")
    }
  }

  @Test("R41 R71 fingers: the bar goes into a corner, the keyboard away")
  func fingers() throws {
    let (harness, client) = try harness(#"{"focus":"field","keyboardDismissPadding":20}"#)
    #expect(try harness.call("Control.DragBar", #"{"x":1200}"#).error == nil)
    #expect(try last(client)?.notifications == [])
    #expect(try harness.call("Control.DragBar").error == nil)
    #expect(try harness.seat.bar.place == .trailing)
    harness.unplug("a")
    let window = try #require(try last(client)).window
    #expect(try harness.call("Layout.DragToDismiss", #"{"window":"\#(window)","y":480}"#).error == nil)
    #expect(try last(client)?.guide.frame.y == 500)
    #expect(try harness.call("Layout.DragToDismiss", #"{"window":"\#(window)","y":700}"#).error == nil)
    #expect(try harness.call("Layout.DragToDismiss", #"{"window":"\#(window)"}"#).error == nil)
    #expect(try last(client)?.keyboard == .some(.none))
    #expect(try harness.seat.keyboard.reason == .hiddenByPerson)
    #expect(
      try harness.call("Layout.DragToDismiss", #"{"window":"w99","y":1}"#).error?.hasSuffix("UnknownWindow") == true)
  }

  @Test("R292 R293 the overlay of shortcuts is a part of the state, and no window hears of it")
  func overlay() throws {
    let (harness, client) = try harness(#"{"focus":"field"}"#)
    _ = try client.messages()
    harness.service.seats.apply([DeviceChange(seat: "seat0", input: .modifiersHeld(.meta, on: DeviceID("a")))])
    while try !harness.seat.shortcutOverlay.isShown { try harness.loop.runOnce(timeoutMicroseconds: 2_000_000) }
    #expect(try #require(harness.service.seats.session(named: nil)).parts.shortcutOverlay?.shown == true)
    #expect(try client.messages().isEmpty)
  }

  @Test("other settings hold at once: sizes, languages and keys")
  func reload() throws {
    let (harness, client) = try harness(#"{"focus":"field"}"#, plugged: false)
    #expect(try last(client)?.guide.frame.height == 400)
    var settings = DaemonSettings()
    settings.seat.landscapeKeyboardHeight = 300
    settings.seat.transitionDuration = 0
    harness.configuration = .success(settings)
    try harness.service.reload()
    #expect(try last(client)?.guide.frame.height == 300)
    #expect(try harness.seat.language == nil)
  }
}
