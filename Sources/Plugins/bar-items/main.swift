import EventLoop
import KeyguideAPI
import KeyguidePlugin
import PluginSupport
import TOML

// Has buttons for the shortcut bar, by application and language, from the files of bar-items.d.

runPlugin {
  let folder = BarFolder(folders: .standard)
  var said: [SettingsFileError] = []
  // What the files have now: a file that was changed counts at once.
  let items: () -> BarItems = {
    let (items, problems) = folder.read()
    // Each once, for as long as it stands.
    for problem in problems where !said.contains(problem) { complain("\(problem)") }
    said = problems
    return items
  }
  _ = items()
  let plugin = try Plugin(
    name: "bar-items", version: keyguideVersion, roles: [.barContent], loop: try EventLoop()
  ) { plugin, event in
    guard case .request(let request) = event else { return }
    guard request.kind == .barContent else {
      return plugin.finish(request.id, problem: "buttons are all that there is, and not '\(request.kind.rawValue)'")
    }
    let content = items().content(application: request.application, language: request.language)
    let report = BarContentReport(application: request.application, language: request.language, content: content)
    plugin.report(.barContent(report), answering: request.id)
  }
  return try plugin.run()
}
