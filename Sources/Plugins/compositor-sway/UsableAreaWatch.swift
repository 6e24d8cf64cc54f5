import CUsableArea
import EventLoop
import Glibc

/// Hears of bars and docked keyboards that come and go, which the compositor's IPC has no event for.
final class UsableAreaWatch {
  private let changed: () -> Void
  private let failed: (String) -> Void
  // Only the main thread touches it; a deinit cannot be told so.
  nonisolated(unsafe) private var area: OpaquePointer?
  private var source: IOSource?
  private var isKnownToWork = false

  /// Nil where there is no Wayland compositor.
  init?(
    loop: EventLoop, changed: @escaping () -> Void, failed: @escaping (String) -> Void
  ) throws(EventLoopError) {
    self.changed = changed
    self.failed = failed
    area = usable_area_new(
      { context in
        nonisolated(unsafe) let context = context
        MainActor.assumeIsolated {
          guard let context else { return }
          Unmanaged<UsableAreaWatch>.fromOpaque(context).takeUnretainedValue().changed()
        }
      }, Unmanaged.passUnretained(self).toOpaque())
    guard let area else { return nil }
    source = try loop.watch(usable_area_descriptor(area), for: .readable, priority: .clients) { [weak self] _ in
      self?.dispatch()
    }
  }

  isolated deinit {
    source?.cancel()
    usable_area_free(area)
  }

  private func dispatch() {
    let result = usable_area_dispatch(area)
    if result < 0 {
      source?.cancel()
      return failed(String(cString: strerror(-result)))
    }
    guard !isKnownToWork, case let support = usable_area_supported(area), support >= 0 else { return }
    isKnownToWork = true
    if support == 0 {
      source?.cancel()
      failed("the compositor has no layer shell (zwlr_layer_shell_v1)")
    }
  }
}
