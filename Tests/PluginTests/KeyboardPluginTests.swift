import Geometry
import Glibc
import GraphicalSession
import Testing

extension SessionTests {
  /// The on-screen keyboards that people run, shown and hidden by the plugins, with sway as the witness.
  @Suite struct KeyboardPluginTests {
    /// A window's room while no keyboard is there.
    static let whole = Rectangle(x: 0, y: 0, width: GraphicalSession.width, height: GraphicalSession.height)

    @Test func wvkbdHidesAndShowsAndTheCompositorSeesIt() throws {
      let session = try GraphicalSession()
      let compositor = try DaemonEnd("compositor-sway", in: session)
      #expect(try compositor.usable() == Self.whole)
      let wvkbd = try session.start("wvkbd-mobintl", ["-L", "250"])
      let shown = try compositor.usable()
      #expect(shown.height < Self.whole.height)
      let plugin = try DaemonEnd("osk-wvkbd", in: session)
      #expect(plugin.registration["roles"] as? [String] == ["softwareKeyboard"])
      try plugin.follow("hide", to: "none")
      #expect(try compositor.usable() == Self.whole)
      try plugin.follow("show", to: "docked")
      #expect(try compositor.usable() == shown)
      // When it ends, it is not shown any more, and cannot be shown.
      wvkbd.stop()
      #expect(try plugin.report("ReportKeyboard")["kind"] as? String == "none")
      let request = try plugin.request("show", ["form": "docked"])
      let answer = try plugin.answer(to: request)
      #expect((answer["problem"] as? String)?.contains("no wvkbd of this user runs") == true)
      try plugin.follow("hide", to: "none")
    }

    @Test func squeekboardShowsAndHidesAndTheCompositorSeesIt() throws {
      let session = try GraphicalSession()
      let compositor = try DaemonEnd("compositor-sway", in: session)
      #expect(try compositor.usable() == Self.whole)
      let plugin = try DaemonEnd("osk-dbus", in: session)
      // Before there is a keyboard, to hide it is done, and to show it cannot be done.
      try plugin.follow("hide", to: "none")
      let request = try plugin.request("show")
      let answer = try plugin.answer(to: request)
      #expect((answer["problem"] as? String)?.contains("sm.puri.OSK0") == true)
      // It says what it is when it comes.
      let squeekboard = try session.start("squeekboard")
      #expect(try plugin.report("ReportKeyboard")["kind"] as? String == "none")
      try plugin.follow("show", to: "docked")
      let shown = try compositor.usable()
      #expect(shown.height < Self.whole.height)
      try plugin.follow("hide", to: "none")
      #expect(try compositor.usable() == Self.whole)
      try plugin.follow("show", to: "docked")
      #expect(try compositor.usable() == shown)
      squeekboard.stop()
      #expect(try plugin.report("ReportKeyboard")["kind"] as? String == "none")
      #expect(try compositor.usable() == Self.whole)
    }

    /// The person plugs a keyboard in and pulls it, 20 times; the pictures are kept beside the build.
    @Test(arguments: ["osk-wvkbd", "osk-dbus"])
    func twentyTimesAwayAndBackWithoutAMismatch(name: String) throws {
      let session = try GraphicalSession()
      let compositor = try DaemonEnd("compositor-sway", in: session)
      #expect(try compositor.usable() == Self.whole)
      let window = try session.openWindow()
      try compositor.report("ReportWindows") { !$0.windows.isEmpty }
      let keyboard = try session.start(name == "osk-wvkbd" ? "wvkbd-mobintl" : "squeekboard")
      let plugin = try DaemonEnd(name, in: session)
      // Ready once it has taken room, or has said that it is there.
      if name == "osk-wvkbd" { _ = try compositor.usable() } else { try plugin.report("ReportKeyboard") }
      var taken: [Rectangle] = []
      for round in 1...20 {
        try plugin.follow("hide", to: "none")
        try compositor.settle("ReportScreens") { $0.usable == Self.whole }
        try compositor.settle("ReportWindows") { $0.windows == [Self.whole] }
        if round == 20 { try session.takePicture("\(name)-hidden") }
        try plugin.follow("show", to: "docked")
        try compositor.settle("ReportScreens") { $0.usable != Self.whole }
        let shown = try #require(compositor.last["ReportScreens"]?.usable)
        try compositor.settle("ReportWindows") { $0.windows == [shown] }
        taken.append(shown)
        if round == 20 { try session.takePicture("\(name)-shown") }
      }
      #expect(Set(taken).count == 1, "always the same room: \(taken)")
      let (shown, hidden) = (try session.picture("\(name)-shown"), try session.picture("\(name)-hidden"))
      let strip = Int(taken[0].maxY)..<Int(GraphicalSession.height)
      #expect(shown.differs(from: hidden, inRows: strip), "the keyboard is where the room was taken")
      #expect(!shown.differs(from: hidden, inRows: 0..<strip.lowerBound), "and nowhere else")
      withExtendedLifetime((window, keyboard)) {}
    }
  }
}

extension [String: Any] {
  /// Where windows may be, in a report on screens.
  var usable: Rectangle? {
    Rectangle(json: (self["screens"] as? [[String: Any]])?.first?["usable"])
  }

  /// The frames of a report on windows.
  var windows: [Rectangle] {
    (self["windows"] as? [[String: Any]] ?? []).compactMap { Rectangle(json: $0["frame"]) }
  }
}

extension DaemonEnd {
  /// Waits for the report, or the end without one, that answers a request.
  func answer(to request: Int) throws -> [String: Any] {
    while true {
      let report = try nextReport()
      if report.parameters["request"] as? Int == request { return report.parameters }
    }
  }

  /// Sends a request, and waits for the report that answers it; asks again, as the daemon does, while the keyboard starts.
  func follow(_ kind: String, to keyboard: String) throws {
    var answer: [String: Any]
    repeat {
      answer = try self.answer(to: try request(kind, ["form": "docked"]))
    } while (answer["problem"] as? String)?.contains("has only just started") == true
    #expect(answer["problem"] == nil)
    #expect(answer["kind"] as? String == keyboard)
    #expect(answer["frame"] == nil, "only the compositor knows where it is")
  }
}
