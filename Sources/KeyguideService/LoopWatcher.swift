import EventLoop
import InputDevices

/// Watches device descriptors in the loop, before anything that clients want.
final class LoopWatcher: DescriptorWatcher {
  private struct Watch {
    var source: IOSource
    var onReady: (Bool) -> Void
    var revisit: DeferredSource?
  }

  private let loop: EventLoop
  private var watches: [Int32: Watch] = [:]

  init(loop: EventLoop) {
    self.loop = loop
  }

  func watch(_ descriptor: Int32, onReady: @escaping (_ hasHungUp: Bool) -> Void) throws {
    let source = try loop.watch(descriptor, for: .readable, priority: .devices) { events in
      onReady(!events.isDisjoint(with: [.hangup, .error]))
    }
    watches[descriptor] = Watch(source: source, onReady: onReady)
  }

  func revisit(_ descriptor: Int32) {
    guard let watch = watches[descriptor] else { return }
    // Behind everybody else, whom the device would otherwise keep waiting.
    if watch.revisit == nil {
      watches[descriptor]?.revisit = try? loop.deferred(priority: .background) { watch.onReady(false) }
    }
    watches[descriptor]?.revisit?.schedule()
  }

  func unwatch(_ descriptor: Int32) {
    guard let watch = watches.removeValue(forKey: descriptor) else { return }
    watch.source.cancel()
    watch.revisit?.cancel()
  }
}
