import Foundation
import Testing

extension UnderUmockdev {
  /// The real daemon ends and dies under clients, and a supervisor plays systemd's descriptor store.
  @Suite struct RestartTests {
    private func run(_ kind: String, deaths: Int, seed: Int) throws {
      let folder = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "python3", URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients/restart.py").path,
        try DaemonUnderTest.program("keyguided"), folder, "\(deaths)", kind, "\(seed)",
      ]
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
      #expect(process.terminationStatus == 0, "seed \(seed): \(text)\n\(log.suffix(2000))")
      print("\(deaths) times \(kind): \(text)", terminator: "")
    }

    private var deaths: (restarts: Int, kills: Int) {
      let many = ProcessInfo.processInfo.environment["KEYGUIDE_DEATHS"].flatMap { Int($0) }
      return (many ?? 1000, many ?? 200)
    }

    @Test(
      "§9 C.2 restarts: no client sees a closed socket, a gap without resync, a lost or doubled reply, a wrong state")
    func restarts() throws { try run("restart", deaths: deaths.restarts, seed: 1) }

    @Test("§9 C.2 the same where the daemon is killed under load")
    func kills() throws { try run("kill", deaths: deaths.kills, seed: 2) }
  }
}
