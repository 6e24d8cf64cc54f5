import Foundation
import KeyboardGuide
import SeatReplay
import Testing

/// The scenarios beside this file: what happened, and what must be so; their comments name the rules.
@Suite struct ScenarioTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scenarios")

  static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  static func recording(_ file: String) throws -> SeatRecording {
    try SeatRecording(text: Array(Data(contentsOf: folder.appending(path: file))))
  }

  @Test("every expectation of every scenario holds", arguments: try files())
  func check(file: String) throws {
    let recording = try Self.recording(file)
    #expect(recording.steps.count > 5)
    for failure in recording.check() { Issue.record("\(file):\(failure)") }
  }

  @Test("a recording gives the same bytes each time", arguments: try files())
  func replay(file: String) throws {
    let recording = try Self.recording(file)
    let lines = recording.replayedLines()
    #expect(lines.count > 5)
    #expect(lines == recording.replayedLines())
  }

  @Test("inputs are read as they are written", arguments: try files())
  func roundTrip(file: String) throws {
    let recording = try Self.recording(file)
    var text = [RecordingText.line(recording.header)]
    var inputs: [RecordedInput] = []
    for case .input(let input) in recording.steps.map(\.step) {
      text.append(RecordingText.line(input))
      inputs.append(input)
    }
    let again = try SeatRecording(text: Array(text.joined(separator: "\n").utf8))
    #expect(again.header == recording.header)
    #expect(again.steps.map(\.step) == inputs.map { .input($0) })
  }

  @Test("a failed expectation says where, what was expected, and what is")
  func failure() throws {
    let text = """
      {"format": "keyguide.seat", "version": 1}
      # A comment.
      {"t": 0, "do": "open", "window": 1}
      {"expect": {"shown": "docked", "windows": {"1": {"told": ["willShow"]}, "2": {}}}}
      """
    let failures = try SeatRecording(text: Array(text.utf8)).check().map(\.description)
    #expect(
      failures == [
        "4: shown\n  - docked\n  + none", "4: window 1, told\n  - [\"willShow\"]\n  + []",
        "4: window 2\n  - to be open\n  + no such window",
      ])
  }

  private static let header = #"{"format": "keyguide.seat", "version": 1}"#

  @Test(
    "what is wrong in a file is told with its line",
    arguments: [
      ("", "1: there is no header"), (#"{"format": "other", "version": 1}"#, "1: 'format': expected 'keyguide.seat'"),
      (#"{"format": "keyguide.seat", "version": 2}"#, "1: 'version': expected version 1"),
      (#"{"format": "keyguide.seat", "version": 1, "configuration": {"barwidth": 1}}"#, "1: "),
      (header + "\n\n{\"t\": 0}", "3: 'do': is missing"),
      (
        header + "\n{\"t\": 0, \"do\": \"jump\"}",
        "2: 'do': expected bar, barContent, change, close, configure, deadline, device"
      ),
      (header + "\n{\"t\": 0, \"do\": \"close\", \"window\": 1, \"held\": []}", "2: 'held': is not known"),
      (header + "\n{\"t\": 0, \"do\": \"open\"}", "2: 'window': is missing"),
      (
        header + "\n{\"t\": 5, \"do\": \"deadline\"}\n{\"t\": 4, \"do\": \"deadline\"}",
        "3: 't': expected a time not before"
      ),
      (header + "\n{\"t\": 0, \"do\": \"software\", \"kind\": \"big\"}", "2: 'kind': expected none, docked, undocked"),
      (
        header + "\n{\"t\": 0, \"do\": \"software\", \"kind\": \"docked\", \"frame\": [1, 2, 3]}",
        "2: 'frame': expected [x, y"
      ),
      (header + "\n{\"expect\": {\"show\": 1}}", "2: "), (header + "\nnonsense", "2: expected an object"),
    ])
  func errors(text: String, problem: String) {
    let error = #expect(throws: SeatRecordingError.self) { try SeatRecording(text: Array(text.utf8)) }
    #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
  }
}
