import CommandLineOptions
import EventLoop
import Glibc
import KeyguideAPI
import KeyguidePlugin
import PluginSupport
import SwayIPC

// Reports the screens and windows of sway and other compositors that speak i3's IPC protocol.

let areaIsUnwatched = "bars and keyboards are seen only when a window or workspace changes"

let sockets = [getenv("SWAYSOCK"), getenv("I3SOCK")].compactMap { $0.map { String(cString: $0) } }
guard let path = sockets.first(where: { !$0.isEmpty }) else {
  complain("neither SWAYSOCK nor I3SOCK is set: this session's compositor is another one, and nothing is to be done")
  exit(0)
}

runPlugin {
  let options = try SwayOptions(CommandLine.arguments)
  let loop = try EventLoop()
  var reports = LayoutReports(bottomBar: options.bottomBar)
  var lastProblem: String?
  let plugin = try Plugin(name: "compositor-sway", version: keyguideVersion, roles: [.compositor], loop: loop) {
    plugin, event in
    switch event {
    case .resynced: for report in reports.all { plugin.report(report) }
    case .request(let request): plugin.finish(request.id, problem: "a compositor is asked for nothing")
    case .cancelled: break
    }
  }
  let connection = try SwayConnection(path: path, loop: loop) { event in
    switch event {
    case .layout(let layout): for report in reports.update(layout) { plugin.report(report) }
    case .problem(let problem):
      // Once: the next tree is likely to have the same.
      if problem != lastProblem { complain(problem) }
      lastProblem = problem
    case .closed(nil):
      complain("the compositor has ended")
      loop.exit(code: 0)
    case .closed(let error?):
      complain("\(error)")
      loop.exit(code: 1)
    }
  }
  let area = try UsableAreaWatch(loop: loop) {
    connection.invalidate()
  } failed: { reason in
    complain("\(areaIsUnwatched): \(reason)")
  }
  if area == nil { complain("\(areaIsUnwatched): there is no Wayland compositor") }
  return try withExtendedLifetime((connection, area)) { try plugin.run() }
}
