import JSON

/// A recording of input devices: nodes that come and go, and keys that go down and up, with their times.
///
/// One JSON object a line, in the order of time: `{"t": 0, "dev": "k0", "do": "add"}`,
/// `{"t": 500000, "dev": "k0", "ev": [1, 125, 1]}` (type, code, value as in input_event),
/// `{"t": 900000, "dev": "k0", "do": "remove"}`. Times are microseconds from the start.
/// The last line may be `{"t": 2000000, "do": "end"}`: how long the quiet after the last event lasts.
public struct DeviceRecording: Equatable, Sendable {
  struct Step: Equatable, Sendable {
    enum Action: Equatable, Sendable {
      case add, remove, end
      case key(code: UInt16, isDown: Bool)
      /// An event of no interest: another type, or a repeat.
      case other
    }

    var time: UInt64
    var device: String
    var action: Action
  }

  let steps: [Step]

  /// Reads a recording; the error says which line is wrong.
  public init(text: [UInt8]) throws(DeviceRecordingError) {
    var steps: [Step] = []
    var number = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      do throws(JSONError) {
        var reader = JSONReader(Array(line))
        let step = try Step(from: &reader)
        try reader.finish()
        if let last = steps.last, step.time < last.time {
          throw JSONError(.invalidValue("a time not before the previous line's"), offset: 0, member: "t")
        }
        steps.append(step)
      } catch {
        throw DeviceRecordingError(line: number, problem: error.description)
      }
    }
    guard !steps.isEmpty else { throw DeviceRecordingError(line: 1, problem: "the recording is empty") }
    self.steps = steps
  }
}

/// What was wrong with a recording, and in which line.
public struct DeviceRecordingError: Error, Equatable, CustomStringConvertible {
  public let line: Int
  public let problem: String

  /// The text names line and problem.
  public var description: String { "line \(line): \(problem)" }
}

extension DeviceRecording.Step: JSONDecodable {
  nonisolated init(from reader: inout JSONReader) throws(JSONError) {
    var time: Int?
    var device = ""
    var action: Action?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "t": time = try value.readInt()
      case "dev": device = try value.readString()
      case "do":
        switch try value.readString() {
        case "add": action = .add
        case "remove": action = .remove
        case "end": action = .end
        default: throw JSONError(.invalidValue("add, remove or end"), offset: value.offset)
        }
      case "ev":
        let event = try [Int](from: &value)
        guard event.count == 3 else {
          throw JSONError(.invalidValue("[type, code, value]"), offset: value.offset)
        }
        // Type 1 is EV_KEY; value 2 is a repeat, which changes nothing.
        let isKey = event[0] == 1 && event[2] != 2
        action = isKey ? .key(code: UInt16(clamping: event[1]), isDown: event[2] != 0) : .other
      default: throw JSONError(.unknownMember, offset: value.offset)
      }
    }
    guard let microseconds = UInt64(exactly: try time.required("t", in: reader)) else {
      throw JSONError(.invalidValue("a time of 0 or more"), offset: 0, member: "t")
    }
    self.time = microseconds
    self.device = device
    self.action = try action.required("do or ev", in: reader)
  }
}
