import EventLoop
import KeyguideAPI
import KeyguidePlugin
import PluginSupport

// Has GNOME show its on-screen keyboard, or not, by the accessibility setting for it.

runPlugin {
  let loop = try EventLoop()
  var keyboard: CommandKeyboard?
  let plugin = try Plugin(name: "osk-gnome", version: keyguideVersion, roles: [.softwareKeyboard], loop: loop) {
    _, event in
    switch event {
    case .request(let request): keyboard?.take(request)
    case .cancelled(let id): keyboard?.cancel(id)
    case .resynced: keyboard?.resync()
    }
  }
  keyboard = CommandKeyboard(loop: loop, timeLimit: 5_000_000) { request in
    GnomeSwitch.command(isOn: request.kind == .show)
  } handler: { answer in
    switch answer {
    case .report(let isOn, let request):
      plugin.report(.keyboard(SoftwareKeyboardReport(kind: isOn ? .docked : .none)), answering: request)
    case .finish(let request, let problem): plugin.finish(request, problem: problem)
    }
  }
  let onLine: (String) -> Void = { line in
    if let isOn = GnomeSwitch.state(line: line) { keyboard?.see(isShown: isOn) }
  }
  // The monitor first, so that no change is missed between the answer and it.
  let monitor = try Command(GnomeSwitch.monitor, limit: nil, loop: loop, onLine: onLine) { outcome in
    complain("'gsettings monitor' \(outcome.problem ?? "has ended")")
    loop.exit(code: 1)
  }
  let question = try Command(GnomeSwitch.question, limit: 5_000_000, loop: loop, onLine: onLine) { outcome in
    guard let problem = outcome.problem else { return }
    complain("'gsettings get' \(problem): GNOME's setting is not known here, and nothing is to be done")
    loop.exit(code: 0)
  }
  return try withExtendedLifetime((monitor, question)) { try plugin.run() }
}
