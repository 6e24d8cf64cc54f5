import JSON
import Testing

@testable import PluginPolicy

private func manifest(_ change: (inout PluginManifest) -> Void = { _ in }) -> PluginManifest {
  var manifest = PluginManifest(name: "a", executable: "/opt/a", roles: [.language])
  change(&manifest)
  return manifest
}

private func sandbox(_ change: (inout PluginCapabilities) -> Void = { _ in }) -> Sandbox {
  Sandbox(manifest { change(&$0.capabilities) }, state: "/state/a", home: "/home/ann", hasAbstractBus: false)
}

private let session = [
  "HOME": "/home/ann", "LANG": "de_DE.UTF-8", "LC_TIME": "C", "SECRET_TOKEN": "x", "LD_PRELOAD": "/x.so",
  "XDG_RUNTIME_DIR": "/run/user/1", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus",
  "WAYLAND_DISPLAY": "wayland-1",
  "SWAYSOCK": "/run/user/1/sway", "NOTIFY_SOCKET": "/run/systemd/notify", "PATH": "/home/ann/bin",
]

private func plan(_ change: (inout PluginManifest) -> Void = { _ in }) -> LaunchPlan {
  LaunchPlan(
    manifest(change),
    in: HostSurroundings(environment: session, home: "/home/ann", stateFolder: "/state", processID: 7))
}

@Suite struct SandboxPlanTests {
  @Test("the environment has what every program needs, what the contract promises, and what is granted, and no more")
  func environment() {
    let base = [
      "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/home/ann", "TMPDIR=/state/a", "KEYGUIDE_PLUGIN=a",
      "KEYGUIDE_CONNECTIONS=3:4", "KEYGUIDE_STATE_DIRECTORY=/state/a", "KEYGUIDE_API_VERSION=1", "LANG=de_DE.UTF-8",
      "LC_TIME=C",
    ]
    #expect(plan().environment == base)
    let runtime = "XDG_RUNTIME_DIR=/run/user/1"
    #expect(
      plan { $0.capabilities.sessionBus = true }.environment
        == base + [runtime, "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1/bus"])
    #expect(plan { $0.capabilities.wayland = true }.environment == base + [runtime, "WAYLAND_DISPLAY=wayland-1"])
    #expect(plan { $0.capabilities.compositorIPC = true }.environment == base + [runtime, "SWAYSOCK=/run/user/1/sway"])
  }

  @Test("a plugin writes to its own folder alone, and reads the system and what is granted")
  func files() {
    let granted = sandbox { $0.read = ["~/.config/keyguide", "/srv"] }.files
    #expect(granted.filter { $0.access.contains(.make) } == [FileRule("/state/a", .own)])
    let writable = granted.filter { $0.access.contains(.write) && !$0.path.hasPrefix("/dev/") }
    #expect(writable == [FileRule("/state/a", .own)])
    #expect(
      granted.contains(FileRule("/home/ann/.config/keyguide", .read)) && granted.contains(FileRule("/srv", .read)))
    #expect(granted.contains(FileRule("/opt/a", [.read, .execute])))
    let plain = sandbox().files
    // No rule may open more than it says: what holds secrets is in no folder of the list.
    for secret in [
      "/etc/shadow", "/etc/ssh/ssh_host_key", "/etc/ssl/private/key", "/home/ann/.ssh/id", "/run/user/1/bus",
    ] {
      #expect(!plain.contains { secret == $0.path || secret.hasPrefix("\($0.path)/") }, "\(secret)")
    }
  }

  @Test("what is handed to the launcher is what it reads")
  func coding() throws {
    let plan = plan { manifest in
      manifest.arguments = ["-v", "\"\u{0}\n"]
      manifest.capabilities.programs = true
      manifest.limits.processes = 3
    }
    var writer = JSONWriter()
    plan.encode(to: &writer)
    var reader = JSONReader(writer.bytes)
    #expect(try LaunchPlan(from: &reader) == plan)
  }

  @Test("a plan fits into the socket that it is handed over by, whatever a manifest and an environment hold")
  func size() {
    var writer = JSONWriter()
    plan { manifest in
      manifest.arguments = Array(repeating: String(repeating: "x", count: 4096), count: 15)
      manifest.capabilities.read = Array(repeating: "/\(String(repeating: "y", count: 1000))", count: 32)
    }.encode(to: &writer)
    #expect(writer.bytes.count < 128 << 10)
  }

  @Test(
    "each version of landlock is asked for what it can do, and what it cannot is told",
    arguments: [
      (0, 0, 0, 0, [MissingProtection.files, .abstractSockets, .signals]),
      (1, 0x1fff, 0, 0, [.truncation, .abstractSockets, .signals]),
      (2, 0x3fff, 0, 0, [.truncation, .abstractSockets, .signals]),
      (3, 0x7fff, 0, 0, [.abstractSockets, .signals]), (4, 0x7fff, 3, 0, [.abstractSockets, .signals]),
      (5, 0xffff, 3, 0, [.abstractSockets, .signals]), (6, 0xffff, 3, 3, []), (9, 0xffff, 3, 3, []),
    ] as [(Int, UInt64, UInt64, UInt64, [MissingProtection])])
  func landlock(version: Int, files: UInt64, ports: UInt64, scopes: UInt64, missing: [MissingProtection]) {
    let rules = LandlockRules(
      sandbox {
        $0.programs = true
        $0.wayland = true
      }, version: version)
    #expect(rules.files == files && rules.ports == ports && rules.scopes == scopes && rules.missing == missing)
    // Landlock refuses a rule with rights that its set does not handle, or that no file can have.
    for access in [FileAccess.read, [.read, .execute], [.read, .write], .own] {
      #expect(rules.rights(access, isFolder: true) & ~rules.files == 0)
      #expect(rules.rights(access, isFolder: false) & ~0xc007 == 0)
    }
  }

  @Test("what is granted is not refused")
  func grants() {
    let open = LandlockRules(
      sandbox {
        $0.network = true
        $0.signals = true
      }, version: 6)
    #expect(open.ports == 0 && open.scopes == 1)
    let bus = Sandbox(
      manifest { $0.capabilities.sessionBus = true }, state: "/s", home: "/h", hasAbstractBus: true)
    #expect(LandlockRules(bus, version: 6).scopes == 2)
  }

  @Test("system calls are refused by what is not granted")
  func systemCalls() {
    func calls(_ change: (inout PluginCapabilities) -> Void = { _ in }) -> [SystemCallFilter.Rule] {
      SystemCallFilter.rules(sandbox(change), processID: 7, launch: [16, 32, 48])
    }
    func conditions(_ call: String, _ rules: [SystemCallFilter.Rule]) -> [SystemCallFilter.Condition?] {
      rules.filter { $0.call == call }.map(\.condition)
    }
    #expect(conditions("socket", calls()) == [nil])
    #expect(conditions("connect", calls()) == [nil])
    #expect(conditions("socket", calls { $0.wayland = true }) == [.differs(argument: 0, from: 1)])
    #expect(conditions("connect", calls { $0.wayland = true }).isEmpty)
    #expect(conditions("socket", calls { $0.network = true }).isEmpty)
    #expect(
      conditions("execve", calls()) == [
        .differs(argument: 0, from: 16), .differs(argument: 1, from: 32), .differs(argument: 2, from: 48),
      ])
    #expect(conditions("execve", calls { $0.programs = true }).isEmpty)
    #expect(conditions("fork", calls()) == [nil] && conditions("fork", calls { $0.programs = true }).isEmpty)
    #expect(conditions("kill", calls()) == [.differs(argument: 0, from: 7)])
    #expect(conditions("kill", calls { $0.signals = true }).isEmpty)
    for never in ["ptrace", "setsid", "io_uring_setup", "unshare", "bpf", "keyctl"] {
      #expect(conditions(never, calls { $0 = .everything }) == [nil], "\(never)")
    }
  }
}

extension PluginCapabilities {
  fileprivate static var everything: PluginCapabilities {
    var all = PluginCapabilities()
    (all.sessionBus, all.wayland, all.compositorIPC, all.programs) = (true, true, true, true)
    (all.network, all.signals, all.monitor, all.control) = (true, true, true, true)
    return all
  }
}
