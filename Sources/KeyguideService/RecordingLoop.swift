import EventLoop
import InputDevices

/// Plays a recording of devices in the loop's time.
final class RecordingLoop {
  private var player: RecordingPlayer
  private var timer: TimerSource?

  init(
    _ recording: DeviceRecording, seat: String, loop: EventLoop, onChanges: @escaping ([DeviceChange]) -> Void
  ) throws(EventLoopError) {
    player = RecordingPlayer(recording, seat: seat, startingAt: loop.now)
    timer = try loop.timer(priority: .devices) { [weak self] in
      guard let self else { return }
      onChanges(player.play(until: loop.now))
      timer?.schedule(at: player.deadline)
    }
    timer?.schedule(at: player.deadline)
  }
}
