import Geometry
import KeyboardGuide
import KeyguideAPI

/// One expectation that does not hold.
public struct ScenarioFailure: Equatable, Sendable, CustomStringConvertible {
  public var line: Int
  /// What was looked at, as in `window 1, guide`.
  public var subject: String
  public var expected: String
  public var found: String

  /// Three lines: the place, what was expected, what is.
  public var description: String { "\(line): \(subject)\n  - \(expected)\n  + \(found)" }
}

extension SeatRecording {
  /// Runs the scenario, and returns every expectation that does not hold, in order.
  public func check() -> [ScenarioFailure] {
    var run = ScenarioRun(header)
    for (line, step) in steps {
      switch step {
      case .input(let input): run.take(input)
      case .expect(let expectation): run.compare(expectation, line)
      }
    }
    return run.failures
  }
}

private struct ScenarioRun {
  private var replay: SeatReplay
  /// What windows were told since they were last asked.
  private var told: [WindowID: [String]] = [:]
  private(set) var failures: [ScenarioFailure] = []

  init(_ header: RecordingHeader) {
    replay = SeatReplay(header)
  }

  mutating func take(_ input: RecordedInput) {
    note(replay.take(input))
  }

  private mutating func note(_ messages: [SeatReplay.Message]) {
    for case .window(let reply) in messages {
      guard let id = WindowID(name: reply.window) else { continue }
      told[id, default: []] += reply.notifications.map(\.rawValue)
    }
  }

  mutating func compare(_ expectation: Expectation, _ line: Int) {
    if let time = expectation.time { note(replay.take(RecordedInput(time: time, input: .deadlineReached))) }
    if expectation.isSettled { note(replay.settle()) }
    let seat = replay.seat
    let facts = seat.hardware.facts
    expect(line, "shown", expectation.shown, seat.keyboard.kind.rawValue)
    expect(line, "reason", expectation.reason, seat.keyboard.reason.rawValue)
    expect(line, "frame", expectation.frame, seat.keyboard.frame)
    expect(line, "present", expectation.present, facts.isPresent)
    expect(line, "active", expectation.active, facts.isActive)
    expect(line, "counts", expectation.counts, facts.counts)
    expect(line, "modifiers", expectation.modifiers, facts.modifiers.recordedNames)
    expect(line, "tabletMode", expectation.tabletMode, facts.tabletMode.isOn)
    expect(line, "wantsSoftwareKeyboard", expectation.wantsSoftwareKeyboard, seat.softwareKeyboardWish != nil)
    expect(line, "language", expectation.language, seat.language?.id ?? "")
    expect(line, "buttons", expectation.buttons, SeatParts.Bar(of: seat).buttons.map(\.id))
    expect(line, "overlay", expectation.overlay, seat.shortcutOverlay.isShown)
    for (id, window) in expectation.windows.sorted(by: { $0.key < $1.key }) {
      let subject = "window \(id.rawValue)"
      guard let guide = seat.guide(of: id) else {
        failures.append(ScenarioFailure(line: line, subject: subject, expected: "to be open", found: "no such window"))
        continue
      }
      expect(line, "\(subject), guide", window.guide, guide.frame)
      expect(line, "\(subject), near", window.near, LayoutReply.Guide(guide).near.map(\.rawValue))
      expect(line, "\(subject), told", window.told, told[id] ?? [])
      told[id] = nil
    }
  }

  private mutating func expect<Value: Equatable>(_ line: Int, _ subject: String, _ expected: Value?, _ found: Value) {
    guard let expected, expected != found else { return }
    failures.append(
      ScenarioFailure(line: line, subject: subject, expected: Self.text(expected), found: Self.text(found)))
  }

  /// As it stands in a scenario.
  private static func text(_ value: some Equatable) -> String {
    switch value {
    case let rectangle as Rectangle:
      "[\(rectangle.x), \(rectangle.y), \(rectangle.width), \(rectangle.height)]"
    case let rectangle as Rectangle?: rectangle.map { text($0) } ?? "null"
    case let names as [String]: "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    default: "\(value)"
    }
  }
}
