import EventLoop
import Glibc
import KeyguideAPI
import KeyguideClient
import ServiceProcess

/// Starts a private daemon on a private socket, opens a window with a text view in focus, and shows what happens.
///
/// Without an input device that can be read, the daemon plays a recording of a USB keyboard.
final class Demonstration {
  private let loop: EventLoop
  private let daemonPath: String
  private let folder: String
  private let socket: String
  private let start: UInt64

  /// Prepares the folder; without a path for the socket, the daemon will listen in there.
  init(daemon: String, socket: String?) throws {
    loop = try EventLoop()
    daemonPath = daemon
    var template = Array("/tmp/keyguide-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw EventLoopError(operation: "make a folder in /tmp", code: errno)
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.socket = socket ?? "\(folder)/io.keyguide"
    start = loop.now
  }

  /// Shows the daemon's state until Ctrl-C, or until the daemon ends.
  func run() throws {
    let daemon = try ServiceProcess(
      path: daemonPath, arguments: ["--socket", socket, "--source", "automatic"], folder: folder)
    defer {
      daemon.stop()
      rmdir(folder)
    }
    let signals = try [SIGINT, SIGTERM].map { signal in try loop.onSignal(signal) { self.loop.exit(code: 0) } }
    try daemon.waitUntilReady()
    print(
      """
      A private keyguided listens on \(socket). To connect another client:
        keyguidectl --socket \(socket) monitor
        varlinkctl call --more \(socket) io.keyguide.Monitor.Subscribe '{}'
      Ctrl-C ends it.

      """)
    let seat = try SeatSubscription(VarlinkClient(path: socket))
    let window = try GuidedWindow(path: socket, focus: "demo")
    let sources = [
      try loop.watch(seat.descriptor, for: .readable, priority: .devices) { _ in
        self.show { try seat.receive().map { SeatDescription.lines($0.parts) } }
      },
      try loop.watch(window.descriptor, for: .readable, priority: .clients) { _ in
        self.show { try window.receive().map { ["window              \(WindowDescription.line($0))"] } }
      },
    ]
    _ = try withExtendedLifetime((signals, sources)) { try loop.run() }
  }

  /// Prints what a stream has, and ends the program when the stream has ended.
  private func show(_ receive: () throws -> [String]?) {
    do {
      while let lines = try receive() {
        for line in lines { printLine("\(elapsed)  \(line)") }
      }
    } catch {
      complain(error)
      loop.exit(code: 1)
    }
  }

  /// Seconds since the start with one decimal, as in `12.3 s`.
  private var elapsed: String {
    let tenths = (loop.now - start) / 100_000
    let text = "\(tenths / 10).\(tenths % 10) s"
    return String(repeating: " ", count: max(0, 7 - text.count)) + text
  }
}
