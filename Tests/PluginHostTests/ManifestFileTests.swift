import Foundation
import Glibc
import KeyguideAPI
import KeyguideClient
import Testing

extension PluginHostTests {
  @Suite struct ManifestFileTests {
    private let runs = "register()\nuntil_the_end()"

    @Test("files that are none, or too long, or wrong, are told of, and keep no other plugin from running")
    func odd() throws {
      let harness = try HostHarness()
      let folder = harness.folder + "/plugins"
      mkfifo(folder + "/fifo.toml", 0o644)
      try FileManager.default.createDirectory(atPath: folder + "/folder.toml", withIntermediateDirectories: true)
      symlink("/dev/zero", folder + "/device.toml")
      symlink("/nowhere", folder + "/dangling.toml")
      try String(repeating: "#", count: 1 << 20).write(
        toFile: folder + "/huge.toml", atomically: false, encoding: .utf8)
      try "[[[[".write(toFile: folder + "/wrong.toml", atomically: false, encoding: .utf8)
      try "api = 1".write(toFile: folder + "/A B.toml", atomically: false, encoding: .utf8)
      try harness.install("zone", runs)
      try harness.wait("zone", .running)
      let expected = [
        ("fifo", "it must be a regular file"), ("folder", "it must be a regular file"),
        ("device", "it must be a regular file"), ("dangling", "it cannot be read: No such file or directory"),
        ("huge", "it has more than 65536 bytes"), ("A B", "the file's name must be a plugin's"),
        ("wrong", "/wrong.toml:1:"),
      ]
      for (name, problem) in expected {
        let plugin = try harness.wait(name, .failed)
        #expect(plugin.problem?.contains(problem) == true, "\(plugin)")
      }
      let shown = try harness.control("plugins")
      #expect(
        shown.code == 0 && shown.output.contains("fifo: failed\n") && shown.output.contains("zone: running, process "))
    }

    @Test("a file in a later folder shadows; plugins come, change and go with their files")
    func changes() throws {
      let harness = try HostHarness()
      try harness.install("one", runs)
      let first = try harness.wait("one", .running)
      try harness.write("one", "enabled = false", in: "later")
      let disabled = try harness.wait("one", .disabled)
      #expect(disabled.manifest == harness.folder + "/later/one.toml")
      try harness.waitForEnd(of: #require(first.pid))
      // The person cannot enable what a file disables, and is told which.
      let refused = try harness.control("plugins", "enable", "one")
      #expect(refused.code == 1 && refused.problem.contains("PluginDisabled") && refused.problem.contains("later"))
      unlink(harness.folder + "/later/one.toml")
      let second = try harness.wait("one", .running)
      try harness.install("one", runs, "[capabilities]\nmonitor = true")
      let third = try harness.wait("one", .running) { $0.pid != second.pid }
      #expect(harness.daemon.confinements.last?.rights == ["provide", "monitor"])
      unlink(harness.folder + "/plugins/one.toml")
      try harness.wait("it is gone") { harness.plugins.isEmpty }
      try harness.waitForEnd(of: #require(third.pid))
    }

    @Test("what a person disables stays so when the host starts again, until it is enabled")
    func disabled() throws {
      let harness = try HostHarness()
      try harness.install("one", runs)
      try harness.wait("one", .running)
      #expect(try harness.control("plugins", "disable", "one").code == 0)
      try harness.wait("one", .disabled)
      try harness.restartHost()
      try harness.wait("one", .disabled)
      let refused = try harness.control("plugins", "restart", "one")
      #expect(refused.code == 1 && refused.problem.contains("PluginDisabled"))
      #expect(try harness.control("plugins", "enable", "one").code == 0)
      try harness.wait("one", .running)
      let unknown = try harness.control("plugins", "enable", "two")
      #expect(unknown.code == 1 && unknown.problem.contains("no plugin host that can be asked has a plugin 'two'"))
    }

    @Test("what its manifest leaves off runs when a person enables it, and stays so when the host starts again")
    func offAtFirst() throws {
      let harness = try HostHarness()
      try harness.install("one", runs, "enabled = false")
      try harness.wait("one", .disabled)
      #expect(try harness.control("plugins", "restart", "one").problem.contains("PluginDisabled"))
      #expect(try harness.control("plugins", "enable", "one").code == 0)
      try harness.wait("one", .running)
      try harness.restartHost()
      try harness.wait("one", .running)
      #expect(try harness.control("plugins", "disable", "one").code == 0)
      try harness.wait("one", .disabled)
      try harness.restartHost()
      try harness.wait("one", .disabled)
    }

    @Test(
      "the machine's host takes files that only root can change, and no others",
      .enabled(if: geteuid() == 0, "files can be given away by root alone"))
    func ownership() throws {
      let harness = try HostHarness(scope: "system")
      let manifest = harness.folder + "/plugins/one.toml"
      let program = harness.folder + "/one.py"
      try harness.install("one", runs)
      try harness.wait("one", .running)
      chown(manifest, 65534, 65534)
      try harness.wait("one", .failed) {
        $0.problem == "\(manifest): \(manifest) must belong to root: chown root \(manifest)"
      }
      chown(manifest, 0, 0)
      try harness.wait("one", .running)
      chmod(manifest, 0o666)
      try harness.wait("one", .failed) { $0.problem?.contains("may be changed by others than root") == true }
      chmod(program, 0o775)
      chmod(manifest, 0o644)
      try harness.wait("one", .waiting) { $0.problem?.contains("\(program) may be changed by others") == true }
      chmod(program, 0o755)
      try harness.wait("one", .running)
      chmod(harness.folder, 0o777)
      #expect(try harness.control("plugins", "restart", "one").code == 0)
      try harness.wait("one", .waiting) { $0.problem?.contains("\(harness.folder) may be changed by others") == true }
    }

    @Test(
      "another user cannot ask the host", .enabled(if: geteuid() == 0, "another user can be made by root alone"))
    func otherUsers() throws {
      let harness = try HostHarness()
      chmod(harness.folder + "/control", 0o666)
      let script = """
        import os, socket, sys
        os.setgroups([]); os.setgid(65534); os.setuid(65534)
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(sys.argv[1])
        print(connection.recv(4096).decode())
        """
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/python3")
      process.arguments = ["-c", script, harness.folder + "/control"]
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(text.contains("org.varlink.service.PermissionDenied"))
    }
  }
}
