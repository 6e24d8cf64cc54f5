import Glibc

/// Makes lines of what a program writes, with bounded memory: what is too long for a line is cut off.
nonisolated struct LineCutter: Equatable, Sendable {
  /// Bytes of a line that are kept.
  static let longest = 2048

  /// One line; its text is made only when it is wanted.
  struct Line: Equatable, Sendable {
    fileprivate var bytes: [UInt8] = []
    fileprivate var isCut = false

    var text: String { String(decoding: bytes, as: UTF8.self) + (isCut ? " … (cut off)" : "") }

    fileprivate mutating func append(_ piece: UnsafeRawBufferPointer) {
      let room = LineCutter.longest - bytes.count
      bytes.append(contentsOf: piece.prefix(room))
      if piece.count > room { isCut = true }
    }
  }

  private var begun = Line()

  /// Takes bytes, and hands on each line that they end.
  mutating func take(_ bytes: UnsafeRawBufferPointer, line: (Line) -> Void) {
    var rest = bytes
    // A flood comes through here, so that no byte is looked at but by the C library.
    while let start = rest.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count) {
      let length = start.distance(to: UnsafeRawPointer(end))
      begun.append(UnsafeRawBufferPointer(start: start, count: length))
      finish(line)
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }
    begun.append(rest)
  }

  /// There is no more: hands on the last line, if it has no end.
  mutating func finish(_ line: (Line) -> Void) {
    if !begun.bytes.isEmpty { line(begun) }
    begun.bytes.removeAll(keepingCapacity: true)
    begun.isCut = false
  }
}
