import Geometry
import Glibc
import GraphicalSession
import KeyguideAPI
import KeyguideClient
import MockInput
import Testing

extension UnderUmockdev {
  /// Everything at once: a keyboard at the machine, the daemon, the host, its plugins in their sandboxes, a compositor, and
  /// the on-screen keyboards that people run.
  @Suite struct EndToEndTests {
    private static let screen = Rectangle(x: 0, y: 0, width: GraphicalSession.width, height: GraphicalSession.height)
    /// As high as the shortcut bar is without a configuration.
    private static let bar = Rectangle(x: 0, y: screen.height - 55, width: screen.width, height: 55)

    /// What a seat's screen looks like, by witnesses that must agree: the seat's state, a client in a window that is moved
    /// out of the way and one in a window that is not, the compositor, and a picture.
    private final class Scene {
      let hosted: HostedSession
      let seat: SeatSubscription
      private let tiled: ClientWindow
      private let overlay: ClientWindow

      init(_ hosted: HostedSession) throws {
        self.hosted = hosted
        seat = try SeatSubscription(hosted.client())
        tiled = try hosted.openClient(in: "foot", focus: "field")
        overlay = try hosted.openClient(in: HostedSession.floating)
      }

      /// Waits for a state of the seat.
      func wait(_ what: Comment, until isSo: (SeatParts) -> Bool) throws {
        do {
          while !isSo(seat.state.parts) { _ = try seat.next() }
        } catch {
          Issue.record("\(what) did not come: \(seat.state.parts)\n\(hosted.host?.logText ?? "no host")")
          throw error
        }
      }

      /// Waits until exactly these plugins have registered.
      func wait(for providers: [String]) throws {
        try wait("\(providers)") { Set(($0.providers ?? []).map(\.name)) == Set(providers) }
      }

      /// Waits until the on-screen keyboard is where the compositor has lost room, and returns the place.
      func waitForKeyboard() throws -> Rectangle {
        try wait("the keyboard") { parts in
          guard let keyboard = parts.keyboard, keyboard.kind == .docked, let frame = keyboard.frame else {
            return false
          }
          return frame.maxY == screen.maxY && frame.width == screen.width && keyboard.screen == GraphicalSession.screen
        }
        return try #require(seat.state.parts.keyboard?.frame)
      }

      /// Waits until the windows have the guides that belong to a keyboard, and has the compositor confirm both.
      func expect(_ keyboard: Rectangle, taking area: Rectangle?, _ round: Comment) throws {
        let usable = area.map { Rectangle(x: 0, y: 0, width: $0.width, height: $0.y) } ?? screen
        try tiled.waitForGuide(guide(of: keyboard, in: usable), round)
        try overlay.waitForGuide(guide(of: keyboard, in: screen), round)
        #expect(try hosted.usableArea() == usable, round)
        #expect(try hosted.frame(of: "foot") == usable, round)
        #expect(try hosted.frame(of: HostedSession.floating) == screen, round)
      }

      /// The part of the window that the keyboard covers, or its bottom edge.
      private func guide(of keyboard: Rectangle, in window: Rectangle) -> Rectangle {
        let top = min(keyboard.y, window.maxY)
        return Rectangle(x: 0, y: top - window.y, width: window.width, height: window.maxY - top)
      }

      /// A picture of the screen, which is kept.
      func picture(_ name: String) throws -> ScreenPicture {
        try hosted.session.takePicture(name)
        return try hosted.session.picture(name)
      }
    }

    @Test(
      "the on-screen keyboard goes and comes with a USB keyboard, twenty times, and all agree where it is",
      arguments: [("osk-wvkbd", "wvkbd-mobintl"), ("osk-dbus", "squeekboard")])
    func plugged(plugin: String, program: String) throws {
      let bed = try InputTestbed()
      let hosted = try HostedSession()
      let keyboard = try hosted.session.start(program)
      let windows = try ["foot", HostedSession.floating].map { try hosted.openWindow(of: $0) }
      defer { withExtendedLifetime((keyboard, windows)) {} }
      try hosted.startHost()
      let scene = try Scene(hosted)
      try scene.wait(for: ["compositor-sway", "osk-dbus"])
      if plugin == "osk-wvkbd" {
        try hosted.keyguidectl("plugins", "disable", "osk-dbus")
        try hosted.keyguidectl("plugins", "enable", "osk-wvkbd")
        try scene.wait(for: ["compositor-sway", "osk-wvkbd"])
      }
      let area = try scene.waitForKeyboard()
      let strip = Int(area.y)..<Int(area.maxY)
      var first: ScreenPicture?
      for round in 1...20 {
        let node = try bed.plug(UnderUmockdev.keyboard)[0]
        try scene.wait("the bar") { $0.keyboard?.kind == .fullBar }
        try scene.expect(Self.bar, taking: nil, "round \(round), plugged")
        let without = try scene.picture("end-to-end-\(plugin)-plugged")
        node.unplug()
        try scene.wait("the keyboard") { $0.keyboard?.kind == .docked }
        try scene.expect(area, taking: area, "round \(round), pulled")
        let with = try scene.picture("end-to-end-\(plugin)-pulled")
        #expect(with.differs(from: without, inRows: strip), "round \(round): the keyboard is where it is said to be")
        #expect(!with.differs(from: without, inRows: 0..<strip.lowerBound), "round \(round): and nowhere else")
        #expect(!with.differs(from: first ?? with, inRows: 0..<strip.upperBound), "round \(round): as before")
        first = first ?? with
      }
      #expect(hosted.daemon.process.stop() == 0)
    }

    @Test("an on-screen keyboard that starts after it was wanted is shown, and so is one that comes again")
    func late() throws {
      let bed = try InputTestbed()
      defer { withExtendedLifetime(bed) {} }
      let hosted = try HostedSession()
      let windows = try ["foot", HostedSession.floating].map { try hosted.openWindow(of: $0) }
      defer { withExtendedLifetime(windows) {} }
      try hosted.startHost()
      let scene = try Scene(hosted)
      try scene.wait(for: ["compositor-sway", "osk-dbus"])
      let list = try hosted.client()
      try list.send("io.keyguide.Provider.List", more: true)
      var problem: String?
      while problem == nil {
        var reader = try list.next().reader
        problem = try ProviderList(from: &reader).providers.first { $0.name == "osk-dbus" }?.problem
      }
      #expect(problem?.contains("start squeekboard") == true)
      #expect(scene.seat.state.parts.keyboard?.kind == SeatParts.Keyboard.Kind.none)
      for round in 1...2 {
        let keyboard = try hosted.session.start("squeekboard")
        let area = try scene.waitForKeyboard()
        try scene.expect(area, taking: area, "round \(round)")
        keyboard.stop()
        try scene.wait("its end") { $0.keyboard?.kind == SeatParts.Keyboard.Kind.none }
      }
    }

    @Test("the README's plugin, with its manifest as it stands, runs in the host's sandbox and is followed")
    func template() throws {
      let bed = try InputTestbed()
      let hosted = try HostedSession()
      try hosted.startHost()
      let scene = try Scene(hosted)
      try scene.wait(for: ["compositor-sway", "osk-dbus"])
      try hosted.install("my-keyboard", from: "Templates/plugin/my-keyboard.toml", program: "example-plugin")
      // Who has forgotten the other one is told which it is.
      try hosted.plugins { $0.contains { $0.name == "my-keyboard" && $0.problem?.contains("osk-dbus") == true } }
      try hosted.keyguidectl("plugins", "disable", "osk-dbus")
      try hosted.keyguidectl("plugins", "restart", "my-keyboard")
      try scene.wait(for: ["compositor-sway", "my-keyboard"])
      // It says that it is 300 high on a screen of 800; this one ends at 768.
      let part = Rectangle(x: 0, y: 500, width: GraphicalSession.width, height: 268)
      try scene.wait("its keyboard") { $0.keyboard?.frame == part }
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      try scene.wait("the bar") { $0.keyboard?.kind == .fullBar }
      node.unplug()
      try scene.wait("its keyboard again") { $0.keyboard?.frame == part }
    }

    @Test("a host that is killed takes its plugins along, and the daemon falls back at once; another brings all back")
    func killed() throws {
      let bed = try InputTestbed()
      defer { withExtendedLifetime(bed) {} }
      let hosted = try HostedSession()
      let keyboard = try hosted.session.start("squeekboard")
      let windows = try ["foot", HostedSession.floating].map { try hosted.openWindow(of: $0) }
      defer { withExtendedLifetime((keyboard, windows)) {} }
      try hosted.startHost()
      let scene = try Scene(hosted)
      try scene.wait(for: ["compositor-sway", "osk-dbus"])
      let area = try scene.waitForKeyboard()
      try scene.expect(area, taking: area, "before")
      let before = scene.seat.state
      try hosted.killHost()
      try scene.wait(for: [])
      let messages = try #require(scene.seat.state.position).seq - (try #require(before.position).seq)
      #expect(messages == 1, "all that its plugins have said goes at once")
      #expect(scene.seat.state.parts.keyboard?.frame == Rectangle(x: 0, y: 400, width: 1280, height: 400))
      #expect(scene.seat.state.parts.screen?.width == 1280, "the settings' screen")
      try hosted.startHost()
      try scene.wait(for: ["compositor-sway", "osk-dbus"])
      #expect(try scene.waitForKeyboard() == area)
      try scene.expect(area, taking: area, "after")
      #expect(scene.seat.state.parts.screen == before.parts.screen)
      // And where nobody keeps the daemon's connections, the plugins come again by themselves.
      try hosted.restartDaemon()
      let again = try Scene(hosted)
      try again.wait(for: ["compositor-sway", "osk-dbus"])
      #expect(try again.waitForKeyboard() == area)
      try again.expect(area, taking: area, "after the daemon")
      #expect(hosted.daemon.process.stop() == 0)
    }
  }
}
