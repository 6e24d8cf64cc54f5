import CSystemd
import Glibc

/// A signal, delivered in the loop and never asynchronously.
public final class SignalSource: EventSource {
  fileprivate let handler: () -> Void

  fileprivate init(handler: @escaping () -> Void) {
    self.handler = handler
  }
}

extension EventLoop {
  /// Blocks the signal for the process and calls the handler in the loop instead (sd_event_add_signal(3)).
  public func onSignal(_ signal: Int32, handler: @escaping () -> Void) throws(EventLoopError) -> SignalSource {
    let signalSource = SignalSource(handler: handler)
    var source: OpaquePointer?
    // SD_EVENT_SIGNAL_PROCMASK (libsystemd 251) has libsystemd block the signal; the macro is not importable.
    let blockSignal: Int32 = 1 << 30
    try EventLoopError.check(
      sd_event_add_signal(event, &source, signal | blockSignal, dispatch, signalSource.context),
      "listen to signal \(signal)")
    signalSource.adopt(source, priority: .signals)
    return signalSource
  }
}

private nonisolated func dispatch(
  _: OpaquePointer?, _: UnsafePointer<signalfd_siginfo>?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  nonisolated(unsafe) let context = context
  MainActor.assumeIsolated {
    guard let context else { return }
    let source = Unmanaged<SignalSource>.fromOpaque(context).takeUnretainedValue()
    source.handler()
  }
  return 0
}
