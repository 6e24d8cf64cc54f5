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
  }

  /// Shows the daemon's state until Ctrl-C, or until the daemon ends; returns the exit code.
  func run() throws -> Int32 {
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
    let view = try LiveView(loop: loop, socket: socket)
    return try withExtendedLifetime((signals, view)) { try loop.run() }
  }
}
