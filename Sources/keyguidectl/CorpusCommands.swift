import DeviceClassification
import InputDevices
import JSON
import KeyActivity
import SeatReplay
import TOML

/// A file whose content a command cannot use, or a device that is not there.
struct DeviceCommandError: Error, CustomStringConvertible {
  let description: String
}

/// Judges the records of a file, and prints one object a line.
func classify(_ path: String) throws {
  let classifier = DeviceClassifier(knowledge: try .standard())
  for (record, judgement) in try judged(recordsOf: path, classifier) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("slug", record.node.id)
      writer.member("group", record.group)
      writer.member("verdict", judgement.verdict.rawValue)
      writer.member("reason", judgement.reason)
    }
    printLine(String(decoding: writer.bytes, as: UTF8.self))
  }
}

/// Checks device files; says what is wrong with the first that is.
func checkDeviceFiles(_ paths: [String]) throws {
  for path in paths {
    let knowledge = try DeviceKnowledge(file: path)
    printLine("\(path): \(knowledge.entries.count) devices, no error")
  }
}

/// The records of a file in their order, each with its judgement; records of one group are judged together.
func judged(recordsOf path: String, _ classifier: DeviceClassifier) throws -> [(DeviceRecord, Judgement)] {
  let records = try lines(of: path).map { number, line in
    do throws(JSONError) {
      var reader = JSONReader(line)
      let record = try DeviceRecord(from: &reader)
      try reader.finish()
      return record
    } catch {
      throw DeviceCommandError(description: "\(path):\(number): \(error)")
    }
  }
  var groups: [String: [Int]] = [:]
  for (index, record) in records.enumerated() { groups[record.group, default: []].append(index) }
  var judgements: [Int: Judgement] = [:]
  for indices in groups.values {
    for (index, judgement) in zip(indices, classifier.judge(indices.map { records[$0].node })) {
      judgements[index] = judgement
    }
  }
  return records.enumerated().map { ($1, judgements[$0] ?? Judgement(.notKeyboard, "was not judged")) }
}

/// The lines of a file that are not empty, with their numbers.
private func lines(of path: String) throws -> [(Int, [UInt8])] {
  let lines = try bytes(of: path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  return lines.enumerated().filter { $1.contains { $0 > 0x20 } }.map { ($0 + 1, Array($1)) }
}

func bytes(of path: String) throws -> [UInt8] {
  guard let bytes = readFile(path, limit: 256 << 20) else {
    throw DeviceCommandError(description: "cannot read \(path)")
  }
  return bytes
}

/// Replays recorded sequences of events, and prints one object a line: what a reader must make of each.
func replaySequences(_ path: String, devices: String) throws {
  let classifier = DeviceClassifier(knowledge: try .standard())
  var described: [String: ReplayDevice] = [:]
  for (record, judgement) in try judged(recordsOf: devices, classifier) {
    described[record.node.id] = ReplayDevice(
      verdict: judgement.verdict, group: record.group, isBuiltIn: classifier.isInternal([record.node]))
  }
  do {
    for line in try replayEvents(sequences: bytes(of: path), devices: described) { printLine(line) }
  } catch let error as ReplayError {
    throw DeviceCommandError(description: "\(path):\(error)")
  }
}

/// Runs recorded inputs of a seat, and prints what they bring, or what of it is not as the file expects.
func replaySeat(_ path: String, check: Bool) throws {
  let recording: SeatRecording
  do {
    recording = try SeatRecording(text: bytes(of: path))
  } catch let error as SeatRecordingError {
    throw DeviceCommandError(description: "\(path):\(error)")
  }
  guard check else { return recording.replayedLines().forEach { printLine($0) } }
  let failures = recording.check()
  for failure in failures { printLine("\(path):\(failure)") }
  guard failures.isEmpty else {
    throw DeviceCommandError(description: "\(path): \(failures.count) expectations do not hold")
  }
  printLine("\(path): every expectation holds")
}
