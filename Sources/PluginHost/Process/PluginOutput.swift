import EventLoop
import Glibc
import ServiceLog

/// What a plugin writes to standard output and error, for the log: line by line, with its name, and so much at most.
final class PluginOutput {
  /// Lines at once, and microseconds until there may be another one: 200 in 10 s.
  static let limit = (burst: 200, interval: UInt64(50_000))

  private let descriptor: Int32
  private let write: (String) -> Void
  private let now: () -> UInt64
  private var source: IOSource?
  private var cutter = LineCutter()
  private var rate = TokenBucket(interval: limit.interval, burst: limit.burst)
  private var leftOut = 0
  /// The line that was written last, where it was not left out, for a person to read.
  private(set) var lastLine: String?

  /// Reads from a pipe, which it owns; `write` gets the lines.
  init(descriptor: Int32, loop: EventLoop, write: @escaping (String) -> Void) throws(EventLoopError) {
    self.descriptor = descriptor
    self.write = write
    now = { loop.now }
    source = try loop.watch(descriptor, for: .readable, priority: .background) { [weak self] _ in self?.read() }
  }

  deinit {
    close(descriptor)
  }

  /// Takes what is left in the pipe, whoever may still have its other end; nothing is read after it.
  func finish() {
    // A pipe holds 64 KiB; who goes on to write now is not heard any more.
    for _ in 0..<8 { read() }
    cutter.finish(pass)
    if leftOut > 0 { write("\(leftOut) more lines were left out") }
    source?.cancel()
  }

  private func read() {
    // One piece a turn, so that a plugin that floods makes nobody wait.
    let size = 16 << 10
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, size)
      if count > 0 {
        cutter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), line: pass)
      } else if count == 0 {
        // Only what comes from a plugin that is still there is worth waiting for.
        source?.pause()
      }
    }
  }

  private func pass(_ line: LineCutter.Line) {
    guard rate.take(at: now()) == nil else { return leftOut += 1 }
    let text = line.text
    lastLine = text.forTerminals
    let more = leftOut > 0 ? " (\(leftOut) lines before this one were left out)" : ""
    leftOut = 0
    write(text + more)
  }
}

/// Where lines of plugins go: to the journal with the plugin's name, or to standard error with it in front.
struct PluginJournal {
  private let isJournal = JournalStream.isStandardError

  func callAsFunction(_ line: String, of plugin: String) {
    guard !isJournal else {
      return JournalStream.send([
        "MESSAGE=\(line)", "PRIORITY=6", "SYSLOG_IDENTIFIER=\(plugin)", "KEYGUIDE_PLUGIN=\(plugin)",
      ])
    }
    let output = "\(plugin): \(line.forTerminals)\n"
    _ = output.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}

extension String {
  /// This without what would tell a terminal to do something.
  fileprivate var forTerminals: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "�" : $0 }))
  }
}
