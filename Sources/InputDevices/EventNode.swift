import CEvdev
import CLinux
import Glibc
import KeyActivity
import KeyboardGuide

/// One open evdev node, read through libevdev; never grabbed, never written to.
final class EventNode {
  /// What reading brought.
  enum Outcome: Equatable {
    case read(Reading)
    /// The device is dead; the node is of no more use.
    case ended(code: Int32)
  }

  /// What has happened on the node since the last time.
  struct Reading: Equatable {
    /// What came of each frame for modifiers and chords, oldest first.
    var moments: [Moment] = []
    /// What keys did, with times in microseconds; empty unless all keys are read.
    var keys: [TimedKeyChange] = []
    var hasSwitched = false
    /// Whether more may be waiting than was read: a device that never stops must not keep the loop.
    var isCutShort = false
  }

  /// What one frame brought; first its modifiers, for they are held together with the keys that it pressed.
  enum Moment: Equatable {
    /// The modifiers held from now on.
    case held(Modifiers)
    /// A person pressed the key of a chord; whether it makes one, the modifiers of the whole device decide.
    case pressed(UInt16)
  }

  /// A change of a key, and when.
  struct TimedKeyChange: Equatable {
    var change: KeyChange
    var time: Int
  }

  /// Events that one `read` takes at most.
  private static let mostEvents = 64

  /// Non-blocking; owned by the node.
  let descriptor: Int32
  /// What the node is read for.
  let use: NodeUse
  /// The keys of chords that are looked at.
  let chordKeys: Set<UInt16>
  /// How what is typed is kept from this process.
  let access: KeyAccess
  // Only the main thread touches it; a deinit cannot be told so.
  nonisolated(unsafe) private let device: OpaquePointer
  nonisolated(unsafe) private var isClosed = false
  private var reader = KeyReader(isOpen: false)
  /// The modifiers that are held now.
  private(set) var held = Modifiers()
  /// The keys of chords that were pressed in the frame that is being read.
  private var pressed: [UInt16] = []
  /// What keys did in that frame; empty unless all keys are read.
  private var frame: [TimedKeyChange] = []

  /// Opens a node, tells the kernel what may pass, and asks for the state as it is.
  init(path: String, use: NodeUse, chordKeys: Set<UInt16>) throws(InputDeviceError) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputDeviceError(operation: "open \(path)", code: errno) }
    // Before libevdev sees the first event.
    let isMasked = EventMask(for: use, chordKeys: chordKeys).apply(to: descriptor)
    var device: OpaquePointer?
    let result = libevdev_new_from_fd(descriptor, &device)
    guard result >= 0, let device else {
      Glibc.close(descriptor)
      throw InputDeviceError(operation: "read \(path)", code: result < 0 ? -result : ENOMEM)
    }
    // Only the judge of an unproven device looks at times, and it needs a steady clock, not a certain one: a device that
    // cannot change its own still works.
    _ = libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    self.descriptor = descriptor
    self.device = device
    self.use = use
    self.chordKeys = chordKeys
    access = use.wantsAllKeys ? .read : isMasked ? .masked : .dropped
    dropWhatMustNotPass()
    _ = reader.take(.opened(state()))
    held = modifiers()
  }

  deinit {
    libevdev_free(device)
    if !isClosed { Glibc.close(descriptor) }
  }

  /// Gives the descriptor back at once, whoever still holds the node; it must not be read any more.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    Glibc.close(descriptor)
  }

  /// Whether the device still answers.
  var isAlive: Bool { linux_evdev_probe(descriptor) == 0 }

  /// The switches that the node has, and their positions.
  var switches: Switches {
    func position(_ known: MachineSwitch) -> Bool? {
      guard use.contains(.switches), libevdev_has_event_code(device, UInt32(EV_SW), UInt32(known.rawValue)) != 0 else {
        return nil
      }
      return reader.switches.contains(known)
    }
    return Switches(tabletMode: position(.tabletMode), lid: position(.lid), dock: position(.dock))
  }

  /// Reads what is there, up to a bound. Any error but "try again" is a dead device: ENODEV, EIO and whatever else.
  func read() -> Outcome {
    var reading = Reading()
    for _ in 0..<Self.mostEvents {
      var event = input_event()
      let status = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &event)
      switch status {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        take(.input(InputEvent(type: event.type, code: event.code, value: event.value)), at: event.time, &reading)
        // A frame is one moment: modifiers and chords are looked at between frames only.
        if event.type == UInt16(EV_SYN), event.code == UInt16(SYN_REPORT) { endFrame(&reading) }
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        synchronize(at: event.time, &reading)
      case -EINTR:
        continue
      case -EAGAIN:
        return .read(reading)
      default:
        return .ended(code: -status)
      }
    }
    reading.isCutShort = true
    return .read(reading)
  }

  /// Events were lost: libevdev has asked the device for its state, which counts from now on.
  private func synchronize(at time: timeval, _ reading: inout Reading) {
    var event = input_event()
    // The difference that libevdev hands out is not needed, as the reader makes its own; there are at most as many as
    // codes.
    while libevdev_next_event(device, LIBEVDEV_READ_FLAG_SYNC.rawValue, &event)
      == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
    {}
    forgetWhatMustNotPass()
    // The rest of its frame is lost.
    pressed = []
    take(.input(InputEvent(type: InputEvent.synchronization, code: InputEvent.dropped, value: 0)), at: time, &reading)
    take(.state(state()), at: time, &reading)
    take(.input(InputEvent(type: InputEvent.synchronization, code: InputEvent.report, value: 0)), at: time, &reading)
    endFrame(&reading)
  }

  private func take(_ event: NodeEvent, at time: timeval, _ reading: inout Reading) {
    let changes = reader.take(event)
    if changes.isEmpty { return }
    for change in changes {
      switch change {
      case .switched: reading.hasSwitched = true
      // A press alone is something that a person did now, and no more than one in a frame.
      case .pressed(let key) where chordKeys.contains(key) && !pressed.contains(key): pressed.append(key)
      default: break
      }
      if use.wantsAllKeys {
        frame.append(TimedKeyChange(change: change, time: time.tv_sec * 1_000_000 + time.tv_usec))
      }
    }
  }

  private func endFrame(_ reading: inout Reading) {
    let now = modifiers()
    if now != held { reading.moments.append(.held(now)) }
    held = now
    reading.moments += pressed.map(Moment.pressed)
    reading.keys += frame
    (pressed, frame) = ([], [])
  }

  private func modifiers() -> Modifiers {
    // On a node that is read for proof alone, modifiers are no news: there is no keyboard yet.
    use.contains(.modifiers) ? ModifierKeys.modifiers { reader.down.contains($0) } : []
  }

  /// What libevdev knows of the keys and switches that may be looked at.
  private func state() -> NodeState {
    func on(_ type: Int32, _ codes: some Sequence<UInt16>) -> Set<UInt16> {
      Set(codes.filter { libevdev_get_event_value(device, UInt32(type), UInt32($0)) != 0 })
    }
    return NodeState(
      down: on(EV_KEY, (0..<UInt16(KEY_CNT)).filter(passes)),
      switches: on(EV_SW, MachineSwitch.allCases.map(\.rawValue)))
  }

  /// Whether a key may be looked at.
  private func passes(_ key: UInt16) -> Bool {
    use.wantsAllKeys || chordKeys.contains(key) || (use.contains(.modifiers) && ModifierKeys.contains(key))
  }

  /// Has libevdev drop everything that may not be looked at, so that nothing of it arrives even without a mask.
  private func dropWhatMustNotPass() {
    for type in 1..<UInt32(EV_CNT) where ![UInt32(EV_KEY), UInt32(EV_SW)].contains(type) {
      libevdev_disable_event_type(device, type)
    }
    forgetWhatMustNotPass()
  }

  /// Has libevdev forget the keys that may not be looked at.
  ///
  /// When it asks for the state of the keys, the kernel tells of all that are down, mask or no mask.
  private func forgetWhatMustNotPass() {
    for code in 0..<UInt32(KEY_CNT) where !passes(UInt16(code)) {
      // A value can be set only while the code is known.
      libevdev_enable_event_code(device, UInt32(EV_KEY), code, nil)
      libevdev_set_event_value(device, UInt32(EV_KEY), code, 0)
      libevdev_disable_event_code(device, UInt32(EV_KEY), code)
    }
  }
}
