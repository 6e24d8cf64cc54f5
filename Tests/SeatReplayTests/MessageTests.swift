import Geometry
import KeyboardGuide
import KeyguideAPI
import SeatReplay
import Testing

/// What a subscriber gets of a movement, and what a recording may say of a window.
@Suite struct MessageTests {
  private static let header = #"{"format": "keyguide.seat", "version": 1}"#

  /// The messages that the lines bring to each window, settled.
  private func replies(_ lines: String...) throws -> [String: [LayoutReply]] {
    let recording = try SeatRecording(text: Array(([Self.header] + lines).joined(separator: "\n").utf8))
    var replay = SeatReplay(recording.header)
    var messages: [SeatReplay.Message] = []
    for case .input(let input) in recording.steps.map(\.step) { messages += replay.take(input) }
    messages += replay.settle()
    var replies: [String: [LayoutReply]] = [:]
    for case .window(let reply) in messages { replies[reply.window, default: []].append(reply) }
    return replies
  }

  /// The window that a line opens.
  private func opened(_ members: String) throws -> Window? {
    let line = #"{"t": 0, "do": "open", "window": 1"# + members + "}"
    let recording = try SeatRecording(text: Array((Self.header + "\n" + line).utf8))
    guard case .input(let recorded) = recording.steps.first?.step, case .windowOpened(_, let window, _) = recorded.input
    else { return nil }
    return window
  }

  @Test("R69 R123 R124 R133 will and did each have begin, end, duration, curve, screen, and whose it is")
  func payload() throws {
    let told = try #require(
      try replies(
        #"{"t": 0, "do": "open", "window": 1}"#, #"{"t": 1000, "do": "focus", "window": 1, "view": "field"}"#)["w1"])
    #expect(
      told.map { $0.notifications.map(\.rawValue) } == [
        [], ["willChangeFrame", "willShow"], ["didChangeFrame", "didShow"],
      ])
    #expect(told.first?.transition == nil)
    let docked = Rectangle(x: 0, y: 400, width: 1280, height: 400)
    for reply in told.dropFirst() {
      let transition = try #require(reply.transition)
      #expect(transition.screen == "main")
      #expect(transition.begin == Rectangle(x: 0, y: 800, width: 1280, height: 400))
      #expect(transition.end == docked)
      #expect(transition.duration == 0.5)
      #expect(transition.curve == .spring)
      #expect(transition.start == 1000)
      #expect(transition.local)
      #expect(reply.guide == .init(frame: docked, near: [.bottom]), "R69: the guide is there from the will on")
      #expect(reply.keyboard.rawValue == "docked")
    }
  }

  @Test("R129 R130 the same movement is another's for another window, whose guide moves all the same")
  func foreign() throws {
    let told = try replies(
      #"{"t": 0, "do": "open", "window": 1}"#, #"{"t": 0, "do": "open", "window": 2, "frame": [0, 0, 640, 800]}"#,
      #"{"t": 1000, "do": "focus", "window": 1, "view": "field"}"#)
    let own = try #require(told["w1"]?.last)
    let foreign = try #require(told["w2"]?.last)
    #expect(own.transition?.local == true)
    #expect(foreign.transition?.local == false)
    #expect(foreign.transition?.end == own.transition?.end)
    #expect(foreign.notifications == own.notifications)
    #expect(foreign.guide.frame == Rectangle(x: 0, y: 400, width: 640, height: 400))
  }

  @Test("R125 frames are the screen's, also for a window in its middle")
  func coordinates() throws {
    let told = try replies(
      #"{"t": 0, "do": "open", "window": 1, "frame": [100, 100, 700, 500], "style": "stage", "focus": "field"}"#)
    let reply = try #require(told["w1"]?.last)
    #expect(reply.transition?.end == Rectangle(x: 0, y: 400, width: 1280, height: 400))
    #expect(reply.guide.frame == Rectangle(x: 0, y: 300, width: 700, height: 200))
  }

  @Test("R163 each message has the whole of the window, numbered without a gap")
  func numbered() throws {
    let told = try #require(
      try replies(
        #"{"t": 0, "do": "open", "window": 1, "focus": "field"}"#,
        #"{"t": 100000, "do": "focus", "window": 1, "view": null}"#,
        #"{"t": 200000, "do": "focus", "window": 1, "view": "field"}"#)["w1"])
    #expect(told.map(\.seq) == [1, 2, 3, 4])
    #expect(told.last?.notifications.map(\.rawValue) == ["didChangeFrame", "didShow"])
  }

  @Test(
    "R36 a negative dismiss padding is read as none",
    arguments: [("", 0.0), (#", "keyboardDismissPadding": -20"#, 0), (#", "keyboardDismissPadding": 44"#, 44)])
  func padding(members: String, padding: Double) throws {
    #expect(try opened(members)?.keyboardDismissPadding == padding)
  }

  @Test("R9 R31 what a line leaves out is as in a new window")
  func defaults() throws {
    let window = try #require(try opened(""))
    #expect(window == Window())
    #expect(!window.followsUndockedKeyboard && window.usesBottomSafeArea && window.style == .plain)
  }

  @Test(
    "R284 R286 a group without buttons is refused, and so is a representative that is one of them",
    arguments: [
      (#"{"items": []}"#, "items': expected 1 to 16"), (#"{}"#, "items': expected 1 to 16"),
      (#"{"items": [{"id": "a"}], "representative": {"id": "a"}}"#, "representative': expected an item that is none"),
      (#"{"items": [{"id": ""}]}"#, "bytes of text"),
    ])
  func refused(group: String, problem: String) {
    for side in ["leading", "trailing"] {
      let content = #", "barContent": {"\#(side)": [\#(group)]}"#
      let error = #expect(throws: SeatRecordingError.self) { try opened(content) }
      #expect(error?.line == 2)
      #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
    }
  }

  @Test("R285 R286 content without groups is content, and what may not be hidden is said")
  func content() throws {
    let empty = try #require(try opened(#", "barContent": {"leading": [], "trailing": []}"#))
    #expect(empty.barContent == BarContent())
    #expect(empty.barContent.allowsHiding)
    let kept = try #require(try opened(#", "barContent": {"allowsHiding": false}"#))
    #expect(!kept.barContent.allowsHiding)
  }
}
