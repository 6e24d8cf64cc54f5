import DeviceClassification
import Glibc
import KeyActivity
import KeyboardGuide

/// The real devices of the machine: found by udev, read through libevdev, each ended by itself.
///
/// What follows from what is found is `PhysicalDevices`' to say; here it is carried out and told.
public final class DeviceRegistry {
  /// A node that udev has announced.
  struct Known {
    var path: String
    /// The syspath of the physical device.
    var device: String
    /// The open node; nil while it is left alone.
    var node: EventNode?
  }

  /// Messages of udev that are dealt with in one turn, so that a storm of them does not keep everybody else waiting.
  private static let mostReports = 8

  private let monitor: DeviceMonitor
  private let inhibitions: InhibitionWatch
  let watcher: any DescriptorWatcher
  let onChanges: ([DeviceChange]) -> Void
  private let log: (InputDeviceError) -> Void
  var known: [String: Known] = [:]
  var devices: PhysicalDevices
  var attached = AttachedDevices()
  /// One for each unproven device that is being read.
  var judges: [String: TypingJudge] = [:]
  /// Nodes that could not be opened, although they are there: the next descriptor that gets free is theirs.
  var unopened: Set<String> = []
  /// Whether udev's messages have been lost since the last rescan.
  private var hasLostMessages = false

  /// Listens to udev, but reads no device before `start`.
  ///
  /// `log` is called for a device that cannot be used, `onChanges` with what happened, in order: one call for one
  /// message of a device or of udev.
  public init(
    classifier: DeviceClassifier, noticesTyping: Bool = false, chords: ChordTable = .standard,
    watcher: any DescriptorWatcher, log: @escaping (InputDeviceError) -> Void,
    onChanges: @escaping ([DeviceChange]) -> Void
  ) throws(InputDeviceError) {
    monitor = try DeviceMonitor()
    inhibitions = try InhibitionWatch()
    devices = PhysicalDevices(classifier: classifier, chords: chords)
    devices.noticesTyping = noticesTyping
    self.watcher = watcher
    self.log = log
    self.onChanges = onChanges
  }

  /// Watches for what comes, then takes what is there: in this order nothing falls in between.
  public func start() throws {
    try watcher.watch(monitor.descriptor) { [weak self] _ in self?.receive() }
    try watcher.watch(inhibitions.descriptor) { [weak self] _ in self?.takeInhibitions() }
    try rescan()
  }

  /// Compares what is known with what exists, and makes up for every message that may have been missed.
  public func rescan() throws(InputDeviceError) {
    let nodes = try monitor.nodes()
    let existing = Set(nodes.map(\.syspath))
    for syspath in known.keys.sorted() where !existing.contains(syspath) { end(syspath) }
    let siblings = Dictionary(grouping: nodes, by: \.device)
    for node in nodes { take(node, siblings: siblings[node.device] ?? []) }
    openWhatCouldNotBe()
  }

  private func receive() {
    for _ in 0..<Self.mostReports {
      guard let report = monitor.receive() else {
        if hasLostMessages { makeUpForLostMessages() }
        return
      }
      switch report {
      case .gone(let syspath): end(syspath)
      case .node(let node, let siblings): take(node, siblings: siblings)
      case .other: break
      case .overflow: hasLostMessages = true
      }
    }
    watcher.revisit(monitor.descriptor)
  }

  /// To be called when nothing is left to receive, and no earlier: the kernel tells of an overflow before it hands out
  /// what is queued, and until that is taken it loses all that comes, and tells no more (netlink_overrun).
  private func makeUpForLostMessages() {
    hasLostMessages = false
    do { try rescan() } catch { log(error) }
  }

  private func takeInhibitions() {
    for syspath in inhibitions.changes().sorted() {
      guard let device = known[syspath]?.device else { continue }
      devices.setInhibited(inhibitions.isInhibited(syspath), node: syspath, of: device)
      tell(device)
    }
  }

  // MARK: Coming and going

  /// Takes a node that is new, or has changed, and judges its device anew.
  private func take(_ node: AnnouncedNode, siblings: [AnnouncedNode]) {
    if let former = known[node.syspath] {
      // A node that has died under the same name was another one.
      if former.node?.isAlive == false || former.device != node.device { end(node.syspath) }
    }
    if known[node.syspath] == nil { known[node.syspath] = Known(path: node.path, device: node.device) }
    // Watched first, then read again: what is written in between is not missed.
    inhibitions.add(node.syspath)
    var node = node
    node.isInhibited = inhibitions.isInhibited(node.syspath)
    devices.add(node, siblings: siblings)
    settle(node.device)
  }

  /// Ends one node, whichever told of it first: the read error, or udev's "remove".
  func end(_ syspath: String) {
    guard let device = known[syspath]?.device else { return }
    forget(syspath)
    settle(device)
    if !unopened.isEmpty { openWhatCouldNotBe() }
  }

  private func forget(_ syspath: String) {
    guard let device = known[syspath]?.device else { return }
    close(syspath)
    known[syspath] = nil
    unopened.remove(syspath)
    inhibitions.remove(syspath)
    devices.remove(syspath, of: device)
  }

  /// Opens and closes the nodes of a device as its assessment wants it, and tells its seat.
  func settle(_ device: String) {
    let uses = devices.assess(device)?.uses ?? [:]
    if !uses.values.contains(where: { $0.contains(.proof) }) { judges[device] = nil }
    for (syspath, use) in uses.sorted(by: { $0.key < $1.key }) where !isReadAsWanted(syspath, for: use) {
      close(syspath)
      // What has gone before it could be opened is never told of.
      if !use.isEmpty, !open(syspath, for: use) { forget(syspath) }
    }
    tell(device)
  }

  /// Whether a node is open for that use with the chords of now, or closed when it is to be left alone.
  private func isReadAsWanted(_ syspath: String, for use: NodeUse) -> Bool {
    guard let node = known[syspath]?.node else { return use.isEmpty }
    return node.use == use && node.chordKeys == use.keys(of: devices.chords)
  }

  /// Opens a node; false when there is no such node any more.
  private func open(_ syspath: String, for use: NodeUse) -> Bool {
    guard let entry = known[syspath] else { return true }
    do {
      let node = try EventNode(path: entry.path, use: use, chordKeys: use.keys(of: devices.chords))
      try watcher.watch(node.descriptor) { [weak self] hasHungUp in self?.read(syspath, hasHungUp: hasHungUp) }
      known[syspath]?.node = node
      unopened.remove(syspath)
      devices.setReadings(.init(switches: node.switches, access: node.access), of: syspath, of: entry.device)
    } catch let error as InputDeviceError {
      if error.isDeviceGone { return false }
      // One that cannot be read is there all the same, and counts: only its modifiers are missing.
      if unopened.insert(syspath).inserted { log(error) }
    } catch {
      log(InputDeviceError(operation: "watch \(entry.path)", code: ENOSPC))
    }
    return true
  }

  private func close(_ syspath: String) {
    guard let entry = known[syspath], let node = entry.node else { return }
    watcher.unwatch(node.descriptor)
    // Its reader may hold it still, and the descriptor is wanted for others.
    node.close()
    known[syspath]?.node = nil
    devices.setReadings(nil, of: syspath, of: entry.device)
  }

  // MARK: Telling

  /// Tells the seat of a device what is new of it.
  func tell(_ device: String) {
    let assessment = devices.assess(device)
    var changes = attached.set(
      assessment?.facts, of: device, as: assessment?.id ?? DeviceID(device), on: assessment?.seat ?? "")
    for syspath in assessment?.nodes.map(\.node.syspath) ?? [] {
      changes += attached.hold(known[syspath]?.node?.held ?? [], on: syspath, of: device)
    }
    if !changes.isEmpty { onChanges(changes) }
  }
}
