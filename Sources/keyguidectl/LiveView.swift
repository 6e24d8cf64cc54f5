import EventLoop
import Glibc
import KeyguideClient

/// Shows a seat's state and the guide of a window whose text view has the focus, line by line as they change.
final class LiveView {
  private let loop: EventLoop
  private let seat: SeatSubscription
  private let window: GuidedWindow
  private let start: UInt64
  private var sources: [EventSource] = []

  /// Opens the window and subscribes at the daemon's socket; lines are printed while the loop runs.
  init(loop: EventLoop, socket: String) throws {
    self.loop = loop
    start = loop.now
    seat = try SeatSubscription(VarlinkClient(path: socket))
    window = try GuidedWindow(path: socket, focus: "watch")
    sources = [
      try loop.watch(seat.descriptor, for: .readable, priority: .devices) { [unowned self] _ in
        show { try seat.receive().map { SeatDescription.lines($0.parts) } }
      },
      try loop.watch(window.descriptor, for: .readable, priority: .clients) { [unowned self] _ in
        show { try window.receive().map { ["window              \(WindowDescription.line($0))"] } }
      },
    ]
  }

  /// Prints what a stream has, and ends the loop when the stream has ended.
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
