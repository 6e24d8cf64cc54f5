import EventLoop
import PluginPolicy

extension PluginHost {
  /// Reads all manifests, and has what they say hold.
  func readManifests() {
    guard onStopped == nil else { return }
    // Watched first, so that no change is between.
    watch(Set(settings.folders))
    let catalog = manifests.read()
    let executables = catalog.entries.compactMap { entry -> String? in
      guard case .manifest(let manifest) = entry.content else { return nil }
      return manifest.executable.lastIndex(of: "/").map { String(manifest.executable[..<$0]) }
    }
    watch(Set(settings.folders + executables.map { $0.isEmpty ? "/" : $0 }))
    for plugin in Array(plugins.values) where !catalog.entries.contains(where: { $0.name == plugin.name }) {
      plugin.isGone = true
      handle(.enable(false), plugin)
      forget(plugin)
    }
    for entry in catalog.entries { take(entry) }
    directory?.mayHaveChanged()
  }

  private func take(_ entry: CatalogEntry) {
    let choice = folders.choice(for: entry.name)
    let mark: FileMark? =
      if case .manifest(let manifest) = entry.content { FileMark(manifest.executable) } else { nil }
    if case .broken(let error) = entry.content, plugins[entry.name]?.entry != entry {
      for line in error.lines {
        log(.manifestWrong, line, ["KEYGUIDE_PLUGIN": entry.name, "KEYGUIDE_FILE": entry.path])
      }
    }
    guard let plugin = plugins[entry.name] else {
      let plugin = HostedPlugin(entry, choice: choice, isDaemonThere: isDaemonThere)
      plugin.executable = mark
      plugin.timer = try? loop.timer(priority: .background) { [weak self, weak plugin] in
        if let plugin { self?.handle(.timePassed, plugin) }
      }
      plugins[entry.name] = plugin
      return carryOut(plugin.supervisor.begin(at: loop.now), plugin)
    }
    let hasOtherManifest = plugin.entry != entry
    let hasOtherExecutable = plugin.executable != mark
    plugin.entry = entry
    plugin.executable = mark
    if hasOtherManifest || plugin.isGone {
      plugin.isGone = false
      // The daemon is told of other roles on new connections only, and a sandbox can only get narrower.
      let handshake = (plugin.manifest?.limits ?? PluginLimits()).handshake
      handle(.manifestChanged(isEnabled: plugin.isEnabled, handshake: handshake), plugin)
    } else if hasOtherExecutable {
      handle(.executableChanged, plugin)
    }
  }

  private func watch(_ paths: Set<String>) {
    do throws(EventLoopError) {
      try watches?.watch(paths)
    } catch {
      log(.manifestsNotWatched, "changes of manifests are not seen: \(error)")
    }
  }
}
