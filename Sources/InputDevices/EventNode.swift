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
    /// The modifiers held after each frame that changed them, oldest first.
    var held: [Modifiers] = []
    /// What keys did, with times in microseconds; empty unless all keys are read.
    var keys: [TimedKeyChange] = []
    var hasSwitched = false
    /// Whether more may be waiting than was read: a device that never stops must not keep the loop.
    var isCutShort = false
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
  /// How what is typed is kept from this process.
  let access: KeyAccess
  // Only the main thread touches it; a deinit cannot be told so.
  nonisolated(unsafe) private let device: OpaquePointer
  nonisolated(unsafe) private var isClosed = false
  private var reader = KeyReader(isOpen: false)
  /// The modifiers that are held now.
  private(set) var held = Modifiers()

  /// Opens a node, tells the kernel what may pass, and asks for the state as it is.
  init(path: String, use: NodeUse) throws(InputDeviceError) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputDeviceError(operation: "open \(path)", code: errno) }
    // Before libevdev sees the first event.
    let isMasked = EventMask(for: use).apply(to: descriptor)
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
        // A frame is one moment: modifiers are looked at between frames only.
        if event.type == UInt16(EV_SYN), event.code == UInt16(SYN_REPORT) { noteModifiers(&reading) }
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
    take(.input(InputEvent(type: InputEvent.synchronization, code: InputEvent.dropped, value: 0)), at: time, &reading)
    take(.state(state()), at: time, &reading)
    take(.input(InputEvent(type: InputEvent.synchronization, code: InputEvent.report, value: 0)), at: time, &reading)
    noteModifiers(&reading)
  }

  private func take(_ event: NodeEvent, at time: timeval, _ reading: inout Reading) {
    let changes = reader.take(event)
    if changes.isEmpty { return }
    for change in changes {
      if case .switched = change { reading.hasSwitched = true }
      if use.wantsAllKeys {
        reading.keys.append(TimedKeyChange(change: change, time: time.tv_sec * 1_000_000 + time.tv_usec))
      }
    }
  }

  private func noteModifiers(_ reading: inout Reading) {
    let now = modifiers()
    guard now != held else { return }
    held = now
    reading.held.append(now)
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
    let keys = use.wantsAllKeys ? Array(0..<UInt16(KEY_CNT)) : ModifierKeys.all.map(\.code)
    return NodeState(
      down: on(EV_KEY, keys.filter(use.passes(key:))), switches: on(EV_SW, MachineSwitch.allCases.map(\.rawValue)))
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
    for code in 0..<UInt32(KEY_CNT) where !use.passes(key: UInt16(code)) {
      // A value can be set only while the code is known.
      libevdev_enable_event_code(device, UInt32(EV_KEY), code, nil)
      libevdev_set_event_value(device, UInt32(EV_KEY), code, 0)
      libevdev_disable_event_code(device, UInt32(EV_KEY), code)
    }
  }
}
