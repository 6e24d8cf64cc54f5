import EventLoop

/// What `systemctl status` shows: kept up to date, and sent no oftener than somebody could read it.
///
/// A few changes are told at once; a client that connects again and again has it told once a second.
final class StatusLine {
  /// What is not taken is sent again after this time, in microseconds.
  private static let interval: UInt64 = 1_000_000

  private let loop: EventLoop
  private let send: (String) -> Bool
  private let text: () -> String
  private var timer: TimerSource?
  private var isPending = false
  private var sent: String?
  private var rate = TokenBucket(interval: StatusLine.interval, burst: 10)

  /// `text`, one line, is asked for when it is to be sent; `send` gets assignments for systemd (sd_notify(3)) and says
  /// whether they were taken.
  init(loop: EventLoop, send: @escaping (String) -> Bool, text: @escaping () -> String) throws(EventLoopError) {
    self.loop = loop
    self.send = send
    self.text = text
    timer = try loop.timer(priority: .background) { [weak self] in self?.update() }
  }

  /// Something that the text tells may be another one; behind everybody who waits for something, it is looked at.
  func mayHaveChanged() {
    guard !isPending else { return }
    schedule(at: loop.now)
  }

  /// Ends a reload: systemd is told now that the service is ready, and in any case once it listens.
  func endReload() {
    sent = nil
    transmit(text())
  }

  private func update() {
    isPending = false
    let text = text()
    guard text != sent else { return }
    if let later = rate.take(at: loop.now) { return schedule(at: later) }
    transmit(text)
  }

  private func transmit(_ text: String) {
    // That it is ready is no news most of the time, and none is lost where it is some.
    guard send("READY=1\nSTATUS=\(text)") else { return schedule(at: loop.now + Self.interval) }
    sent = text
  }

  private func schedule(at moment: UInt64) {
    isPending = true
    timer?.schedule(at: moment)
  }
}
