import DeviceClassification
import JSON

/// Replays every sequence of a JSON-lines file; gives one line, a JSON object, for each.
///
/// The devices' file says which nodes belong together and which are built in; the verdicts, by the devices' slugs, say
/// what they are. Empty lines are skipped.
public func replayEvents(
  sequences: [UInt8], devices: [UInt8], verdicts: [String: Verdict]
) throws(ReplayError) -> [String] {
  var described: [String: DeviceRecord] = [:]
  for line in lines(of: devices) {
    let record: DeviceRecord = try parse(devices, line, of: .devices)
    described[record.slug] = record
  }
  var output: [String] = []
  for line in lines(of: sequences) {
    let record: SequenceRecord = try parse(sequences, line, of: .sequences)
    do throws(ReplayProblem) {
      for slug in record.devices.values.sorted() where described[slug] != nil && verdicts[slug] == nil {
        throw ReplayProblem.noVerdict(slug: slug)
      }
      let report = try record.replay { slug in
        guard let device = described[slug], let verdict = verdicts[slug] else { return nil }
        return ReplayDevice(verdict: verdict, group: device.group, isBuiltIn: device.isBuiltIn)
      }
      output.append(text(of: report, slug: record.slug))
    } catch {
      throw ReplayError(file: .sequences, line: line.number, problem: error)
    }
  }
  return output
}

private struct Line {
  var number: Int
  var range: Range<Int>
}

/// The lines that are not empty.
private func lines(of bytes: [UInt8]) -> [Line] {
  var lines: [Line] = []
  var start = 0
  var number = 0
  while start < bytes.count {
    number += 1
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let isBlank = bytes[start..<end].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    if !isBlank { lines.append(Line(number: number, range: start..<end)) }
    start = end + 1
  }
  return lines
}

private func parse<Record: JSONDecodable>(
  _ bytes: [UInt8], _ line: Line, of file: ReplayError.File
) throws(ReplayError) -> Record {
  do {
    var reader = JSONReader(bytes, range: line.range)
    let record: Record = try reader.read()
    try reader.finish()
    return record
  } catch {
    // The place within its line is what an editor can go to.
    var error = error
    error.offset -= line.range.lowerBound
    throw ReplayError(file: file, line: line.number, problem: .malformed(error))
  }
}

private func text(of report: ReplayReport, slug: String) -> String {
  var writer = JSONWriter()
  writer.object { writer in
    writer.member("slug", slug)
    report.encodeMembers(to: &writer)
  }
  return String(decoding: writer.bytes, as: UTF8.self)
}
