import KeyboardGuide
import Testing

@testable import InputDevices

@Suite struct DeviceRecordingTests {
  private let text = """
    {"t": 1000, "dev": "k", "do": "add"}

    {"t": 2000, "dev": "k", "ev": [4, 4, 458979]}
    {"t": 2000, "dev": "k", "ev": [1, 125, 1]}
    {"t": 2500, "dev": "k", "ev": [1, 30, 1]}
    {"t": 2600, "dev": "k", "ev": [1, 125, 2]}
    {"t": 3000, "dev": "k", "do": "remove"}
    {"t": 4000, "do": "end"}
    """

  @Test("a recording plays what a device would, and starts over")
  func plays() throws {
    let recording = try DeviceRecording(text: Array(text.utf8))
    var player = RecordingPlayer(recording, seat: "seat0", startingAt: 50_000)
    let keyboard = DeviceID("k")
    let attached = SeatInput.deviceChanged(keyboard, AttachedDevice(keyboard: HardwareKeyboard()))
    func change(_ input: SeatInput) -> [DeviceChange] { [DeviceChange(seat: "seat0", input: input)] }
    #expect(player.deadline == 51_000)
    #expect(player.play(until: 50_999) == [])
    #expect(player.play(until: 51_000) == change(attached))
    #expect(player.play(until: 52_000) == change(.modifiersHeld([.meta], on: keyboard)))
    #expect(player.play(until: 52_999) == [], "a key that types, and a repeat, are nothing")
    #expect(player.play(until: 53_000) == change(.deviceChanged(keyboard, nil)))
    #expect(player.play(until: 54_000) == [])
    #expect(player.deadline == 55_000, "the second round")
    #expect(player.play(until: 55_000) == change(attached))
  }

  @Test("a chord does in a recording what it does on a device")
  func chords() throws {
    let lines = [(125, 1), (56, 1), (105, 1), (105, 2), (105, 0), (30, 1)].map { code, value in
      "{\"t\": 0, \"dev\": \"k\", \"ev\": [1, \(code), \(value)]}"
    }
    let text = (["{\"t\": 0, \"dev\": \"k\", \"do\": \"add\"}"] + lines).joined(separator: "\n")
    var player = RecordingPlayer(try DeviceRecording(text: Array(text.utf8)), seat: "seat0", startingAt: 0)
    let keyboard = DeviceID("k")
    let inputs: [SeatInput] = [
      .modifiersHeld([.meta], on: keyboard), .modifiersHeld([.alt, .meta], on: keyboard),
      .performed(.collapseBarLeading, on: keyboard),
    ]
    #expect(player.play(until: 0).dropFirst().map(\.input) == inputs)
  }

  @Test("a recording without length does not play for ever")
  func noLength() throws {
    let recording = try DeviceRecording(text: Array(#"{"t": 0, "dev": "k", "do": "add"}"#.utf8))
    var player = RecordingPlayer(recording, seat: "seat0", startingAt: 0)
    #expect(player.play(until: 10).count == 1)
  }

  @Test(
    "an error names line and problem",
    arguments: [
      ("", 1, "the recording is empty"),
      ("{\"t\": 0, \"do\": \"end\"}\nnonsense", 2, "expected an object at byte 0"),
      (#"{"t": 0, "do": "jump"}"#, 1, "'do': expected add, remove or end at byte 21"),
      (#"{"t": -1, "do": "end"}"#, 1, "'t': expected a time of 0 or more at byte 0"),
      (#"{"do": "end"}"#, 1, "'t': is missing at byte 13"),
      (#"{"t": 0, "ev": [1, 2]}"#, 1, "'ev': expected [type, code, value] at byte 21"),
      (#"{"t": 0}"#, 1, "'do or ev': is missing at byte 8"),
      (#"{"t": 0, "do": "end", "x": 1}"#, 1, "'x': is not known at byte 27"),
      (
        "{\"t\": 5, \"do\": \"end\"}\n{\"t\": 4, \"do\": \"end\"}", 2,
        "'t': expected a time not before the previous line's at byte 0"
      ),
    ])
  func errors(text: String, line: Int, problem: String) {
    #expect(throws: DeviceRecordingError(line: line, problem: problem)) {
      try DeviceRecording(text: Array(text.utf8))
    }
  }
}
