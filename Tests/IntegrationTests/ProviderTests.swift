import Foundation
import Geometry
import Glibc
import KeyguideAPI
import KeyguideClient
import MockInput
import Testing
import Varlink

extension UnderUmockdev {
  /// Plugins in other languages and as other processes, with the real daemon and a keyboard that is plugged and pulled.
  @Suite struct ProviderTests {
    /// A plugin as a child; its standard output is read line by line.
    private final class PluginProcess {
      let process = Process()
      private let output = Pipe()
      private var text = Data()

      init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        try process.run()
      }

      deinit {
        // It has this thread's signal mask, which blocks what can be blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }

      func line() throws -> String {
        while true {
          if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
            defer { text = Data(text[text.index(after: end)...]) }
            return String(decoding: text[..<end], as: UTF8.self)
          }
          let piece = output.fileHandleForReading.availableData
          try #require(!piece.isEmpty, "the plugin has ended")
          text += piece
        }
      }
    }

    private static var root: URL { URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..") }

    private func python(_ script: String, _ arguments: String...) throws -> PluginProcess {
      let interpreter = try #require(ProcessInfo.processInfo.environment["KEYGUIDE_TEST_PYTHON"])
      return try PluginProcess(
        interpreter, ["-u", Self.root.appending(path: script).standardizedFileURL.path] + arguments)
    }

    /// Waits for the list of providers that is as the closure wants it.
    private func list(_ client: VarlinkClient, until isRight: ([ProviderList.Provider]) -> Bool) throws {
      while true {
        var reader = try client.next().reader
        if try isRight(ProviderList(from: &reader).providers) { return }
      }
    }

    private func next(_ seat: SeatSubscription, until isRight: (SeatParts) -> Bool) throws {
      while !isRight(seat.state.parts) { _ = try seat.next() }
    }

    @Test("an on-screen keyboard in Python shows and hides with focus and plugs, and its keyboard goes with it")
    func pythonKeyboard() throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let seat = try SeatSubscription(daemon.client())
      _ = try seat.next()
      let osk = try python("Tests/IntegrationTests/Clients/provider.py", daemon.socket)
      #expect(try osk.line() == "hide")
      let window = try GuidedWindow(path: daemon.socket, focus: "field")
      DaemonUnderTest.limit(window.descriptor)
      #expect(try osk.line() == "show")
      let frame = Rectangle(x: 0, y: 600, width: 1280, height: 200)
      try next(seat) { $0.keyboard?.frame == frame }
      #expect(seat.state.parts.providers?.map(\.name) == ["python"])
      for _ in 0..<3 {
        let node = try bed.plug(UnderUmockdev.keyboard)[0]
        #expect(try osk.line() == "hide")
        try next(seat) { $0.keyboard?.kind == .fullBar }
        node.unplug()
        #expect(try osk.line() == "show")
        try next(seat) { $0.keyboard?.frame == frame }
      }
      // Killed: the settings' keyboard takes its place, in one message.
      let before = try #require(seat.state.position).seq
      kill(osk.process.processIdentifier, SIGKILL)
      try next(seat) { $0.providers == [] }
      #expect(seat.state.parts.keyboard?.frame == Rectangle(x: 0, y: 400, width: 1280, height: 400))
      #expect(seat.state.position?.seq == before + 1)
      #expect(daemon.process.stop() == 0)
    }

    @Test("the README's plugin works as it stands, finds a daemon that was restarted, and ends by SIGTERM")
    func example() throws {
      let bed = try InputTestbed()
      defer { withExtendedLifetime(bed) {} }
      let daemon = try DaemonUnderTest()
      let watcher = try daemon.client()
      try watcher.send("io.keyguide.Provider.List", more: true)
      let plugin = try PluginProcess(
        try DaemonUnderTest.program("example-plugin"), [], environment: ["KEYGUIDE_SOCKET": daemon.socket])
      try list(watcher) { $0.map(\.name) == ["example"] && $0.first?.unanswered == 0 }
      let text = try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "providers"])
      #expect(
        text.output == "example 1.0 on seat0: softwareKeyboard; ready, process \(plugin.process.processIdentifier)\n")
      let json = try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "providers", "--json"])
      #expect(json.output.contains(#""providers":[{"name":"example","version":"1.0","apiVersion":1"#))
      #expect(daemon.process.stop() == 0)
      let again = try DaemonUnderTest(arguments: ["--socket", daemon.socket])
      let client = try VarlinkClient(path: daemon.socket)
      DaemonUnderTest.limit(client.descriptor)
      try client.send("io.keyguide.Provider.List", more: true)
      try list(client) { $0.map(\.name) == ["example"] }
      let window = try GuidedWindow(path: daemon.socket, focus: "field")
      DaemonUnderTest.limit(window.descriptor)
      var reply = try window.next()
      while reply.guide.frame.height != 300 { reply = try window.next() }
      #expect(reply.guide.frame == Rectangle(x: 0, y: 500, width: 1280, height: 300))
      kill(plugin.process.processIdentifier, SIGTERM)
      try list(client) { $0.isEmpty }
      plugin.process.waitUntilExit()
      #expect(plugin.process.terminationStatus == 0)
      #expect(again.process.stop() == 0)
    }

    @Test("the bundled plugin in Python, of the standard library alone, has letters of the language in the bar")
    func letters() throws {
      let folder = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let configuration = "[[Language]]\nID = \"en\"\n[[Language]]\nID = \"de-AT\"\n"
      try configuration.write(toFile: folder + "/keyguided.toml", atomically: true, encoding: .utf8)
      let bed = try InputTestbed()
      let nodes = try bed.plug(UnderUmockdev.keyboard)
      defer { withExtendedLifetime(nodes) {} }
      let daemon = try DaemonUnderTest(arguments: ["--settings", folder + "/keyguided.toml"])
      let seat = try SeatSubscription(daemon.client())
      _ = try seat.next()
      let letters = try python("Config/plugins/language-letters", daemon.socket)
      let window = try GuidedWindow(path: daemon.socket, focus: "field")
      DaemonUnderTest.limit(window.descriptor)
      _ = try window.next()
      try next(seat) { $0.providers?.first?.name == "language-letters" && $0.bar?.buttons.isEmpty == false }
      #expect(seat.state.parts.bar?.buttons.contains { $0.section == .leading } == false)
      _ = try daemon.client().call("io.keyguide.Control.SetLanguage") { $0.member("language", "de-AT") }
      func leading(_ parts: SeatParts) -> [String] {
        (parts.bar?.buttons ?? []).filter { $0.section == .leading }.map(\.id)
      }
      try next(seat) { leading($0) == ["ä", "ö", "ü", "ß"] }
      kill(letters.process.processIdentifier, SIGKILL)
      try next(seat) { leading($0) == [] }
      #expect(daemon.process.stop() == 0)
    }

    @Test("a plugin that stops answering is slow to everybody, the log says so once, and nothing else waits")
    func stopped() throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let seat = try SeatSubscription(daemon.client())
      _ = try seat.next()
      let osk = try python("Tests/IntegrationTests/Clients/provider.py", daemon.socket)
      #expect(try osk.line() == "hide")
      try next(seat) { $0.providers?.count == 1 }
      kill(osk.process.processIdentifier, SIGSTOP)
      let window = try GuidedWindow(path: daemon.socket, focus: "field")
      DaemonUnderTest.limit(window.descriptor)
      #expect(try window.next().keyboard == .none)
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      try next(seat) { $0.keyboard?.kind == .fullBar }
      node.unplug()
      try next(seat) { $0.providers?.first?.state == .slow }
      #expect(seat.state.parts.keyboard?.kind == SeatParts.Keyboard.Kind.none, "R65: it is not said to be there")
      #expect(daemon.log.components(separatedBy: "'python' on seat0 has not answered within 2.0 s").count == 2)
      // Asleep: a slow plugin wakes nobody up.
      let before = try daemon.switchesOnceAsleep()
      poll(nil, 0, 300)
      #expect(try daemon.switchesOnceAsleep() == before)
      kill(osk.process.processIdentifier, SIGCONT)
      try next(seat) { $0.providers?.first?.state == .ready && $0.keyboard?.kind == .docked }
      #expect(daemon.process.stop() == 0)
    }
  }
}
