import PluginPolicy
import Varlink

extension PluginHost: PluginControl {
  func enable(_ name: String) throws(VarlinkError) {
    let plugin = try known(name)
    try require(plugin)
    try keep(plugin, true)
    if plugin.supervisor.phase == .disabled { handle(.enable(true), plugin) }
  }

  func disable(_ name: String) throws(VarlinkError) {
    let plugin = try known(name)
    try keep(plugin, false)
    handle(.enable(false), plugin)
  }

  func restart(_ name: String) throws(VarlinkError) {
    let plugin = try known(name)
    try require(plugin)
    guard plugin.isEnabled else { throw .pluginDisabled(name, by: nil) }
    handle(.restart, plugin)
  }

  private func known(_ name: String) throws(VarlinkError) -> HostedPlugin {
    guard let plugin = plugins[name] else { throw .unknownPlugin(name) }
    return plugin
  }

  /// Its manifest must let it run.
  private func require(_ plugin: HostedPlugin) throws(VarlinkError) {
    switch plugin.entry.content {
    case .manifest: break
    case .disabled: throw .pluginDisabled(plugin.name, by: plugin.entry.path)
    case .broken(let error): throw .manifestBroken(plugin.name, error.lines)
    }
  }

  private func keep(_ plugin: HostedPlugin, _ choice: Bool) throws(VarlinkError) {
    do {
      try folders.keep(choice, for: plugin.name)
    } catch {
      throw .notKept("\(error)")
    }
    plugin.choice = choice
  }
}
