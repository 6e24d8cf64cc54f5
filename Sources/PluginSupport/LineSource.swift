import EventLoop
import Glibc

/// The reading end of a pipe, line by line.
final class LineSource {
  /// What a longer line has beyond is dropped.
  static let mostBytes = 4096

  private let readingEnd: Int32
  /// What a program gets as its output, until it has it.
  private(set) var writingEnd: Int32
  private var source: IOSource?
  private var buffered: [UInt8] = []
  private let handler: (String) -> Void

  init(loop: EventLoop, handler: @escaping (String) -> Void) throws(EventLoopError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw EventLoopError(operation: "create a pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    (readingEnd, writingEnd) = (ends[0], ends[1])
    self.handler = handler
    source = try loop.watch(readingEnd, for: .readable, priority: .clients) { [weak self] _ in
      // At the end the pipe stays readable.
      if let self, !read() { source?.cancel() }
    }
  }

  isolated deinit {
    source?.cancel()
    close(readingEnd)
    closeWritingEnd()
  }

  func closeWritingEnd() {
    if writingEnd >= 0 { close(writingEnd) }
    writingEnd = -1
  }

  /// Hands over what is there, without waiting for more.
  func finish() {
    source?.cancel()
    while read() {}
  }

  /// False when nothing is there, and at the end.
  private func read() -> Bool {
    var piece = [UInt8](repeating: 0, count: Self.mostBytes)
    let count = Glibc.read(readingEnd, &piece, piece.count)
    guard count > 0 else { return false }
    for byte in piece[..<count] {
      if byte == UInt8(ascii: "\n") {
        handler(String(decoding: buffered, as: UTF8.self))
        buffered = []
      } else if buffered.count < Self.mostBytes {
        buffered.append(byte)
      }
    }
    return true
  }
}
