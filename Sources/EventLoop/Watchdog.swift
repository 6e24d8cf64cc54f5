import CSystemd
import Glibc

/// Reports to systemd's watchdog from the loop itself, so that a loop that hangs is restarted.
///
/// As sd_event_set_watchdog(3) does, but with a descriptor kept back: sd_notify(3) makes a socket for each message, and a
/// daemon that has run out of descriptors must not be killed for being silent.
final class Watchdog {
  private let interval: UInt64
  private unowned let loop: EventLoop
  private var timer: TimerSource?
  private var spare = Watchdog.anyDescriptor()

  /// Reports twice in each period of the given length, in microseconds.
  init(loop: EventLoop, period: UInt64) throws(EventLoopError) {
    self.loop = loop
    interval = max(period / 2, 1)
    timer = try loop.timer(priority: .signals) { [weak self] in self?.report() }
    timer?.schedule(at: loop.now + interval)
  }

  deinit {
    close(spare)
  }

  private func report() {
    close(spare)
    sd_notify(0, "WATCHDOG=1")
    spare = Self.anyDescriptor()
    timer?.schedule(at: loop.now + interval)
  }

  private static func anyDescriptor() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}

extension EventLoop {
  /// Has the loop report to systemd's watchdog (sd_watchdog_enabled(3)). Returns whether systemd asked for it.
  @discardableResult
  public func enableWatchdog() throws(EventLoopError) -> Bool {
    var period: UInt64 = 0
    guard sd_watchdog_enabled(0, &period) > 0 else { return false }
    watchdog = try Watchdog(loop: self, period: period)
    return true
  }
}
