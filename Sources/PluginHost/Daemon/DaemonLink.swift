import EventLoop
import JSON
import KeyguideClient

/// The host's own connection to the daemon: who has registered there, and whether it is there at all.
///
/// When it breaks, it is made anew, later each time.
final class DaemonLink {
  enum Event {
    /// The daemon is there.
    case connected
    /// It is not there, or has gone; with the reason.
    case lost(String)
    /// Who is registered with it now.
    case providers([RegisteredProvider])
  }

  let path: String
  private let loop: EventLoop
  private let handler: (Event) -> Void
  private var client: VarlinkClient?
  private var source: IOSource?
  private var retry: TimerSource?
  private var backoff = Backoff()
  private var generator = SystemRandomNumberGenerator()
  private var isConnected = false

  init(path: String, loop: EventLoop, handler: @escaping (Event) -> Void) throws(EventLoopError) {
    self.path = path
    self.loop = loop
    self.handler = handler
    retry = try loop.timer(priority: .background) { [weak self] in self?.connect() }
  }

  /// Connects; what becomes of it is told to the handler.
  func connect() {
    do {
      let client = try VarlinkClient(path: path, waits: false)
      try client.send("io.keyguide.Provider.List", more: true)
      source = try loop.watch(client.descriptor, for: .readable, priority: .clients) { [weak self] _ in self?.receive()
      }
      self.client = client
    } catch {
      fail("\(error)")
    }
  }

  /// Takes what the daemon has sent, or sees that it has gone.
  func receive() {
    guard let client else { return }
    do throws(ClientError) {
      while let reply = try client.receive() {
        let providers: [RegisteredProvider]
        do {
          var reader = reply.reader
          providers = try RegisteredProvider.list(from: &reader)
        } catch {
          throw .invalidReply(error)
        }
        backoff.reset()
        if !isConnected {
          isConnected = true
          handler(.connected)
        }
        handler(.providers(providers))
        guard reply.continues else { throw .disconnected }
      }
    } catch {
      fail(error.description)
    }
  }

  func stop() {
    source?.cancel()
    retry?.cancel()
    client = nil
  }

  private func fail(_ reason: String) {
    source?.cancel()
    source = nil
    client = nil
    isConnected = false
    let (seconds, attoseconds) = backoff.next(using: &generator).components
    retry?.schedule(at: loop.now + UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000))
    handler(.lost(reason))
  }
}
