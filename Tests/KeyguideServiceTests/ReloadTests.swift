import KeyguideSettings
import Testing

@testable import KeyguideService

@Suite struct ReloadTests {
  private func error(_ text: String) -> SettingsError? {
    do throws(SettingsError) { _ = try LoadedSettings(text: Array(text.utf8), path: "/etc/it.toml") } catch {
      return error
    }
    return nil
  }

  @Test("a call reloads, and systemd is told before and after, with the moment in between")
  func reloads() throws {
    let harness = try ServiceHarness()
    var settings = DaemonSettings()
    settings.ignoreExternalKeyboards = true
    harness.configuration = .success(settings)
    let before = harness.loop.now
    #expect(try harness.call("Control.Reload").error == nil)
    #expect(try harness.seat.hardware.facts.ignoresExternal)
    let start = try #require(harness.notifications.firstIndex { $0.hasPrefix("RELOADING=1") })
    let begun = harness.notifications[start].split(separator: "\n")
    #expect(begun.first == "RELOADING=1")
    let moment = try #require(begun.last.flatMap { UInt64($0.replacing("MONOTONIC_USEC=", with: "")) })
    #expect((before...harness.loop.now).contains(moment))
    #expect(harness.notifications[start + 1].hasPrefix("READY=1\nSTATUS=0 keyboards, "))
  }

  @Test("a wrong configuration changes nothing; the reply, the log and the status say what and where")
  func wrong() throws {
    var settings = DaemonSettings()
    settings.ignoreExternalKeyboards = true
    let harness = try ServiceHarness(settings: settings)
    harness.configuration = .failure(try #require(error("[Bar]\nHigh = 1\n[Screen]\nWidth = 0")))
    let reply = try harness.call("Control.Reload")
    #expect(reply.error == "io.keyguide.Control.InvalidConfiguration")
    let problems = [
      "/etc/it.toml:2:1: 'High' is no key of [Bar]; did you mean 'Height'?",
      "/etc/it.toml:4:9: 'Screen.Width' must be a number from 1.0 to 100000.0",
    ]
    #expect(reply.parameters["problems"] as? [String] == problems)
    #expect(try harness.seat.hardware.facts.ignoresExternal)
    let logged = harness.logged.filter { $0.event == .configurationWrong }
    #expect(logged.map(\.message) == problems.map { "\($0); the former settings stay" })
    #expect(logged.first?.fields.map { "\($0.name)=\($0.value)" } == ["KEYGUIDE_FILE=/etc/it.toml"])
    #expect(harness.service.statusText.hasSuffix("; the configuration was not taken: \(problems[0])"))
    // systemd waits for it, whatever came of the reload.
    #expect(harness.notifications.last { $0.hasPrefix("READY=1") } != nil)
    harness.configuration = .success(DaemonSettings())
    try harness.service.reload()
    #expect(!harness.service.statusText.contains("configuration"))
  }

  @Test("a daemon that starts with a wrong configuration runs without it, and says so")
  func wrongFromTheStart() throws {
    let problem = try #require(error("[Access]\nMonitor = \"x\""))
    let harness = try ServiceHarness(startingWith: problem)
    let entry = try #require(harness.logged.first { $0.event == .configurationWrong })
    #expect(entry.message.hasSuffix("until it is right, the daemon runs without it, and serves root alone"))
    #expect(try harness.call("Monitor.Devices").error == nil, "this process has the daemon's own user")
  }

  @Test("a manager that does not listen is told again that the reload is over, and keeps nobody waiting")
  func deafManager() throws {
    let harness = try ServiceHarness()
    harness.isManagerListening = false
    try harness.service.reload()
    #expect(harness.notifications.isEmpty)
    harness.isManagerListening = true
    // Whatever the time until then: the timer is the only thing that there is to wait for.
    while harness.notifications.isEmpty { try harness.loop.runOnce(timeoutMicroseconds: 10_000_000) }
    #expect(harness.notifications == ["READY=1\nSTATUS=0 keyboards, 0 clients"])
  }

  @Test("the status counts keyboards and clients, and a storm of either is told once a second")
  func status() throws {
    let harness = try ServiceHarness()
    harness.plug("a")
    harness.plug("b", seat: "seat1")
    let client = try harness.client()
    try harness.run()
    #expect(harness.notifications.last == "READY=1\nSTATUS=2 keyboards, 1 client")
    for _ in 0..<100 {
      harness.unplug("a")
      try harness.run()
      harness.plug("a")
      try harness.run()
    }
    // Ten at once; the storm may last longer than the second after which there is another one.
    #expect(harness.notifications.count < 30)
    _ = client
  }
}
