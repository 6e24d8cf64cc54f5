import Foundation
import Glibc
import KeyguideClient
import MockInput
import Testing

extension UnderUmockdev {
  /// The daemon as systemd and an administrator have it: notifications, sandbox, configuration, who may do what.
  @Suite struct ServiceTests {
    /// A file of settings that is gone after the test.
    private final class SettingsFile {
      let path = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString.prefix(8)).toml"

      init(_ text: String) throws { try write(text) }

      deinit { try? FileManager.default.removeItem(atPath: path) }

      func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    }

    @Test("systemd is told how many keyboards and clients there are, and of a reload its begin and end")
    func notifications() throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let node = try bed.plug(UnderUmockdev.keyboard)[0]
      while try daemon.process.notification() != ["READY=1", "STATUS=1 keyboard, 0 clients"] {}
      let seat = try SeatSubscription(daemon.client())
      #expect(try seat.next().parts.hardware?.present == true)
      #expect(try daemon.process.notification() == ["READY=1", "STATUS=1 keyboard, 1 client"])
      daemon.process.signal(SIGHUP)
      let begun = try daemon.process.notification()
      #expect(begun.first == "RELOADING=1" && begun.last?.hasPrefix("MONOTONIC_USEC=") == true)
      #expect(try daemon.process.notification() == ["READY=1", "STATUS=1 keyboard, 1 client"])
      node.unplug()
      while try daemon.process.notification() != ["READY=1", "STATUS=0 keyboards, 1 client"] {}
      #expect(daemon.process.stop() == 0)
    }

    @Test("the daemon has a filter of system calls, and can gain no rights")
    func sandbox() throws {
      let bed = try InputTestbed()
      let daemon = try DaemonUnderTest()
      let status = try String(contentsOfFile: "/proc/\(daemon.process.processID)/status", encoding: .utf8)
      #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"))
      #expect(daemon.process.stop() == 0)
      withExtendedLifetime(bed) {}
    }

    @Test("keyguidectl checks, shows and reloads the configuration, and its exit code says how that went")
    func configuration() throws {
      let bed = try InputTestbed()
      let file = try SettingsFile("[Keyboard]\nPolicy = \"never\"\n")
      let shown = try DaemonUnderTest.run("keyguidectl", ["config", "show", file.path])
      #expect(shown.code == 0)
      let line = try #require(shown.output.split(separator: "\n").first { $0.hasPrefix("Keyboard.Policy") })
      #expect(line.hasPrefix("Keyboard.Policy = \"never\" ") && line.hasSuffix(" # \(file.path):2"))
      #expect(try DaemonUnderTest.run("keyguidectl", ["config", "check", file.path]).code == 0)
      let daemon = try DaemonUnderTest(arguments: ["--settings", file.path])
      #expect(try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "config", "reload"]).code == 0)
      try file.write("Polcy = 1\n[Keyboard]\nPolcy = \"never\"\n")
      let problems = """
        \(file.path):1:1: 'Polcy' is no key or section; there are TypingActivity, IgnoreExternalKeyboards, Language, \
        Access, Limits, Providers, Keyboard, Screen, Bar, Guide, Chords
        \(file.path):3:1: 'Polcy' is no key of [Keyboard]; did you mean 'Policy'?

        """
      let checked = try DaemonUnderTest.run("keyguidectl", ["config", "check", file.path])
      #expect(checked.code == 1 && checked.output == problems)
      let reloaded = try DaemonUnderTest.run("keyguidectl", ["--socket", daemon.socket, "config", "reload"])
      #expect(reloaded.code == 1 && reloaded.output == problems)
      #expect(try DaemonUnderTest.run("keyguidectl", ["config", "check", "/nowhere.toml"]).code == 1)
      #expect(daemon.process.stop() == 0)
      #expect(daemon.log.contains("did you mean 'Policy'?; the former settings stay"))
      withExtendedLifetime(bed) {}
    }

    @Test("a wrong configuration does not keep the daemon from starting")
    func wrongFromTheStart() throws {
      let bed = try InputTestbed()
      let file = try SettingsFile("[Access")
      let daemon = try DaemonUnderTest(arguments: ["--settings", file.path])
      #expect(try SeatSubscription(daemon.client()).next().snapshot)
      #expect(daemon.process.stop() == 0)
      #expect(daemon.log.contains("until it is right, the daemon runs without it, and serves root alone"))
      withExtendedLifetime(bed) {}
    }

    @Test("another user is let in by the group alone, and may do what the group may", .enabled(if: geteuid() == 0))
    func otherUsers() throws {
      let bed = try InputTestbed()
      let file = try SettingsFile("[Access]\nControl = \"root-only\"\nGroup = \"4711\"\n")
      let daemon = try DaemonUnderTest(arguments: ["--settings", file.path])
      // What systemd's socket unit does: everybody may knock.
      chmod(daemon.socket, 0o666)
      chmod(String(daemon.socket.dropLast("/socket".count)), 0o755)
      let methods = ["Monitor.Devices", "Control.PlaceBar", "Control.Reload"].map { "io.keyguide.\($0)" }
      let denied = "io.keyguide.Service.PermissionDenied"
      #expect(try call(methods, as: "0", group: "0", daemon) == ["ok  ", "ok  ", "ok  "])
      #expect(try call(methods, as: "65534", group: "4711", daemon) == ["ok  ", "\(denied) control rootOnly", "ok  "])
      // Somebody without a session: not even let in.
      #expect(
        try call(["io.keyguide.Monitor.Devices"], as: "65534", group: "65534", daemon)
          == ["\(denied) monitor activeSession"])
      #expect(daemon.process.stop() == 0)
      withExtendedLifetime(bed) {}
    }

    /// The error, or `ok`, of each call, with the right and the rule that it names.
    private func call(
      _ methods: [String], as user: String, group: String, _ daemon: DaemonUnderTest
    ) throws -> [String] {
      let python = try #require(ProcessInfo.processInfo.environment["KEYGUIDE_TEST_PYTHON"])
      let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients/call_as.py")
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: python)
      process.arguments = [script.path, daemon.socket, user, group] + methods
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return text.split(separator: "\n").map(String.init)
    }
  }
}
