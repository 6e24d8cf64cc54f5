import EventLoop
import Glibc
import KeyguideAPI
import KeyguidePlugin
import MessageBus
import PluginSupport

// Shows and hides the on-screen keyboard that has the name sm.puri.OSK0 on the session bus.

guard let address = BusConnection.sessionAddress else {
  complain("there is no session bus, so no on-screen keyboard can be on it: nothing is to be done")
  exit(0)
}

runPlugin {
  let loop = try EventLoop()
  var keyboard = DBusKeyboard()
  var bus: OSKBus?
  var apply: (DBusKeyboard.Input) -> Void = { _ in }
  let plugin = try Plugin(name: "osk-dbus", version: keyguideVersion, roles: [.softwareKeyboard], loop: loop) {
    _, event in
    switch event {
    case .request(let request): apply(.request(request))
    case .cancelled(let id): apply(.cancelled(id))
    case .resynced: apply(.resynced)
    }
  }
  let patience = try loop.timer(priority: .clients) { apply(.late) }
  apply = { input in
    for step in keyboard.apply(input) {
      switch step {
      case .report(let isVisible, let request):
        // Where it is, only the compositor knows.
        plugin.report(.keyboard(SoftwareKeyboardReport(kind: isVisible ? .docked : .none)), answering: request)
      case .finish(let request, let problem): plugin.finish(request, problem: problem)
      case .setVisible(let isVisible):
        bus?.setVisible(isVisible)
        patience.schedule(at: loop.now + DBusKeyboard.patience)
      case .askVisible: bus?.askVisible()
      }
    }
  }
  bus = try OSKBus(address: address, loop: loop) { event in
    switch event {
    case .input(let input): apply(input)
    case .disconnected:
      complain("the session bus has ended")
      loop.exit(code: 0)
    }
  }
  return try plugin.run()
}
