import CSystemd

/// Reports to systemd's watchdog from the loop itself, so that a loop that hangs is restarted.
///
/// As sd_event_set_watchdog(3) does, but by a notifier that works without free descriptors, and never waits.
final class Watchdog {
  private let interval: UInt64
  private unowned let loop: EventLoop
  private let notifier = ServiceNotifier()
  private var timer: TimerSource?

  /// Reports twice in each period of the given length, in microseconds.
  init(loop: EventLoop, period: UInt64) throws(EventLoopError) {
    self.loop = loop
    interval = max(period / 2, 1)
    timer = try loop.timer(priority: .signals) { [weak self] in self?.report() }
    timer?.schedule(at: loop.now + interval)
  }

  private func report() {
    notifier.send("WATCHDOG=1")
    timer?.schedule(at: loop.now + interval)
  }
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
