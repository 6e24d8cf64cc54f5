import EventLoop
import KeyguideAPI
import KeyguidePlugin
import PluginSupport
import TOML

// Shows and hides any on-screen keyboard by the commands of osk-command.toml.

let file = "osk-command.toml"

runPlugin {
  let folders = ConfigurationFolders.standard
  guard let found = try folders.document(file) else {
    complain("there is no \(file) in \(folders.paths.joined(separator: " or ")): nothing is to be done")
    return 0
  }
  let settings = try located(in: found.path) { () throws(TOMLError) in try CommandSettings(found.content) }
  let loop = try EventLoop()
  var keyboard: CommandKeyboard?
  let plugin = try Plugin(name: "osk-command", version: keyguideVersion, roles: [.softwareKeyboard], loop: loop) {
    _, event in
    switch event {
    case .request(let request): keyboard?.take(request)
    case .cancelled(let id): keyboard?.cancel(id)
    case .resynced: keyboard?.resync()
    }
  }
  keyboard = CommandKeyboard(loop: loop, timeLimit: UInt64(settings.timeLimit * 1_000_000)) { request in
    request.kind == .show ? settings.show : settings.hide
  } handler: { answer in
    switch answer {
    case .report(let isShown, let request):
      plugin.report(.keyboard(isShown ? settings.shown : SoftwareKeyboardReport(kind: .none)), answering: request)
    case .finish(let request, let problem): plugin.finish(request, problem: problem)
    }
  }
  return try plugin.run()
}
