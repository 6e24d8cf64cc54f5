import CSystemd

/// A subscription or a question that is under way; it is called off when the value is released.
public final class BusSlot {
  // Only the main thread touches it; a deinit cannot be told so.
  nonisolated(unsafe) private var slot: OpaquePointer?
  fileprivate let handler: (BusMessage) -> Void

  init(handler: @escaping (BusMessage) -> Void) {
    self.handler = handler
  }

  deinit {
    sd_bus_slot_unref(slot)
  }

  func adopt(_ slot: OpaquePointer?) {
    self.slot = slot
  }

  /// What sd-bus hands back to `dispatch`, which retains the object while it runs: it may release itself.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// What sd-bus calls. It always returns 0: the message is for others too, and no error of ours is the bus's.
  nonisolated static let dispatch: sd_bus_message_handler_t = { message, context, _ in
    nonisolated(unsafe) let (message, context) = (message, context)
    MainActor.assumeIsolated {
      guard let message, let context else { return }
      let slot = Unmanaged<BusSlot>.fromOpaque(context).takeUnretainedValue()
      withExtendedLifetime(slot) { slot.handler(BusMessage(message)) }
    }
    return 0
  }
}
