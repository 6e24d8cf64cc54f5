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

    /// What a seat's screen looks like, by four witnesses that must agree.
    private final class Scene {
      let hosted: HostedSession
      let seat: SeatSubscription
      let tiled: ClientWindow
      let overlay: ClientWindow
      private let windows: [SessionProcess]

      init(_ hosted: HostedSession) throws {
        self.hosted = hosted
        seat = try SeatSubscription(hosted.daemon.client())
        windows = try ["foot", HostedSession.floating].map { try hosted.openWindow(of: $0) }
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
    }

    @Test(
      "the on-screen keyboard goes and comes with a USB keyboard, twenty times, and all agree where it is",
      arguments: ["osk-wvkbd", "osk-dbus"])
    func plugged(plugin: String) throws {
      let bed = try InputTestbed()
      let hosted = try HostedSession()
      let session = hosted.session
      let keyboard = try session.start(
        plugin == "osk-wvkbd" ? "wvkbd-mobintl" : "squeekboard", plugin == "osk-wvkbd" ? ["-L", "250"] : [])
      try hosted.startHost()
      let scene = try Scene(hosted)
      try scene.wait("the plugins") { Set(($0.providers ?? []).map(\.name)) == ["compositor-sway", "osk-dbus"] }
      if plugin == "osk-wvkbd" {
        // What the README says.
        try hosted.keyguidectl("plugins", "disable", "osk-dbus")
        try hosted.keyguidectl("plugins", "enable", "osk-wvkbd")
      }
      try scene.wait("the chosen plugin") { Set(($0.providers ?? []).map(\.name)) == ["compositor-sway", plugin] }
      try scene.wait("the keyboard") { $0.keyboard?.kind == .docked }
      let area = try #require(scene.seat.state.parts.keyboard?.frame)
      for round in 1...20 {
        let node = try bed.plug(UnderUmockdev.keyboard)[0]
        try scene.wait("the bar") { $0.keyboard?.kind == .fullBar }
        try scene.expect(Self.bar, taking: nil, "round \(round), plugged")
        try session.takePicture("\(plugin)-plugged-\(round)")
        node.unplug()
        try scene.wait("the keyboard") { $0.keyboard?.kind == .docked }
        try scene.expect(area, taking: area, "round \(round), pulled")
        try session.takePicture("\(plugin)-pulled-\(round)")
      }
      withExtendedLifetime(keyboard) {}
    }
  }
}
