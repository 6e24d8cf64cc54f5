import CEvdev
import CLinux
import KeyActivity

/// The kernel's filter in front of one descriptor (EVIOCSMASK): what does not pass never enters this process.
struct EventMask {
  /// Event types that pass.
  private var types: [UInt16] = []
  private var keys: [UInt16] = []
  private var passesAllKeys = false
  private var switches: [UInt16] = []

  /// What a node must let through for what it is read for, keys of chords included.
  init(for use: NodeUse, chordKeys: Set<UInt16>) {
    if use.wantsAllKeys {
      passesAllKeys = true
    } else {
      keys = Array(chordKeys)
      if use.contains(.modifiers) { keys += ModifierKeys.all.map(\.code) }
    }
    if use.contains(.switches) { switches = MachineSwitch.allCases.map(\.rawValue) }
    if passesAllKeys || !keys.isEmpty { types.append(UInt16(EV_KEY)) }
    if !switches.isEmpty { types.append(UInt16(EV_SW)) }
  }

  /// Sets the filter; false where the kernel has none (before 4.4).
  func apply(to descriptor: Int32) -> Bool {
    // The types last: once scan codes, which name keys as well, are kept out, everything is.
    (passesAllKeys || set(keys, of: EV_KEY, count: KEY_CNT, on: descriptor))
      && set(switches, of: EV_SW, count: SW_CNT, on: descriptor)
      && set(types, of: EV_SYN, count: EV_CNT, on: descriptor)
  }

  private func set(_ codes: [UInt16], of type: Int32, count: Int32, on descriptor: Int32) -> Bool {
    // In whole words, which the kernel insists on (bits_from_user in drivers/input/evdev.c).
    let word = UInt.bitWidth
    var bytes = [UInt8](repeating: 0, count: (Int(count) + word - 1) / word * (word / 8))
    for code in codes { bytes[Int(code) / 8] |= 1 << (code % 8) }
    return linux_evdev_set_mask(descriptor, UInt32(type), bytes, bytes.count) == 0
  }
}
