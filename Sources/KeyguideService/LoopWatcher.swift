import EventLoop
import InputDevices

/// Watches device descriptors in the loop, before anything that clients want.
final class LoopWatcher: DescriptorWatcher {
  private let loop: EventLoop
  private var sources: [Int32: IOSource] = [:]

  init(loop: EventLoop) {
    self.loop = loop
  }

  func watch(_ descriptor: Int32, onReady: @escaping (_ hasHungUp: Bool) -> Void) throws {
    sources[descriptor] = try loop.watch(descriptor, for: .readable, priority: .devices) { events in
      onReady(!events.isDisjoint(with: [.hangup, .error]))
    }
  }

  func unwatch(_ descriptor: Int32) {
    sources.removeValue(forKey: descriptor)?.cancel()
  }
}
