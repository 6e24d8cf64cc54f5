import CLinux
import EventLoop
import Glibc
import KeyguideAPI
import PluginPolicy
import ServiceLog
import Varlink
import VarlinkServer

/// The host without its process: reads manifests, starts plugins, watches them, and shows them on the control socket.
public final class PluginHost {
  let loop: EventLoop
  let settings: HostSettings
  let folders: StateFolders
  let manifests: ManifestFolders
  let log: Log
  let journal = PluginJournal()
  var plugins: [String: HostedPlugin] = [:]
  var isDaemonThere = false
  var link: DaemonLink?
  var watches: FolderWatches?
  private var children: SignalSource?
  var directory: PluginDirectory?
  private var server: VarlinkServer?
  private let onStatus: (String) -> Void
  /// Called when all plugins have ended, after `stop`.
  var onStopped: (() -> Void)?

  /// Puts everything together; nothing is read or started before `start`. `onStatus` gets `statusText` when it may be
  /// another one.
  public init(
    loop: EventLoop, settings: HostSettings, log: Log, onStatus: @escaping (String) -> Void
  ) throws {
    self.onStatus = onStatus
    self.loop = loop
    self.settings = settings
    self.log = log
    folders = try StateFolders(settings.state)
    manifests = ManifestFolders(paths: settings.folders, scope: settings.scope)
    link = try DaemonLink(path: settings.daemon, loop: loop) { [weak self] in self?.daemonEvent($0) }
    watches = try FolderWatches(loop: loop) { [weak self] in self?.readManifests() }
    // What a plugin has started and left behind becomes ours, so that it can be ended and leaves no zombie.
    linux_adopt_orphans()
    children = try loop.onSignal(SIGCHLD) { [weak self] in self?.reap() }
    let directory = try PluginDirectory(loop: loop, plugins: { [weak self] in self?.reports ?? [] }) { [weak self] in
      if let self { onStatus(statusText) }
    }
    self.directory = directory
    var methods = MethodTable(
      information: ServiceInformation(
        vendor: "Keyguide", product: "keyguide-plugin-host", version: keyguideVersion, url: "https://keyguide.io"))
    methods.add(.pluginHost, methods: HostInterface(directory: directory, control: self).methods)
    let user = geteuid()
    server = try VarlinkServer(
      loop: loop, methods: methods,
      refusal: { peer in
        // Its plugins are a user's own business.
        peer.userID == 0 || peer.userID == user ? nil : VarlinkError("org.varlink.service.PermissionDenied")
      }, log: { log(.clientsTurnedAway, $0) })
  }

  /// Reads the manifests, and starts plugins as soon as there is a daemon; lets people ask on the listening socket.
  public func start(listener: Int32) throws {
    try server?.serve(listener: listener)
    readManifests()
    link?.connect()
  }

  /// Has all plugins end, those that do not by force, and calls back when they have.
  public func stop(then onStopped: @escaping () -> Void) {
    self.onStopped = onStopped
    link?.stop()
    for plugin in plugins.values { handle(.leave, plugin) }
    checkStopped()
  }

  /// As in `3 plugins, 2 running`.
  public var statusText: String {
    let running = plugins.values.count { if case .running = $0.supervisor.phase { true } else { false } }
    return "\(plugins.count) plugin\(plugins.count == 1 ? "" : "s"), \(running) running"
  }

  private var reports: [PluginList.Plugin] {
    plugins.values.sorted { $0.name < $1.name }.map { $0.report(at: loop.now) }
  }

  // MARK: The daemon

  private func daemonEvent(_ event: DaemonLink.Event) {
    switch event {
    case .connected:
      isDaemonThere = true
      for plugin in plugins.values { handle(.daemonConnected, plugin) }
    case .lost(let reason):
      isDaemonThere = false
      for plugin in plugins.values { handle(.daemonLost(reason), plugin) }
    case .providers(let providers):
      // Its connections were made by this process, whoever has inherited them.
      let own = providers.filter { $0.processID == Int(getpid()) }
      for plugin in plugins.values {
        if let provider = own.first(where: { $0.name == plugin.name }) {
          handle(.registered(isSlow: provider.isSlow), plugin)
        } else {
          handle(.unregistered, plugin)
        }
      }
    }
  }

  // MARK: Decisions

  func handle(_ input: PluginSupervisor.Input, _ plugin: HostedPlugin) {
    let former = plugin.supervisor.phase
    carryOut(plugin.supervisor.handle(input, at: loop.now), plugin)
    report(plugin, since: former)
  }

  func carryOut(_ effects: [PluginSupervisor.Effect], _ plugin: HostedPlugin) {
    for effect in effects {
      switch effect {
      case .connect: connect(plugin)
      case .disconnect: plugin.connections = nil
      case .launch: launch(plugin)
      case .terminate: plugin.process?.terminate()
      case .kill: plugin.process?.killAll()
      }
    }
    plugin.timer?.schedule(at: plugin.supervisor.deadline)
    directory?.mayHaveChanged()
  }

  private func report(_ plugin: HostedPlugin, since former: PluginSupervisor.Phase) {
    let phase = plugin.supervisor.phase
    guard phase != former else { return }
    let fields: KeyValuePairs = ["KEYGUIDE_PLUGIN": plugin.name]
    let problem = plugin.supervisor.problem ?? "nobody knows why"
    switch phase {
    case .waiting: log(.pluginFailed, "\(plugin.name): \(problem); it is started again later", fields)
    case .parked:
      log(.pluginParked, "\(plugin.name): \(problem); it stays so until its file changes, or somebody asks", fields)
    default: break
    }
  }

  func checkStopped() {
    guard let onStopped, plugins.values.allSatisfy({ $0.supervisor.phase == .left }) else { return }
    server?.stop()
    self.onStopped = nil
    onStopped()
  }
}
