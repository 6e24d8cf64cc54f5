import EventLoop
import Glibc
import SwayIPC
import Varlink

/// A connection to the compositor's IPC socket, on the loop; nothing here waits for the compositor.
final class SwayConnection {
  /// The compositor says that something changes, and not when that is over: it gives a window 200 ms to follow
  /// (sway's transactions), and its tree has parts of both until then.
  static let settlingTime: UInt64 = 250_000
  /// A tree of 512 windows has some 600 kB.
  static let messageLimit = 8 << 20

  enum Event {
    case layout(SwayLayout)
    case problem(String)
    /// The compositor has ended, or what it says cannot be understood; nothing follows.
    case closed(SwayProtocolError?)
  }

  private let descriptor: Int32
  private var source: IOSource?
  private var framer = SwayFramer(limit: SwayConnection.messageLimit)
  private var session = SwaySession()
  private var settled: TimerSource?
  private var outgoing: [UInt8] = []
  private let loop: EventLoop
  private let handler: (Event) -> Void

  init(path: String, loop: EventLoop, handler: @escaping (Event) -> Void) throws {
    self.loop = loop
    descriptor = try UnixSocket.connect(to: path)
    self.handler = handler
    source = try loop.watch(descriptor, for: .readable, priority: .clients) { [weak self] events in
      self?.exchange(events)
    }
    settled = try loop.timer(priority: .clients) { [weak self] in
      guard let self else { return }
      carryOut(session.invalidate())
    }
    carryOut(session.start())
  }

  isolated deinit {
    source?.cancel()
    close(descriptor)
  }

  /// Asks anew: something has changed that the compositor has no event for.
  func invalidate() {
    carryOut(session.invalidate())
    settle()
  }

  /// Asks once more when all is over.
  private func settle() {
    settled?.schedule(at: loop.now + Self.settlingTime)
  }

  private func carryOut(_ steps: [SwaySession.Step]) {
    for step in steps {
      switch step {
      case .send(let message): outgoing += message.bytes
      case .layout(let layout): handler(.layout(layout))
      case .problem(let problem): handler(.problem(problem))
      }
    }
    write()
  }

  private func exchange(_ events: IOEvents) {
    if events.contains(.writable) { write() }
    guard !events.isDisjoint(with: [.readable, .hangup, .error]) else { return }
    guard read() else { return end(nil) }
    do throws(SwayProtocolError) {
      while let message = try framer.next() {
        carryOut(session.receive(message))
        if message.kind.isEvent { settle() }
      }
    } catch {
      end(error)
    }
  }

  private func end(_ error: SwayProtocolError?) {
    source?.cancel()
    settled?.cancel()
    handler(.closed(error))
  }

  /// Reads what fits, and the loop comes again for the rest; false at the end.
  private func read() -> Bool {
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    let count = recv(descriptor, &piece, piece.count, Int32(MSG_DONTWAIT))
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    framer.append(piece[..<count])
    return true
  }

  /// Some 30 bytes, one question at a time.
  private func write() {
    if !outgoing.isEmpty {
      let count = send(descriptor, outgoing, outgoing.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      if count > 0 { outgoing.removeFirst(count) }
    }
    // A compositor that has gone is heard of by reading.
    source?.setEvents(outgoing.isEmpty ? .readable : [.readable, .writable])
  }
}
