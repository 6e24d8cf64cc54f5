import CEvdev
import CLinux
import Glibc
import KeyActivity
import KeyboardGuide

/// One open evdev node, read through libevdev; never grabbed, never written to.
final class EventNode {
  /// What the kernel lets through to us.
  enum Passing {
    /// The keys of `ModifierKeys`, and nothing else.
    case modifiers
    /// All keys: only while a device is unproven, and what is typed goes to its judge and nowhere else.
    case keys
  }

  /// What reading brought.
  enum Outcome: Equatable {
    case read(Reading)
    /// The device is dead; the node is of no more use.
    case ended(code: Int32)
  }

  /// What has happened on the node since the last time.
  struct Reading: Equatable {
    /// The modifiers held after each change, oldest first; empty when none changed.
    var held: [Modifiers] = []
    /// What keys did, with times in microseconds; empty unless all keys pass.
    var keys: [TimedKeyChange] = []
  }

  /// A change of a key, and when.
  struct TimedKeyChange: Equatable {
    var change: KeyChange
    var time: Int
  }

  /// Non-blocking; owned by the node.
  let descriptor: Int32
  // Only the main thread touches it; a deinit cannot be told so.
  nonisolated(unsafe) private let device: OpaquePointer

  /// The modifiers that are held now.
  private(set) var held: Modifiers
  private let passing: Passing

  /// Opens a node and tells the kernel what may pass.
  init(path: String, passing: Passing) throws(InputDeviceError) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputDeviceError(operation: "open \(path)", code: errno) }
    // Before libevdev sees the first event.
    Self.mask(descriptor, passing)
    var device: OpaquePointer?
    let result = libevdev_new_from_fd(descriptor, &device)
    guard result >= 0, let device else {
      close(descriptor)
      throw InputDeviceError(operation: "read \(path)", code: result < 0 ? -result : ENOMEM)
    }
    // Only the judge of an unproven device looks at times, and it needs a steady clock, not a certain one: a device that
    // cannot change its own still works.
    _ = libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    self.descriptor = descriptor
    self.device = device
    self.passing = passing
    held = Self.held(on: device)
  }

  deinit {
    libevdev_free(device)
    close(descriptor)
  }

  /// Whether the device still answers.
  var isAlive: Bool { linux_evdev_probe(descriptor) == 0 }

  /// Reads until nothing is left. Any error but "try again" is a dead device: ENODEV, EIO and whatever else there is.
  func read() -> Outcome {
    var reading = Reading()
    var flags = LIBEVDEV_READ_FLAG_NORMAL.rawValue
    while true {
      var event = input_event()
      let status = libevdev_next_event(device, flags, &event)
      switch status {
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        // SYN_DROPPED: libevdev has asked the device for its state and hands out the difference in this mode.
        flags = LIBEVDEV_READ_FLAG_SYNC.rawValue
        if passing == .keys { reading.keys.append(TimedKeyChange(change: .eventsLost, time: Self.time(of: event))) }
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        break
      case -EINTR:
        continue
      case -EAGAIN where flags == LIBEVDEV_READ_FLAG_SYNC.rawValue:
        flags = LIBEVDEV_READ_FLAG_NORMAL.rawValue
      case -EAGAIN:
        return .read(reading)
      default:
        return .ended(code: -status)
      }
      if status == LIBEVDEV_READ_STATUS_SUCCESS.rawValue, passing == .keys, let change = Self.change(event) {
        reading.keys.append(TimedKeyChange(change: change, time: Self.time(of: event)))
      }
      // libevdev keeps the state of every key; it is looked at between frames only.
      guard status != -EAGAIN, event.type == UInt16(EV_SYN), event.code == UInt16(SYN_REPORT) else { continue }
      let now = Self.held(on: device)
      if now != held {
        held = now
        reading.held.append(now)
      }
    }
  }

  /// A kernel without masks (before 4.4) refuses: everything comes then, and `read` drops what must not be looked at.
  private static func mask(_ descriptor: Int32, _ passing: Passing) {
    guard passing == .modifiers else { return }
    _ = linux_evdev_set_mask(descriptor, UInt32(EV_KEY), ModifierKeys.keyMask, ModifierKeys.keyMask.count)
    _ = linux_evdev_set_mask(descriptor, UInt32(EV_SYN), ModifierKeys.typeMask, ModifierKeys.typeMask.count)
  }

  private static func change(_ event: input_event) -> KeyChange? {
    guard event.type == UInt16(EV_KEY) else { return nil }
    return switch event.value {
    case 0: .released(event.code)
    case 1: .pressed(event.code)
    default: .repeated(event.code)
    }
  }

  private static func time(of event: input_event) -> Int { event.time.tv_sec * 1_000_000 + event.time.tv_usec }

  private static func held(on device: OpaquePointer) -> Modifiers {
    ModifierKeys.modifiers { code in libevdev_get_event_value(device, UInt32(EV_KEY), UInt32(code)) != 0 }
  }
}
