import EventLoop
import KeyguideAPI
import PluginPolicy

/// One plugin of a host: what its files say, what is decided about it, and its process. The host carries out.
final class HostedPlugin {
  let name: String
  var entry: CatalogEntry
  /// What Enable or Disable has said; nil: neither was called, and the manifest counts.
  var choice: Bool?
  var supervisor: PluginSupervisor
  var executable: FileMark?
  var connections: PluginConnections?
  var process: PluginProcess?
  var timer: TimerSource?
  /// What the sandbox of its last process lacked.
  var missing: [String] = []
  var starts = 0
  /// Its manifest is not there any more.
  var isGone = false

  init(_ entry: CatalogEntry, choice: Bool?, isDaemonThere: Bool) {
    name = entry.name
    self.entry = entry
    self.choice = choice
    supervisor = PluginSupervisor(
      isEnabled: Self.isEnabled(entry, choice), isDaemonThere: isDaemonThere,
      handshake: (Self.manifest(entry)?.limits ?? PluginLimits()).handshake)
  }

  var manifest: PluginManifest? { Self.manifest(entry) }

  /// Whether it is to run.
  var isEnabled: Bool { Self.isEnabled(entry, choice) }

  private static func manifest(_ entry: CatalogEntry) -> PluginManifest? {
    if case .manifest(let manifest) = entry.content { manifest } else { nil }
  }

  private static func isEnabled(_ entry: CatalogEntry, _ choice: Bool?) -> Bool {
    manifest(entry).map { choice ?? $0.isEnabled } ?? false
  }

  /// As the control socket shows it at a moment, in microseconds.
  func report(at now: UInt64) -> PluginList.Plugin {
    var plugin = PluginList.Plugin(
      name: name, version: manifest?.version, roles: manifest?.roles.map(\.rawValue) ?? [], manifest: entry.path,
      state: state, pid: process.map { Int($0.processID) }, restarts: max(0, starts - 1), problem: supervisor.problem,
      missing: missing)
    if case .broken(let error) = entry.content, process == nil { plugin.problem = error.description }
    if supervisor.phase == .waiting, let deadline = supervisor.deadline {
      plugin.startsIn = Double(deadline - min(now, deadline)) / 1_000_000
    }
    return plugin
  }

  private var state: PluginList.State {
    if case .broken = entry.content, process == nil { return .failed }
    return switch supervisor.phase {
    case .disabled: .disabled
    case .awaitingDaemon, .waiting: .waiting
    case .connecting, .starting: .starting
    case .running(let isSlow): isSlow ? .slow : .running
    case .stopping, .left: .stopping
    case .parked: .parked
    case .finished: .finished
    }
  }
}
