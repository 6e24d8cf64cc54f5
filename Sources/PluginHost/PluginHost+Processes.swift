import Glibc
import PluginPolicy

extension PluginHost {
  /// Makes connections for it.
  func connect(_ plugin: HostedPlugin) {
    guard let manifest = plugin.manifest else { return }
    do {
      plugin.connections = try PluginConnections(manifest, path: settings.daemon, loop: loop) {
        [weak self, weak plugin] problem in
        guard let self, let plugin else { return }
        self.handle(problem.map { .connectionFailed($0) } ?? .connected, plugin)
      }
    } catch {
      handle(.connectionFailed("\(error)"), plugin)
    }
  }

  /// Starts its process, which gets them.
  func launch(_ plugin: HostedPlugin) {
    guard let manifest = plugin.manifest, let connections = plugin.connections else { return }
    // From now on they are the plugin's alone.
    defer { plugin.connections = nil }
    do {
      if settings.scope == .system, let problem = TrustedFile.distrust(of: manifest.executable) {
        return handle(.launchFailed(problem), plugin)
      }
      try folders.prepare(plugin.name)
      let surroundings = HostSurroundings(
        environment: settings.environment, home: settings.home, stateFolder: folders.plugins, processID: getpid())
      let name = plugin.name
      plugin.starts += 1
      plugin.process = try PluginProcess(
        LaunchPlan(manifest, in: surroundings), connections: connections.descriptors, loop: loop,
        write: { [journal] in journal($0, of: name) },
        onReport: { [weak self, weak plugin] in
          guard let plugin else { return }
          plugin.missing = plugin.process?.missing ?? []
          self?.directory?.mayHaveChanged()
        })
    } catch {
      handle(.launchFailed("\(error)"), plugin)
    }
  }

  /// Looks at every process of ours that has ended.
  func reap() {
    while true {
      var information = siginfo_t()
      // Its number stays taken until it is reaped, so nobody else is hit by what is done to its group.
      guard waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { break }
      let processID = information._sifields._sigchld.si_pid
      guard processID > 0 else { break }
      let plugin = plugins.values.first { $0.process?.processID == processID }
      plugin?.process?.finish()
      var status: Int32 = 0
      guard waitpid(processID, &status, 0) == processID else { break }
      if let plugin { ended(plugin, ProcessEnd(status: status)) }
    }
    checkStopped()
  }

  private func ended(_ plugin: HostedPlugin, _ end: ProcessEnd) {
    let (problem, lastWords) = (plugin.process?.launchProblem, plugin.process?.lastWords)
    plugin.process = nil
    // The daemon's end may be what ended it, and may not have been seen yet.
    if onStopped == nil { link?.receive() }
    if let problem, plugin.supervisor.phase == .starting {
      handle(.launchFailed(problem), plugin)
    } else {
      handle(.ended(end, saying: lastWords), plugin)
    }
    if plugin.isGone { forget(plugin) }
  }

  /// Leaves nothing of a plugin without a file, once it has no process.
  func forget(_ plugin: HostedPlugin) {
    guard plugin.process == nil else { return }
    plugins[plugin.name] = nil
    directory?.mayHaveChanged()
  }
}
