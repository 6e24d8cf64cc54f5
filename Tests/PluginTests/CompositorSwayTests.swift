import Geometry
import Glibc
import GraphicalSession
import Testing
import Varlink

extension SessionTests {
  /// compositor-sway as its host starts it, with a real sway and real windows.
  @Suite struct CompositorSwayTests {
    @Test func reportsTheScreenAndTheWindowsWithTheirProcesses() throws {
      let session = try GraphicalSession()
      let plugin = try DaemonEnd("compositor-sway", in: session)
      #expect(plugin.registration["name"] as? String == "compositor-sway")
      #expect(plugin.registration["roles"] as? [String] == ["compositor"])
      #expect(try plugin.usable() == Rectangle(x: 0, y: 0, width: 1024, height: 768))
      let foot = try session.openWindow()
      let windows = try plugin.report("ReportWindows") { !(($0["windows"] as? [Any]) ?? []).isEmpty }
      let window = try #require((windows["windows"] as? [[String: Any]])?.first)
      #expect(window["pid"] as? Int == Int(foot.processID))
      #expect(window["application"] as? String == "foot")
      #expect(window["screen"] as? String == GraphicalSession.screen)
      #expect(Rectangle(json: window["frame"]) == Rectangle(x: 0, y: 0, width: 1024, height: 768))
    }

    @Test func aKeyboardThatTakesRoomIsSeenWithoutAnyWindow() throws {
      let session = try GraphicalSession()
      let plugin = try DaemonEnd("compositor-sway", in: session)
      let whole = try plugin.usable()
      let keyboard = try session.start("wvkbd-mobintl", ["-L", "250"])
      let less = try plugin.usable()
      #expect(less.height < whole.height && less.width == whole.width && less.y == whole.y)
      keyboard.signal(SIGUSR1)
      #expect(try plugin.usable() == whole)
    }

    @Test func aWindowWithATitleIsWhereItsProgramDraws() throws {
      let session = try GraphicalSession(configuration: "default_border normal 4\ngaps outer 10")
      let plugin = try DaemonEnd("compositor-sway", in: session)
      #expect(try plugin.usable() == Rectangle(x: 10, y: 10, width: 1004, height: 748))
      let foot = try session.openWindow()
      // Borders of 4 at the left, right and bottom, and a title above.
      try plugin.settle("ReportWindows") { report in
        guard let frame = report.windows.first else { return false }
        return frame.x == 14 && frame.width == 996 && frame.y > 24 && frame.maxY == 754
      }
      withExtendedLifetime(foot) {}
    }

    @Test func aScreenThatComesAndChangesIsSeen() throws {
      let session = try GraphicalSession()
      let plugin = try DaemonEnd("compositor-sway", in: session)
      _ = try plugin.usable()
      #expect(try session.start("swaymsg", ["create_output"]).wait() == 0)
      try plugin.settle("ReportScreens") { ($0["screens"] as? [Any])?.count == 2 }
      #expect(try session.start("swaymsg", ["output", "HEADLESS-2", "resolution", "640x480"]).wait() == 0)
      try plugin.settle("ReportScreens") { report in
        let screens = report["screens"] as? [[String: Any]] ?? []
        return screens.contains { $0["name"] as? String == "HEADLESS-2" && Rectangle(json: $0["frame"])?.width == 640 }
      }
    }

    @Test func itEndsWellWithTheCompositorAndWithoutOne() throws {
      let session = try GraphicalSession()
      let plugin = try DaemonEnd("compositor-sway", in: session)
      _ = try plugin.usable()
      session.stopCompositor()
      #expect(try plugin.process.wait() == 0)
      let program = try session.copy(ofProgram: "compositor-sway")
      let other = try session.start(program, environment: ["SWAYSOCK": ""])
      #expect(try other.wait() == 0)
      #expect(other.logText.contains("nothing is to be done"))
    }

    @Test(arguments: [
      (Array("HTTP/1.1 200 OK".utf8), "another protocol"),
      (Array("i3-ipc".utf8) + [255, 255, 255, 255, 4, 0, 0, 0], "more than 8388608 bytes"),
    ])
    func aCompositorThatMakesNoSenseIsLeft(bytes: [UInt8], problem: String) throws {
      let session = try GraphicalSession()
      let path = session.folder + "/liar"
      let listener = try UnixSocket.listen(at: path, mode: 0o666)
      defer { close(listener) }
      let plugin = try DaemonEnd("compositor-sway", in: session, environment: ["SWAYSOCK": path])
      var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      try #require(poll(&ready, 1, SessionProcess.patience) == 1)
      let connection = accept(listener, nil, nil)
      defer { close(connection) }
      #expect(write(connection, bytes, bytes.count) == bytes.count)
      #expect(try plugin.process.wait() == 1)
      #expect(plugin.process.logText.contains(problem))
    }

    @Test func nothingIsDoneWhileNothingHappens() throws {
      let session = try GraphicalSession()
      let plugins = try ["compositor-sway", "osk-dbus", "osk-wvkbd"].map { try DaemonEnd($0, in: session) }
      _ = try plugins[0].usable()
      try plugins[1].follow("hide", to: "none")
      try plugins[2].follow("hide", to: "none")
      let before = try plugins.map { try $0.process.switchesOnceAsleep() }
      #expect(try session.start("sleep", ["1"]).wait() == 0)
      let after = try plugins.map { try $0.process.switchesOnceAsleep() }
      // Once, when a change of the screen must be over, its timer and the compositor's answer wake it.
      #expect(after[0] - before[0] <= 2)
      #expect(after[1...] == before[1...])
    }
  }
}

extension DaemonEnd {
  /// Where windows may be, as the next report on screens says.
  func usable() throws -> Rectangle {
    try #require(try report("ReportScreens").usable)
  }
}

extension Rectangle {
  init?(json: Any?) {
    guard let members = json as? [String: Double], let x = members["x"], let y = members["y"],
      let width = members["width"], let height = members["height"]
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
