import KeyActivity
import Testing

/// Short forms for the events of a test.
enum Raw {
  static func key(_ code: UInt16, _ value: Int32) -> NodeEvent { .input(InputEvent(type: 1, code: code, value: value)) }
  static func toggle(_ code: UInt16, _ value: Int32) -> NodeEvent {
    .input(InputEvent(type: 5, code: code, value: value))
  }
  static func led(_ code: UInt16, _ value: Int32) -> NodeEvent {
    .input(InputEvent(type: 17, code: code, value: value))
  }
  static let report: NodeEvent = .input(InputEvent(type: 0, code: 0, value: 0))
  static let dropped: NodeEvent = .input(InputEvent(type: 0, code: 3, value: 0))
}

@Suite struct KeyReaderTests {
  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var events: [NodeEvent]
    var changes: [KeyChange]
    var down: Set<UInt16> = []

    init(_ name: String, _ events: [NodeEvent], _ changes: [KeyChange], down: Set<UInt16> = []) {
      testDescription = name
      self.events = events
      self.changes = changes
      self.down = down
    }
  }

  static let keys: [Story] = [
    Story("a tap", [Raw.key(30, 1), Raw.key(30, 0)], [.pressed(30), .released(30)]),
    Story("a held key", [Raw.key(30, 1), Raw.key(30, 2)], [.pressed(30), .repeated(30)], down: [30]),
    Story("a second press", [Raw.key(30, 1), Raw.key(30, 1)], [.pressed(30), .duplicatePress(30)], down: [30]),
    Story("a repeat first", [Raw.key(30, 2), Raw.key(30, 0)], [.adopted(30), .repeated(30), .released(30)]),
    Story("a release first", [Raw.key(28, 0)], [.strayRelease(28)]),
    Story("a value that does not exist", [Raw.key(28, 3), Raw.key(28, -1)], []),
    Story(
      "scan codes, motion, LEDs and other switches are no keys",
      [
        .input(InputEvent(type: 4, code: 4, value: 458_756)), .input(InputEvent(type: 2, code: 0, value: 1)),
        Raw.led(1, 1), Raw.toggle(2, 1), .input(InputEvent(type: 3, code: 0, value: 1)),
      ], []),
  ]

  static let states: [Story] = [
    Story(
      "opened with keys down", [.opened(NodeState(down: [31, 30]))], [.adopted(30), .adopted(31)], down: [30, 31]),
    Story(
      "opened again with one of them up",
      [.opened(NodeState(down: [30, 31])), .opened(NodeState(down: [31]))],
      [.adopted(30), .adopted(31), .ended(30)], down: [31]),
    Story("opened without asking", [Raw.key(30, 1), .opened(NodeState())], [.pressed(30), .ended(30)]),
    Story(
      "opened in tablet mode with the lid closed", [.opened(NodeState(switches: [0, 1, 2]))],
      [.switched(.lid, true), .switched(.tabletMode, true)]),
    Story(
      "a dock", [Raw.toggle(5, 1), Raw.toggle(5, 1), Raw.toggle(5, 0)],
      [.switched(.dock, true), .switched(.dock, false)]),
    Story(
      "a switch that says the same twice", [Raw.toggle(1, 1), Raw.toggle(1, 1), Raw.toggle(1, 0)],
      [.switched(.tabletMode, true), .switched(.tabletMode, false)]),
    Story(
      "the kernel's releases at suspend",
      [Raw.key(38, 1), .suspended, Raw.key(38, 0), Raw.report, .resumed], [.pressed(38), .released(38)]),
    Story(
      "a state without keys leaves them", [Raw.key(30, 1), .state(NodeState(switches: []))], [.pressed(30)], down: [30]),
  ]

  static let losses: [Story] = [
    Story(
      "nothing counts up to the end of the frame, then the state decides",
      [
        Raw.key(30, 1), Raw.dropped, Raw.key(30, 0), Raw.key(31, 1), Raw.toggle(1, 1), Raw.report,
        .state(NodeState(down: [32])),
      ], [.pressed(30), .eventsLost, .ended(30), .adopted(32)], down: [32]),
    Story(
      "lost again while skipping", [Raw.dropped, Raw.dropped, Raw.key(31, 1), Raw.report, Raw.key(32, 1)],
      [.eventsLost, .eventsLost, .pressed(32)], down: [32]),
    Story(
      "the state before the end of the frame", [Raw.dropped, .state(NodeState(down: [])), Raw.key(31, 1), Raw.report],
      [.eventsLost]),
    Story(
      "opening starts a frame of its own", [Raw.dropped, .opened(NodeState()), Raw.key(31, 1)],
      [.eventsLost, .pressed(31)], down: [31]),
  ]

  static let ends: [Story] = [
    Story(
      "removed", [Raw.key(57, 1), Raw.key(30, 1), .removed], [.pressed(57), .pressed(30), .ended(30), .ended(57)]),
    Story(
      "removed after the kernel's release", [Raw.key(57, 1), Raw.key(57, 0), .removed], [.pressed(57), .released(57)]),
    Story("revoked, then removed", [Raw.key(57, 1), .revoked, .removed], [.pressed(57), .ended(57)]),
    Story(
      "events of a node that is gone", [.removed, Raw.key(30, 1), Raw.dropped, .state(NodeState(down: [30]))], []),
    Story(
      "back with nothing down", [Raw.key(57, 1), .removed, .opened(NodeState(down: [])), Raw.key(24, 1)],
      [.pressed(57), .ended(57), .pressed(24)], down: [24]),
    Story(
      "the switch of a node that comes back", [Raw.toggle(1, 1), .removed, .opened(NodeState(switches: [1]))],
      [.switched(.tabletMode, true), .switched(.tabletMode, true)]),
    Story(
      "the switch of a node that was revoked", [Raw.toggle(1, 1), .revoked, .opened(NodeState(switches: [1]))],
      [.switched(.tabletMode, true)]),
  ]

  @Test("stories of one node", arguments: keys + states + losses + ends)
  func story(story: Story) {
    var reader = KeyReader()
    let changes = story.events.flatMap { reader.take($0) }
    #expect(changes == story.changes)
    #expect(reader.down == story.down)
  }

  private func expect(
    _ reader: inout KeyReader, _ event: NodeEvent, _ expected: [KeyChange],
    at location: SourceLocation = #_sourceLocation
  ) {
    let changes = reader.take(event)
    #expect(changes == expected, sourceLocation: location)
  }

  @Test("a node that is yet to be opened says nothing")
  func unopened() {
    var reader = KeyReader(isOpen: false)
    expect(&reader, Raw.key(30, 1), [])
    expect(&reader, .opened(NodeState()), [])
    expect(&reader, Raw.key(30, 1), [.pressed(30)])
  }

  @Test("LEDs are followed, and lost with the node")
  func leds() {
    var reader = KeyReader()
    for event in [Raw.led(0, 1), Raw.led(1, 1), Raw.led(0, 0)] { expect(&reader, event, []) }
    #expect(reader.leds == [1])
    expect(&reader, .state(NodeState(leds: [2])), [])
    #expect(reader.leds == [2])
    expect(&reader, .removed, [])
    #expect(reader.leds.isEmpty)
  }

  @Test("a grab lasts until it ends or the node is gone")
  func grab() {
    var reader = KeyReader()
    _ = reader.take(.grabbed)
    _ = reader.take(.revoked)
    #expect(reader.isGrabbed)
    _ = reader.take(.ungrabbed)
    #expect(!reader.isGrabbed)
    _ = reader.take(.grabbed)
    _ = reader.take(.removed)
    #expect(!reader.isGrabbed)
  }
}
