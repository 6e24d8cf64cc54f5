import JSON
import KeyboardGuide

/// A recording of a seat's inputs, or a scenario: the same with expectations in between.
///
/// JSON lines: the header, then inputs and expectations in the order of time. Empty lines, and lines that begin with
/// `#`, are left out.
public struct SeatRecording: Equatable, Sendable {
  /// One line after the header.
  public enum Step: Equatable, Sendable {
    case input(RecordedInput)
    case expect(Expectation)
  }

  public var header: RecordingHeader
  /// Each with its line number, counted from 1.
  public var steps: [(line: Int, step: Step)]

  public static func == (left: SeatRecording, right: SeatRecording) -> Bool {
    left.header == right.header && left.steps.map(\.line) == right.steps.map(\.line)
      && left.steps.map(\.step) == right.steps.map(\.step)
  }

  /// Reads a file; the error names the line, and what is wrong in it.
  public init(text: [UInt8]) throws(SeatRecordingError) {
    var header: RecordingHeader?
    var steps: [(line: Int, step: Step)] = []
    var number = 0
    var latest = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard let first = line.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { continue }
      do throws(JSONError) {
        var reader = JSONReader(Array(line))
        if header == nil {
          header = try reader.read()
        } else if let step = try Step(from: &reader) as Step? {
          if case .input(let input) = step {
            guard input.time >= latest else {
              throw JSONError(.invalidValue("a time not before the previous line's"), offset: 0, member: "t")
            }
            latest = input.time
          }
          steps.append((number, step))
        }
        try reader.finish()
      } catch {
        throw SeatRecordingError(line: number, problem: error.description)
      }
    }
    guard let header else { throw SeatRecordingError(line: 1, problem: "there is no header") }
    self.header = header
    self.steps = steps
  }
}

/// What is wrong with a recording, and in which line.
public struct SeatRecordingError: Error, Equatable, CustomStringConvertible {
  public let line: Int
  public let problem: String

  /// As in `7: 'kind': expected none, docked, …`, to stand behind the file's name.
  public var description: String { "\(line): \(problem)" }
}

extension SeatRecording.Step: JSONDecodable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    var copy = reader
    var isExpectation = false
    try copy.readObject { (name, _) throws(JSONError) in if name == "expect" { isExpectation = true } }
    self = isExpectation ? .expect(try reader.read()) : .input(try reader.read())
  }
}
