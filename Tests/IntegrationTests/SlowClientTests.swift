import Foundation
import Glibc
import KeyguideAPI
import KeyguideClient
import MockInput
import ServiceProcess
import Testing
import Varlink

extension UnderUmockdev {
  /// Clients that are stopped, cut off, or too many, with the real daemon.
  @Suite struct SlowClientTests {
    /// `keyguidectl monitor --json` as a child, line by line.
    private final class Monitor {
      let process = Process()
      private let output = Pipe()
      private let errors = Pipe()
      private var text = Data()

      init(_ socket: String) throws {
        process.executableURL = URL(filePath: try DaemonUnderTest.program("keyguidectl"))
        process.arguments = ["--socket", socket, "monitor", "--json"]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
      }

      deinit {
        // It does not end with the daemon, and it has this thread's signal mask, which blocks what can be blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }

      func next() throws -> MonitorReply {
        while true {
          if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: text[..<end], as: UTF8.self)
            text = Data(text[text.index(after: end)...])
            var reader = try VarlinkReply(message: Array(#"{"parameters":\#(line)}"#.utf8)).reader
            return try MonitorReply(from: &reader)
          }
          let piece = output.fileHandleForReading.availableData
          try #require(!piece.isEmpty, "keyguidectl has ended")
          text += piece
        }
      }

      /// What it has told the person; waits until there is something.
      func complaint() -> String { String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self) }
    }

    private func memory(of daemon: DaemonUnderTest) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(daemon.process.processID)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
      return try #require(Int(line.filter(\.isNumber)))
    }

    @Test("C.3 C.4 i3#2280 a subscriber that is stopped holds up nobody, costs nothing, and then has the truth")
    func stopped() throws {
      let bed = try InputTestbed()
      defer { withExtendedLifetime(bed) {} }
      let daemon = try DaemonUnderTest()
      let stopped = try Monitor(daemon.socket)
      var state = SeatState()
      try state.apply(stopped.next())
      let quick = try SeatSubscription(daemon.client())
      _ = try quick.next()
      let control = try daemon.client()
      func toggle(times: Int) throws {
        for round in 1...times {
          _ = try control.call("io.keyguide.Control.IgnoreExternalKeyboards") { $0.member("ignore", round % 2 == 1) }
          // The reducer in the subscription throws at a gap.
          #expect(try quick.next().missed == nil)
        }
      }
      try toggle(times: 500)
      kill(stopped.process.processIdentifier, SIGSTOP)
      try toggle(times: 500)
      let before = try memory(of: daemon)
      try toggle(times: 2000)
      let after = try memory(of: daemon)
      // A sanitizer keeps what is freed.
      if before < 10_000 { #expect(after <= before + 128) }
      kill(stopped.process.processIdentifier, SIGCONT)
      while state.position != quick.state.position { try state.apply(stopped.next()) }
      #expect(state.parts == quick.state.parts)
      #expect(state.missed > 0, "the socket took everything: the test shows nothing")
      #expect(daemon.process.stop() == 0)
    }

    @Test("C.5 keyd#283 without a descriptor left clients wait, and the daemon neither spins nor forgets them")
    func noDescriptors() throws {
      let bed = try InputTestbed()
      defer { withExtendedLifetime(bed) {} }
      let daemon = try DaemonUnderTest()
      let process = String(daemon.process.processID)
      func limit(_ count: Int) throws {
        let prlimit = try Process.run(
          URL(filePath: "/usr/bin/prlimit"), arguments: ["--pid", process, "--nofile=\(count):"])
        prlimit.waitUntilExit()
        #expect(prlimit.terminationStatus == 0)
      }
      _ = try daemon.switchesOnceAsleep()
      let taken = Set(
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap { Int($0) })
      let free = Array((0...).lazy.filter { !taken.contains($0) }.prefix(3))
      // Room for two clients, and one or two more when the daemon closes something of its own.
      try limit(free[2])
      var waiting = try (0..<10).map { _ in try daemon.client() }
      var served: [VarlinkClient] = []
      /// Moves those that have their answer.
      func sort() throws {
        for (index, client) in waiting.enumerated().reversed() where try client.receive() != nil {
          served.append(waiting.remove(at: index))
        }
      }
      for client in waiting { try client.send("org.varlink.service.GetInfo") }
      while !daemon.log.contains("no more clients are accepted for now") { poll(nil, 0, 1) }
      // It sleeps, and wakes up now and then to try again: time is what this is about.
      let before = try daemon.switchesOnceAsleep()
      poll(nil, 0, 2500)
      #expect(try daemon.switchesOnceAsleep() - before < 20)
      #expect(daemon.log.split(separator: "\n").count < 10)
      try sort()
      #expect((1...5).contains(served.count))
      // One goes: another one is let in.
      served.removeFirst()
      var events = waiting.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      #expect(poll(&events, nfds_t(events.count), 20_000) > 0)
      try sort()
      #expect(!waiting.isEmpty)
      try limit(4096)
      for client in waiting { _ = try client.next() }
      #expect(daemon.process.stop() == 0)
    }

    @Test("C.5 sway#1152 clients that come, ask and go leave neither descriptors nor memory behind in the daemon")
    func comeAndGo() throws {
      let count = ProcessInfo.processInfo.environment["KEYGUIDE_CONNECTIONS"].flatMap { Int($0) } ?? 100_000
      let bed = try InputTestbed()
      defer { withExtendedLifetime(bed) {} }
      let daemon = try DaemonUnderTest()
      var first: (descriptors: Int, memory: Int)?
      for number in 1...count {
        let client = try daemon.client()
        if number % 10 == 0 { _ = try client.call("io.keyguide.Monitor.Subscribe") }
        if number == count / 10 {
          _ = try daemon.switchesOnceAsleep()
          // The client at hand is one of them, here and at the end.
          first = (daemon.descriptorCount, try memory(of: daemon))
        }
        guard number == count, let first else { continue }
        _ = try daemon.switchesOnceAsleep()
        // One kept for each client would be far more than what the daemon opens for itself.
        #expect(daemon.descriptorCount < first.descriptors + 16)
        let memory = try memory(of: daemon)
        // A sanitizer keeps what is freed.
        if first.memory < 10_000 { #expect(memory <= first.memory + 128) }
      }
      #expect(first != nil)
      #expect(daemon.process.stop() == 0)
    }

    @Test("C.2 quickshell#989 keyguidectl monitor finds a daemon that was restarted")
    func restart() throws {
      let bed = try InputTestbed()
      let first = try DaemonUnderTest()
      let monitor = try Monitor(first.socket)
      let snapshot = try monitor.next()
      #expect(snapshot.parts.hardware?.present == false)
      #expect(first.process.stop() == 0)
      #expect(monitor.complaint().contains("trying again"))
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      let second = try DaemonUnderTest(arguments: ["--socket", first.socket])
      let reply = try monitor.next()
      #expect(reply.snapshot && reply.resync && reply.epoch != snapshot.epoch)
      #expect(reply.parts.hardware?.present == true)
      node.unplug()
      #expect(try monitor.next().parts.hardware?.present == false)
      #expect(second.process.stop() == 0)
    }

    @Test("keyguidectl clients tells who is connected, and how far each has read")
    func clients() throws {
      let bed = try InputTestbed()
      defer { withExtendedLifetime(bed) {} }
      let daemon = try DaemonUnderTest()
      let seat = try SeatSubscription(daemon.client())
      _ = try seat.next()
      let window = try GuidedWindow(path: daemon.socket)
      DaemonUnderTest.limit(window.descriptor)
      _ = try window.next()
      let text = try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "clients"])
      #expect(text.code == 0)
      let lines = text.output.split(separator: "\n")
      #expect(lines.count == 4, "\(text.output)")
      #expect(lines.first == "process \(getpid()) of user \(getuid()), 2 connections")
      #expect(lines.contains("  monitor on seat0: message 1"))
      #expect(lines.contains("  window w1 on seat0: message 1"))
      let json = try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "clients", "--json"]).output
      #expect(json.contains(#""streams":[{"kind":"monitor","seat":"seat0","seq":1,"pending":0,"missed":0}"#))
      #expect(daemon.process.stop() == 0)
    }

    @Test("C.8 the first client starts the daemon, whose socket was there before")
    func activation() throws {
      let folder = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let process = try ServiceProcess(
        path: "/usr/bin/systemd-socket-activate",
        arguments: [
          "-l", folder + "/socket", "-E", "NOTIFY_SOCKET", try DaemonUnderTest.program("keyguided"),
        ], folder: folder, standardError: folder + "/log")
      // The file is there a moment before anybody listens.
      var connected: VarlinkClient?
      while connected == nil {
        connected = try? VarlinkClient(path: folder + "/socket")
        if connected == nil { poll(nil, 0, 1) }
      }
      let client = try #require(connected)
      DaemonUnderTest.limit(client.descriptor)
      try client.send("org.varlink.service.GetInfo")
      try process.waitUntilReady()
      #expect(try client.next().parameterText.contains("keyguided"))
      #expect(process.stop() == 0)
    }
  }
}
