import Glibc
import KeyboardGuide

/// Watches descriptors on behalf of the devices, so that they need not know the event loop.
public protocol DescriptorWatcher: AnyObject {
  /// Calls back whenever the descriptor is readable or has hung up, until `unwatch`.
  func watch(_ descriptor: Int32, onReady: @escaping (_ hasHungUp: Bool) -> Void) throws
  /// Called before the descriptor is closed.
  func unwatch(_ descriptor: Int32)
}

/// The real keyboards of the machine: found by udev, read through libevdev, each ended by itself.
public final class DeviceRegistry {
  private let monitor: DeviceMonitor
  private let watcher: any DescriptorWatcher
  private let onChanges: ([DeviceChange]) -> Void
  private let log: (InputDeviceError) -> Void
  private var nodes: [String: (node: EventNode, seat: String)] = [:]
  private var groups = KeyboardGroups()

  /// Listens to udev, but reads no device before `start`.
  ///
  /// `log` is called for a device that cannot be used, `onChanges` with what happened, in order: one call for one
  /// message of a device or of udev.
  public init(
    watcher: any DescriptorWatcher, log: @escaping (InputDeviceError) -> Void,
    onChanges: @escaping ([DeviceChange]) -> Void
  ) throws(InputDeviceError) {
    monitor = try DeviceMonitor()
    self.watcher = watcher
    self.log = log
    self.onChanges = onChanges
  }

  /// The number of nodes that are open.
  public var openNodeCount: Int { nodes.count }

  /// Watches for what comes, then takes what is there: in this order nothing falls in between.
  public func start() throws {
    try watcher.watch(monitor.descriptor) { [weak self] _ in self?.receive() }
    try rescan()
  }

  /// Compares what is open with what exists, and makes up for every message that may have been missed.
  public func rescan() throws(InputDeviceError) {
    let devices = try monitor.enumerate()
    let existing = Set(devices.map(\.syspath))
    for syspath in nodes.keys.sorted() where !existing.contains(syspath) { end(syspath) }
    // An uninitialised node has no properties and no permissions yet; its "add" will come, if there is a udev at all.
    for device in devices where device.isInitialized || !DeviceMonitor.isUdevRunning { take(device) }
  }

  private func receive() {
    while let report = monitor.receive() {
      switch report {
      case .device(let device) where device.action == "remove":
        end(device.syspath)
      case .device(let device):
        take(device)
      case .overflow:
        do { try rescan() } catch { log(error) }
      }
    }
  }

  /// Opens a node that is a keyboard and not open yet; closes one that has stopped to be a keyboard of its seat.
  private func take(_ device: UdevDevice) {
    let syspath = device.syspath
    guard device.isEventNode else { return }
    let isKeyboard = KeyboardRule.isKeyboard(device)
    if let known = nodes[syspath] {
      if isKeyboard, known.seat == device.seat, known.node.isAlive { return }
      end(syspath)
    }
    guard isKeyboard, let path = device.node else { return }
    do {
      let node = try EventNode(path: path)
      try watcher.watch(node.descriptor) { [weak self] hasHungUp in self?.read(syspath, hasHungUp: hasHungUp) }
      nodes[syspath] = (node, device.seat)
      let keyboard = KeyboardID(device.physicalDevice)
      let attached = groups.add(node: syspath, of: keyboard, seat: device.seat)
      publish(attached + groups.hold(node.held, on: syspath))
    } catch let error as InputDeviceError {
      log(error)
    } catch {
      log(InputDeviceError(operation: "watch \(path)", code: ENOSPC))
    }
  }

  private func read(_ syspath: String, hasHungUp: Bool) {
    guard let node = nodes[syspath]?.node else { return }
    switch node.read() {
    case .held(let changes):
      publish(changes.flatMap { groups.hold($0, on: syspath) })
      // Hung up with nothing to read and no error: the descriptor was revoked, or its kernel says no more than this.
      if hasHungUp { end(syspath) }
    case .ended:
      end(syspath)
    }
  }

  /// Ends one device, whichever told of it first: the read error, or udev's "remove".
  private func end(_ syspath: String) {
    guard let (node, _) = nodes.removeValue(forKey: syspath) else { return }
    watcher.unwatch(node.descriptor)
    publish(groups.remove(node: syspath))
  }

  private func publish(_ changes: [DeviceChange]) {
    if !changes.isEmpty { onChanges(changes) }
  }
}

extension DeviceRegistry {
  /// Whether this process may read at least one evdev node.
  public static var hasReadableDevice: Bool {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("/dev/input/event*", 0, nil, &found) == 0 else { return false }
    return (0..<Int(found.gl_pathc)).contains { index in
      guard let path = found.gl_pathv[index] else { return false }
      return access(path, R_OK) == 0
    }
  }
}
