import CommandLineOptions
import EventLoop
import Glibc
import KeyguideAPI
import KeyguidePlugin
import PluginSupport

// Shows and hides wvkbd, which takes signals and says nothing.

runPlugin {
  let arguments = try CommandLineArguments(
    CommandLine.arguments, options: [CommandLineOption("process", takesValue: true)])
  let loop = try EventLoop()
  /// What it was told last, as far as it still runs; nil: nothing yet, and then nothing is known of it.
  var shown: SeatParts.Keyboard.Kind?
  var report: (Int?) -> Void = { _ in }
  let keyboard = SignalledKeyboard(name: arguments.options["process"], loop: loop) {
    shown = SeatParts.Keyboard.Kind.none
    report(nil)
  }
  let plugin = try Plugin(name: "osk-wvkbd", version: keyguideVersion, roles: [.softwareKeyboard], loop: loop) {
    plugin, event in
    switch event {
    case .resynced: report(nil)
    case .cancelled: break
    case .request(let request) where request.kind == .show:
      if let problem = keyboard.send(SignalledKeyboard.show).problem {
        return plugin.finish(request.id, problem: problem)
      }
      shown = .docked
      report(request.id)
    case .request(let request) where request.kind == .hide:
      if case .problem(let problem) = keyboard.send(SignalledKeyboard.hide) {
        return plugin.finish(request.id, problem: problem)
      }
      shown = SeatParts.Keyboard.Kind.none
      report(request.id)
    case .request(let request):
      plugin.finish(request.id, problem: "wvkbd cannot be moved: it only shows and hides")
    }
  }
  report = { request in
    // Whether and where it is really shown, only the compositor knows.
    guard let shown else { return }
    plugin.report(.keyboard(SoftwareKeyboardReport(kind: shown)), answering: request)
  }
  return try plugin.run()
}
