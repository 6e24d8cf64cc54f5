import DeviceClassification
import Glibc
import KeyActivity
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
  /// A node that udev has announced.
  private struct Known {
    var path: String
    var seat: String
    /// The syspath of the physical device.
    var device: String
    /// The open node, and what it is read for; nil while it is left alone.
    var open: (node: EventNode, use: PhysicalDevices.Use)?
  }

  private let monitor: DeviceMonitor
  private let watcher: any DescriptorWatcher
  private let onChanges: ([DeviceChange]) -> Void
  private let log: (InputDeviceError) -> Void
  private var known: [String: Known] = [:]
  private var devices: PhysicalDevices
  private var groups = KeyboardGroups()
  /// One for each unproven device that is being read.
  private var judges: [String: TypingJudge] = [:]

  /// Listens to udev, but reads no device before `start`.
  ///
  /// `log` is called for a device that cannot be used, `onChanges` with what happened, in order: one call for one
  /// message of a device or of udev.
  public init(
    classifier: DeviceClassifier, watcher: any DescriptorWatcher, log: @escaping (InputDeviceError) -> Void,
    onChanges: @escaping ([DeviceChange]) -> Void
  ) throws(InputDeviceError) {
    monitor = try DeviceMonitor()
    devices = PhysicalDevices(classifier: classifier)
    self.watcher = watcher
    self.log = log
    self.onChanges = onChanges
  }

  /// The number of nodes that are open.
  public var openNodeCount: Int { known.values.count { $0.open != nil } }

  /// Watches for what comes, then takes what is there: in this order nothing falls in between.
  public func start() throws {
    try watcher.watch(monitor.descriptor) { [weak self] _ in self?.receive() }
    try rescan()
  }

  /// Compares what is known with what exists, and makes up for every message that may have been missed.
  public func rescan() throws(InputDeviceError) {
    let found = try monitor.enumerate()
    let existing = Set(found.map(\.syspath))
    for syspath in known.keys.sorted() where !existing.contains(syspath) { end(syspath) }
    // An uninitialised node has no properties and no permissions yet; its "add" will come, if there is a udev at all.
    for device in found where device.isInitialized || !DeviceMonitor.isUdevRunning { take(device) }
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

  // MARK: Coming and going

  /// Takes a node that is new, or has changed, and judges its device anew.
  private func take(_ device: UdevDevice) {
    guard device.isEventNode, let path = device.node, let description = device.nodeDescription else { return }
    let syspath = device.syspath
    let physical = device.physicalDevice
    if let former = known[syspath] {
      let isDead = former.open?.node.isAlive == false
      if isDead || former.seat != device.seat || former.device != physical { end(syspath) }
    }
    if known[syspath] == nil { known[syspath] = Known(path: path, seat: device.seat, device: physical) }
    // The kernel makes all nodes of a device before udev is through with the first: with what stands beside it, a
    // mouse is never taken for a keyboard, not even for a moment.
    let siblings = (try? monitor.enumerate(of: physical)) ?? []
    devices.add(description, to: physical, siblings: siblings.compactMap(\.nodeDescription))
    settle(physical)
  }

  /// Ends one node, whichever told of it first: the read error, or udev's "remove".
  private func end(_ syspath: String) {
    guard let former = known[syspath] else { return }
    close(syspath)
    known[syspath] = nil
    devices.remove(syspath, from: former.device)
    if devices.uses(of: former.device).isEmpty { judges[former.device] = nil }
  }

  /// Opens and closes the nodes of a device as its verdict wants it.
  private func settle(_ device: String) {
    let uses = devices.uses(of: device)
    // Keyboards first: a further node tells of modifiers only where there is one.
    let order: [PhysicalDevices.Use] = [.keyboard, .modifiers, .proof, .nothing]
    for use in order {
      for syspath in uses.keys.sorted() where uses[syspath] == use && known[syspath]?.open?.use != use {
        close(syspath)
        if use != .nothing { open(syspath, for: use) }
      }
    }
  }

  private func open(_ syspath: String, for use: PhysicalDevices.Use) {
    guard let entry = known[syspath] else { return }
    do {
      let node = try EventNode(path: entry.path, passing: use == .proof ? .keys : .modifiers)
      try watcher.watch(node.descriptor) { [weak self] hasHungUp in self?.read(syspath, hasHungUp: hasHungUp) }
      known[syspath]?.open = (node, use)
      guard use != .proof else { return }
      let attached = groups.add(
        node: syspath, of: KeyboardID(entry.device), seat: entry.seat, counts: use == .keyboard)
      publish(attached + groups.hold(node.held, on: syspath))
    } catch let error as InputDeviceError {
      log(error)
    } catch {
      log(InputDeviceError(operation: "watch \(entry.path)", code: ENOSPC))
    }
  }

  private func close(_ syspath: String) {
    guard let open = known[syspath]?.open else { return }
    watcher.unwatch(open.node.descriptor)
    known[syspath]?.open = nil
    publish(groups.remove(node: syspath))
  }

  // MARK: Reading

  private func read(_ syspath: String, hasHungUp: Bool) {
    guard let open = known[syspath]?.open else { return }
    switch open.node.read() {
    case .read(let reading):
      publish(reading.held.flatMap { groups.hold($0, on: syspath) })
      if open.use == .proof { judge(reading.keys, of: syspath) }
      // Hung up with nothing to read and no error: the descriptor was revoked, or its kernel says no more than this.
      if hasHungUp { end(syspath) }
    case .ended:
      end(syspath)
    }
  }

  /// Shows what is typed on an unproven device to its judge, which keeps none of it.
  private func judge(_ keys: [EventNode.TimedKeyChange], of syspath: String) {
    guard let device = known[syspath]?.device else { return }
    for key in keys where judges[device, default: TypingJudge()].take(key.change, at: key.time) {
      judges[device] = nil
      devices.prove(device)
      // The kernel masks what is typed before another key is read.
      return settle(device)
    }
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
