import EventLoop
import Geometry
import Glibc
import KeyguideAPI
import KeyguidePlugin

// A plugin in 30 lines: an on-screen keyboard 300 points high, at the bottom of a screen of 1280 by 800.

let frame = Rectangle(x: 0, y: 500, width: 1280, height: 300)
var isShown = false

func show(_ shown: Bool, answering request: Int? = nil, _ plugin: Plugin) {
  isShown = shown
  let kind: SeatParts.Keyboard.Kind = shown ? .docked : .none
  plugin.report(.keyboard(SoftwareKeyboardReport(kind: kind, frame: shown ? frame : nil)), answering: request)
}

let plugin = try Plugin(
  name: "example", version: "1.0", roles: [.softwareKeyboard], loop: EventLoop()
) { plugin, event in
  switch event {
  case .request(let request) where request.kind == .show: show(true, answering: request.id, plugin)
  case .request(let request) where request.kind == .hide: show(false, answering: request.id, plugin)
  case .request(let request): plugin.finish(request.id, problem: "it cannot be moved")
  case .cancelled: break  // what took its place comes with it
  case .resynced: show(isShown, plugin)
  }
}
exit(try plugin.run())
