import Geometry
import JSON
import Testing

@testable import SwayIPC

/// i3's IPC protocol as bytes.
@Suite struct SwayFramerTests {
  private let message = SwayMessage(.getTree, payload: Array(#"{"success":true}"#.utf8))

  @Test(arguments: [1, 3, 6, 13, 14, 15, 1000])
  func messagesComeOutWhateverThePieces(size: Int) throws {
    let stream = message.bytes + SwayMessage(.subscribe).bytes + message.bytes
    var framer = SwayFramer(limit: 100)
    var found: [SwayMessage] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      framer.append(stream[start..<min(start + size, stream.count)])
      while let next = try framer.next() { found.append(next) }
    }
    #expect(found == [message, SwayMessage(.subscribe), message])
  }

  @Test func theHeaderIsTheMagicLengthAndKind() {
    #expect(SwayMessage(.getTree, payload: [65, 66]).bytes == Array("i3-ipc".utf8) + [2, 0, 0, 0, 4, 0, 0, 0, 65, 66])
  }

  @Test func anotherProtocolIsAnErrorAtItsFirstByte() {
    var framer = SwayFramer(limit: 100)
    framer.append(Array("i3x".utf8))
    #expect(throws: SwayProtocolError.noMessage) { try framer.next() }
  }

  @Test func aLengthBeyondTheLimitIsAnErrorBeforeThePayload() {
    var framer = SwayFramer(limit: 100)
    framer.append(Array("i3-ipc".utf8) + [101, 0, 0, 0, 4, 0, 0, 0])
    #expect(throws: SwayProtocolError.tooLong(limit: 100)) { try framer.next() }
    framer = SwayFramer(limit: 100)
    framer.append(Array("i3-ipc".utf8) + [255, 255, 255, 255, 4, 0, 0, 0])
    #expect(throws: SwayProtocolError.tooLong(limit: 100)) { try framer.next() }
  }
}

/// What is said over a connection.
@Suite struct SwaySessionTests {
  private static let tree = Array(#"{"type": "root", "nodes": []}"#.utf8)
  private static let empty = SwaySession.Step.layout(SwayLayout(SwayNode()))
  private static let accepted = SwayMessage(.subscribe, payload: Array(#"{"success": true}"#.utf8))
  private static let refused = SwayMessage(.subscribe, payload: Array(#"{"success": false}"#.utf8))
  private static let event = SwayMessage(.init(rawValue: 0x8000_0003), payload: Array("{}".utf8))
  private static let ask = SwaySession.Step.send(SwayMessage(.getTree))

  @Test func theTreeIsAskedForAfterTheSubscription() {
    var session = SwaySession()
    let names = Array(#"["window","workspace","output"]"#.utf8)
    #expect(session.start() == [.send(SwayMessage(.subscribe, payload: names))])
    #expect(session.receive(Self.accepted) == [Self.ask])
    #expect(session.receive(SwayMessage(.getTree, payload: Self.tree)) == [Self.empty])
  }

  @Test func aCompositorWithoutOutputEventsIsAskedForTheOthers() {
    var session = SwaySession()
    _ = session.start()
    let names = Array(#"["window","workspace"]"#.utf8)
    #expect(session.receive(Self.refused) == [.send(SwayMessage(.subscribe, payload: names))])
    #expect(session.receive(Self.accepted) == [Self.ask])
  }

  @Test func oneThatRefusesAllEventsIsAskedOnce() {
    var session = SwaySession()
    _ = session.start()
    _ = session.receive(Self.refused)
    let steps = session.receive(Self.refused)
    #expect(steps == [.problem("the compositor refuses to tell of windows and workspaces"), Self.ask])
  }

  @Test func aFloodOfEventsIsOneMoreQuestion() {
    var session = SwaySession()
    #expect(session.receive(Self.event) == [Self.ask])
    for _ in 0..<1000 { #expect(session.receive(Self.event) == []) }
    #expect(session.receive(SwayMessage(.getTree, payload: Self.tree)) == [Self.empty, Self.ask])
    #expect(session.receive(SwayMessage(.getTree, payload: Self.tree)) == [Self.empty])
  }

  @Test func aTreeThatCannotBeReadIsAProblemAndTheSessionGoesOn() {
    var session = SwaySession()
    _ = session.invalidate()
    guard case .problem(let problem) = session.receive(SwayMessage(.getTree, payload: Array("[".utf8))).first else {
      Issue.record("no problem")
      return
    }
    #expect(problem.contains("tree"))
    #expect(session.invalidate() == [Self.ask])
  }
}

/// What a tree says.
@Suite struct SwayLayoutTests {
  private func layout(_ tree: String) throws -> SwayLayout { try SwayLayout(tree: Array(tree.utf8)) }

  private func output(_ name: String, _ rect: String, _ members: String) -> String {
    #"{"id": 3, "type": "output", "name": "\#(name)", "rect": \#(rect), "scale": 2.0, \#(members)}"#
  }

  private let full = #"{"x": 0, "y": 0, "width": 1000, "height": 700}"#
  private let less = #"{"x": 0, "y": 20, "width": 1000, "height": 400}"#

  @Test func theUsableAreaIsThatOfTheWorkspaceThatIsShown() throws {
    let workspaces = """
      "focus": [5], "nodes": [{"id": 4, "type": "workspace", "name": "1", "rect": \(full)},
        {"id": 5, "type": "workspace", "name": "2", "rect": \(less)}]
      """
    let found = try layout(#"{"type": "root", "nodes": [\#(output("A", full, workspaces))]}"#)
    #expect(
      found.screens == [
        SwayScreen(
          name: "A", frame: Rectangle(x: 0, y: 0, width: 1000, height: 700), scale: 2,
          usable: Rectangle(x: 0, y: 20, width: 1000, height: 400))
      ])
  }

  @Test func i3HasTheWorkspaceInAContainerBesideTheDocks() throws {
    let nodes = """
      "focus": [8], "nodes": [{"id": 7, "type": "dockarea", "rect": \(full)}, {"id": 8, "type": "con", "name": "content",
        "rect": \(full), "focus": [9], "nodes": [{"id": 9, "type": "workspace", "rect": \(less), "window": null}]}]
      """
    let found = try layout(#"{"type": "root", "nodes": [\#(output("A", full, nodes))]}"#)
    #expect(found.screens.first?.usable == Rectangle(x: 0, y: 20, width: 1000, height: 400))
  }

  @Test func aWindowIsWhereItsProgramDraws() throws {
    let windows = """
      "nodes": [{"id": 4, "type": "workspace", "rect": \(full), "nodes": [
        {"id": 11, "type": "con", "rect": {"x": 100, "y": 50, "width": 500, "height": 300}, "pid": 77, "app_id": "foot",
         "window_rect": {"x": 2, "y": 0, "width": 496, "height": 298}, "focused": true}],
       "floating_nodes": [
        {"id": 12, "type": "floating_con", "rect": {"x": 1, "y": 2, "width": 3, "height": 4}, "pid": 78, "app_id": null,
         "window_rect": {"x": 0, "y": 0, "width": 0, "height": 0}, "window_properties": {"class": "XTerm", "title": "x"}}]}]
      """
    let found = try layout(#"{"type": "root", "nodes": [\#(output("A", full, windows))]}"#)
    #expect(
      found.windows == [
        SwayWindow(
          id: 11, processID: 77, application: "foot", screen: "A",
          frame: Rectangle(x: 102, y: 50, width: 496, height: 298), isFocused: true),
        SwayWindow(
          id: 12, processID: 78, application: "XTerm", screen: "A", frame: Rectangle(x: 1, y: 2, width: 3, height: 4),
          isFocused: false),
      ])
  }

  @Test func theScratchpadAndOutputsThatAreOffAreNoScreens() throws {
    let hidden = #""nodes": [{"id": 9, "type": "con", "pid": 5, "rect": \#(full)}]"#
    let off = #"{"x": 0, "y": 0, "width": 0, "height": 0}"#
    let found = try layout(
      #"{"type": "root", "nodes": [\#(output("__i3", full, hidden)), \#(output("B", off, hidden))]}"#)
    #expect(found == SwayLayout(SwayNode()))
  }

  @Test func noMoreThan512WindowsAreTaken() throws {
    let windows = (1...600).map { #"{"id": \#($0), "type": "con", "pid": \#($0), "rect": \#(full)}"# }
    let nodes = #""nodes": [\#(windows.joined(separator: ","))]"#
    let found = try layout(#"{"type": "root", "nodes": [\#(output("A", full, nodes))]}"#)
    #expect(found.windows.count == SwayLayout.mostWindows)
  }

  @Test(
    arguments: [
      "", "{", "[]", #"{"nodes": {}}"#, #"{"nodes": [1]}"#, #"{"rect": {"x": 1}}"#, #"{"id": 1e99}"#,
      String(repeating: #"{"nodes": ["#, count: 100),
    ])
  func whatIsNoTreeIsAnError(text: String) {
    #expect(throws: JSONError.self) { try layout(text) }
  }
}
