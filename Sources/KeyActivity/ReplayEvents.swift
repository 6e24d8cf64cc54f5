import JSON

/// Replays every sequence of a JSON-lines file; gives one line, a JSON object, for each.
///
/// The devices, by their slugs, are those that the sequences name. Empty lines are skipped.
public func replayEvents(
  sequences: [UInt8], devices: [String: ReplayDevice]
) throws(ReplayError) -> [String] {
  var output: [String] = []
  for line in lines(of: sequences) {
    let record: SequenceRecord = try parse(sequences, line)
    do throws(ReplayProblem) {
      output.append(text(of: try record.replay { devices[$0] }, slug: record.slug))
    } catch {
      throw ReplayError(line: line.number, problem: error)
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
  _ bytes: [UInt8], _ line: Line
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
    throw ReplayError(line: line.number, problem: .malformed(error))
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
