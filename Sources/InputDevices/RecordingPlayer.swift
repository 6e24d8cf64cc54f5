import KeyboardGuide

/// Plays a recording of devices again and again, for machines without a keyboard.
///
/// It takes the same way as real nodes do: the same keys looked at, the rest dropped.
public struct RecordingPlayer {
  private let recording: DeviceRecording
  private let seat: String
  /// Which chord does what.
  public var chords: ChordTable
  private var devices = AttachedDevices()
  private var keysDown: [String: Set<UInt16>] = [:]
  private var next = 0
  private var start: UInt64

  /// A player whose first step is due at its time after the given moment, in microseconds.
  public init(
    _ recording: DeviceRecording, seat: String, startingAt start: UInt64, chords: ChordTable = .standard
  ) {
    self.recording = recording
    self.seat = seat
    self.chords = chords
    self.start = start
  }

  /// When the next step is due, in microseconds of the clock that `start` was read from.
  public var deadline: UInt64 { start + recording.steps[next].time }

  /// Plays every step that is due. After the last one the recording starts over.
  public mutating func play(until now: UInt64) -> [DeviceChange] {
    var changes: [DeviceChange] = []
    // A recording of no length would be due for ever: one round is enough for one call.
    for _ in recording.steps.indices where deadline <= now {
      let step = recording.steps[next]
      changes += perform(step)
      next += 1
      if next == recording.steps.count {
        next = 0
        start = max(start + step.time, now)
      }
    }
    return changes
  }

  private mutating func perform(_ step: DeviceRecording.Step) -> [DeviceChange] {
    switch step.action {
    case .add:
      keysDown[step.device] = []
      let keyboard = AttachedDevice(keyboard: HardwareKeyboard())
      return devices.set(keyboard, of: step.device, as: DeviceID(step.device), on: seat)
    case .remove:
      keysDown[step.device] = nil
      return devices.set(nil, of: step.device, as: DeviceID(step.device), on: seat)
    case .key(let code, let isDown):
      guard var down = keysDown[step.device] else { return [] }
      let isPress = isDown && !down.contains(code)
      if isDown { down.insert(code) } else { down.remove(code) }
      keysDown[step.device] = down
      let held = ModifierKeys.modifiers { down.contains($0) }
      let changes = devices.hold(held, on: step.device, of: step.device)
      guard isPress, let action = chords.action(for: code, held: held) else { return changes }
      return changes + [DeviceChange(seat: seat, input: .performed(action, on: DeviceID(step.device)))]
    case .end, .other:
      return []
    }
  }
}
