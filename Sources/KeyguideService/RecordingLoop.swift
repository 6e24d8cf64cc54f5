import EventLoop
import InputDevices

/// Plays a recording of devices in the loop's time.
final class RecordingLoop {
  private var player: RecordingPlayer
  private var timer: TimerSource?

  init(
    _ recording: DeviceRecording, seat: String, chords: ChordTable, loop: EventLoop,
    onChanges: @escaping ([DeviceChange]) -> Void
  ) throws(EventLoopError) {
    player = RecordingPlayer(recording, seat: seat, startingAt: loop.now, chords: chords)
    timer = try loop.timer(priority: .devices) { [weak self] in
      guard let self else { return }
      onChanges(player.play(until: loop.now))
      timer?.schedule(at: player.deadline)
    }
    timer?.schedule(at: player.deadline)
  }

  /// Has other chords hold from now on.
  func configure(chords: ChordTable) {
    player.chords = chords
  }
}
