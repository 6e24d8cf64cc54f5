import Glibc
import KeyguideAPI
import KeyguideClient
import Synchronization
import Varlink

/// What goes on beside a measurement.
enum Disturbance: String, CaseIterable {
  /// What no daemon can do anything about: another program wants a processor as well.
  case neighbour = "a program that computes"
  case reports = "a plugin that reports a keyboard as fast as it can"
  case windows = "a plugin that reports 512 windows as fast as it can"
  case unread = "the same, and it never reads"
  case unanswered = "a plugin that answers no request"

  /// Does it until it is stopped.
  func run(_ path: String, _ thread: DisturbingThread) throws {
    switch self {
    case .neighbour:
      thread.isReady.store(true, ordering: .releasing)
      while !thread.isStopped.load(ordering: .relaxed) {}
    case .reports: try flood(path, thread) { Self.keyboardReport($0, $1) }
    case .windows: try flood(path, thread) { Self.windowsReport($0, $1) }
    case .unread: try flood(path, thread, reads: false) { Self.windowsReport($0, $1) }
    case .unanswered:
      let registration = try Registration(path)
      thread.isReady.store(true, ordering: .releasing)
      while !thread.isStopped.load(ordering: .relaxed) { usleep(1000) }
      withExtendedLifetime(registration) {}
    }
  }

  /// A registered plugin.
  private struct Registration {
    let requests: VarlinkClient
    let name: String

    /// Waits until the roles are free: a plugin before this one may only just have ended.
    init(_ path: String) throws {
      while true {
        let client = try VarlinkClient(path: path)
        try client.send("io.keyguide.Provider.Register", more: true) { writer in
          writer.member("name", "hostile")
          writer.member("apiVersion", 1)
          writer.member("roles", ["softwareKeyboard", "compositor"])
        }
        guard let reply = try Self.first(client) else { continue }
        var reader = reply.reader
        (requests, name) = (client, try RegistrationReply(from: &reader).provider)
        return
      }
    }

    /// The first reply; nil where another one has a role.
    private static func first(_ client: VarlinkClient) throws(ClientError) -> VarlinkReply? {
      do throws(ClientError) {
        return try client.next()
      } catch {
        guard case .refused("io.keyguide.Provider.RoleTaken", _) = error else { throw error }
        return nil
      }
    }
  }

  private func flood(
    _ path: String, _ thread: DisturbingThread, reads: Bool = true, report: (String, Int) -> String
  ) throws {
    let registration = try Registration(path)
    let socket = try UnixSocket.connect(to: path)
    defer { close(socket) }
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    // Made before: what is measured is the daemon, not this.
    let reports = (0..<16).map { Array(report(registration.name, $0).utf8) + [0] }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var (next, offset) = (0, 0)
    thread.isReady.store(true, ordering: .releasing)
    while !thread.isStopped.load(ordering: .relaxed) {
      var ready = pollfd(fd: socket, events: Int16(POLLOUT | (reads ? POLLIN : 0)), revents: 0)
      poll(&ready, 1, 10)
      if reads, ready.revents & Int16(POLLIN) != 0 {
        let count = recv(socket, &piece, piece.count, 0)
        if count > 0 { thread.answered.add(piece[..<count].count { $0 == 0 }, ordering: .relaxed) }
      }
      guard ready.revents & Int16(POLLOUT) != 0 else { continue }
      let text = reports[next % reports.count]
      let count = text[offset...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      offset += max(0, count)
      if offset == text.count { (next, offset) = (next + 1, 0) }
    }
    withExtendedLifetime(registration) {}
  }

  private static func keyboardReport(_ provider: String, _ number: Int) -> String {
    let height = 300 + number * 5
    return #"{"method":"io.keyguide.Provider.ReportKeyboard","parameters":{"provider":"\#(provider)","kind":"docked","#
      + #""frame":{"x":0,"y":\#(800 - height),"width":1280,"height":\#(height)}}}"#
  }

  private static func windowsReport(_ provider: String, _ number: Int) -> String {
    let windows = (0..<512).map { window in
      #"{"id":"\#(window)","pid":1,"screen":"a","frame":{"x":\#(number),"y":0,"width":640,"height":800}}"#
    }
    return #"{"method":"io.keyguide.Provider.ReportWindows","parameters":{"provider":"\#(provider)","windows":["#
      + windows.joined(separator: ",") + "]}}"
  }
}

/// A thread that does something else while the main one measures.
final class DisturbingThread: Sendable {
  let isReady = Atomic(false)
  let isStopped = Atomic(false)
  /// Replies that it has had.
  let answered = Atomic(0)
  private let disturbance: Disturbance
  private let path: String
  private let handle: Mutex<pthread_t>

  /// Starts it, and waits until it has begun.
  init(_ disturbance: Disturbance, _ path: String) throws {
    (self.disturbance, self.path) = (disturbance, path)
    handle = Mutex(0)
    let this = Unmanaged.passRetained(self)
    let code = handle.withLock { handle in
      pthread_create(
        &handle, nil,
        { argument in
          guard let argument else { return nil }
          let thread = Unmanaged<DisturbingThread>.fromOpaque(argument).takeRetainedValue()
          thread.run()
          return nil
        }, this.toOpaque())
    }
    guard code == 0 else { throw BenchmarkError(description: "cannot start a thread") }
    while !isReady.load(ordering: .acquiring) { usleep(100) }
  }

  private func run() {
    do {
      try disturbance.run(path, self)
    } catch {
      print("keyguide-bench: \(error)")
      exit(1)
    }
  }

  /// Has it end, and waits for that.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    _ = handle.withLock { pthread_join($0, nil) }
  }
}
