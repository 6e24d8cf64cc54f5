import CLinux
import Glibc
import Varlink

/// Connects to a service again and again: one descriptor to watch, whichever connection there is, or the wait for one.
final class Reconnection {
  /// Readable when the connection is, or when it is time for another one. An epoll instance, so that it stays the same.
  let descriptor: Int32
  private let path: String
  private let timer: any RetryTimer
  private var backoff: Backoff
  private var generator = SystemRandomNumberGenerator()
  private var client: VarlinkClient?
  private var isWaiting = false

  init(path: String, backoff: Backoff, timer: any RetryTimer) throws(ClientError) {
    self.path = path
    self.backoff = backoff
    self.timer = timer
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    if descriptor < 0 { throw .socket(UnixSocketError(operation: "create an epoll instance", code: errno)) }
    watch(timer.descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// The connection, as it is or new; nil when it is not yet time for one. `greet` is called with a new one.
  func connection(greet: (VarlinkClient) throws(ClientError) -> Void) throws(ClientError) -> VarlinkClient? {
    if let client { return client }
    if isWaiting {
      guard isReadable(timer.descriptor) else { return nil }
      timer.cancel()
      isWaiting = false
    }
    // A service that accepts nobody must not hold up a program that has other things to do.
    let new = try VarlinkClient(path: path, waits: false)
    watch(new.descriptor)
    client = new
    try greet(new)
    return new
  }

  /// Drops the connection, and waits before there is another one.
  func fail() {
    // Closing it takes it out of the epoll instance.
    client = nil
    isWaiting = true
    timer.schedule(after: backoff.next(using: &generator))
  }

  /// The connection works.
  func succeed() {
    backoff.reset()
  }

  /// Waits until the descriptor is readable.
  func wait() {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&ready, 1, -1)
  }

  private func watch(_ descriptor: Int32) {
    var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
    epoll_ctl(self.descriptor, EPOLL_CTL_ADD, descriptor, &event)
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0
  }
}
