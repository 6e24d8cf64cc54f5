import Geometry
import Glibc
import JSON
import KeyguideAPI
import KeyguideClient

/// A file that holds no layout, or a size that is none.
struct ViewCommandError: Error, CustomStringConvertible {
  let description: String
}

/// Opens a window with the layout of a file, with a text view in focus, and prints where its views are and go, until
/// Ctrl-C.
func openView(_ file: String, screen: String?, application: String?, _ options: ControlOptions) throws {
  let text = try readLayout(file)
  let client = try VarlinkClient(path: options.socket ?? VarlinkClient.defaultPath)
  let size = try screen.map(parseSize)
  try client.send("io.keyguide.Layout.Open", more: true) { writer in
    writer.member("seat", options.seat)
    writer.member("focus", "view")
    // Tracked sets hold only where the guide follows.
    writer.member("followsUndockedKeyboard", true)
    if let size {
      writer.member("frame", Rectangle(x: 0, y: 0, width: size.width, height: size.height))
    }
    writer.member("application", application)
    writer.key("layout")
    writer.verbatim(text)
  }
  while true {
    let reply = try client.next()
    if options.json {
      printLine(reply.parameterText)
      continue
    }
    var reader = reply.reader
    let decoded: LayoutReply
    do { decoded = try LayoutReply(from: &reader) } catch { throw ClientError.invalidReply(error) }
    for line in ViewDescription.lines(decoded) { printLine(line) }
  }
}

/// The file's text, if it is JSON at all; what it means is the daemon's to say.
private func readLayout(_ file: String) throws -> [UInt8] {
  let text = try bytes(of: file)
  var reader = JSONReader(text)
  do {
    try reader.skipValue()
    try reader.finish()
  } catch {
    throw ViewCommandError(description: "\(file): \(error)")
  }
  return text
}

/// As in `1280x800`.
private func parseSize(_ text: String) throws -> (width: Double, height: Double) {
  let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
  guard parts.count == 2, let width = parts[0], let height = parts[1], width >= 1, height >= 1,
    width.isFinite, height.isFinite
  else {
    throw ViewCommandError(description: "'\(text)' is no size: write width and height in points, as in 1280x800")
  }
  return (width, height)
}

/// Says in words what a window is told.
enum ViewDescription {
  static func lines(_ reply: LayoutReply) -> [String] {
    var words = ["\(reply.seq)  \(reply.keyboard.rawValue)"]
    words.append("guide \(SeatDescription.rectangle(reply.guide.frame))")
    words += reply.notifications.map(\.rawValue)
    var lines = [words.joined(separator: ", ")]
    for view in reply.views { lines.append("   \(view.name)  \(SeatDescription.rectangle(view.frame))") }
    guard let layout = reply.layout else { return lines }
    if !layout.activeSets.isEmpty {
      lines.append("   tracked sets in force: \(layout.activeSets.map(String.init).joined(separator: ", "))")
    }
    for conflict in layout.conflicts {
      lines.append("   conflict: \(conflict.constraints.joined(separator: "; ")) — '\(conflict.broken)' gives way")
    }
    if !layout.ambiguous.isEmpty {
      lines.append("   not placed in full: \(layout.ambiguous.joined(separator: ", "))")
    }
    return lines
  }
}
