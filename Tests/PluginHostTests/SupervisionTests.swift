import Foundation
import Glibc
import KeyguideAPI
import KeyguideClient
import Testing

/// Real processes, real time: one after the other, so that they do not slow each other down.
@Suite(.serialized) struct PluginHostTests {}

extension PluginHostTests {
  @Suite struct SupervisionTests {
    @Test("a plugin gets two confined connections, and runs when it has registered")
    func runs() throws {
      let harness = try HostHarness()
      try harness.install("one", "register()\nuntil_the_end()", "version = \"2.1\"\n[capabilities]\nmonitor = true")
      let plugin = try harness.wait("one", .running)
      let confinement = FakeDaemon.Confinement(name: "one", rights: ["provide", "monitor"], roles: ["language"])
      #expect(harness.daemon.confinements == [confinement, confinement])
      #expect(plugin.version == "2.1" && plugin.roles == ["language"] && plugin.restarts == 0)
      #expect(plugin.manifest == harness.folder + "/plugins/one.toml" && plugin.problem == nil)
      while try harness.host.notification() != ["STATUS=1 plugin, 1 running"] {}
      harness.daemon.setSlow("one", true)
      try harness.wait("one", .slow)
      harness.daemon.setSlow("one", false)
      try harness.wait("one", .running)
      #expect(harness.host.stop() == 0)
      try harness.waitForEnd(of: #require(plugin.pid))
    }

    @Test("what ends at once is started twice more, then parked until its program changes or somebody asks")
    func parked() throws {
      let harness = try HostHarness()
      try harness.install("crash", "sys.exit(3)")
      let parked = try harness.wait("crash", .parked)
      #expect(parked.restarts == 2 && parked.pid == nil)
      #expect(parked.problem == "it ended with exit code 3")
      #expect(try harness.control("plugins", "restart", "crash").code == 0)
      try harness.wait("crash", .waiting) { $0.restarts == 3 }
      try harness.wait("crash", .parked)
      try harness.install("crash", "register()\nuntil_the_end()")
      try harness.wait("crash", .running)
    }

    @Test("what ends without an error has nothing to do here, and is started again only when asked")
    func finished() throws {
      let harness = try HostHarness()
      try harness.install("done", "register()")
      let finished = try harness.wait("done", .finished)
      #expect(finished.problem == nil && finished.restarts == 0)
      #expect(try harness.control("plugins", "restart", "done").code == 0)
      try harness.wait("done", .finished) { $0.restarts == 1 }
    }

    @Test("what a plugin has said last is told with its end")
    func lastWords() throws {
      let harness = try HostHarness()
      try harness.install("one", "print('where is the screen?\\nthere is \\x1b[31mnone', flush=True)\nsys.exit(3)")
      let end = "it ended with exit code 3; it said last: there is �[31mnone"
      try harness.wait("one", .parked) { $0.problem == end }
      #expect(try harness.control("plugins").output.contains(end))
      try harness.install("one", "print('nothing is to be done', flush=True)")
      try harness.wait("one", .finished) {
        $0.problem == "it ended with exit code 0; it said last: nothing is to be done"
      }
    }

    @Test("who never registers is stopped, with a reason")
    func neverRegisters() throws {
      let harness = try HostHarness()
      try harness.install("silent", "until_the_end()", "[limits]\nhandshake = 0.3")
      let plugin = try harness.wait("silent", .waiting)
      #expect(plugin.problem == "it did not register with the daemon within 0.3 s")
      try harness.wait("silent", .parked)
    }

    @Test("who closes all its descriptors is not known any more, and is stopped and started anew")
    func closesDescriptors() throws {
      let harness = try HostHarness()
      try harness.install(
        "closer",
        """
        register()
        say("here")
        for connection in connections: connection.detach()
        os.closerange(0, 100)
        while True: time.sleep(1000)
        """, "[limits]\nhandshake = 2")
      #expect(try harness.waitForWord() == "here")
      let plugin = try harness.wait("closer", .waiting)
      #expect(plugin.problem == "it did not register with the daemon within 2 s")
      #expect(try harness.waitForWord(after: 1) == "here")
    }

    @Test("who does not answer TERM is ended, with everything that it has started, however well that hides")
    func ignoresTerm() throws {
      let harness = try HostHarness()
      try harness.install(
        "stubborn",
        """
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        escapes = attempt(os.setsid) + attempt(lambda: os.setpgid(0, 0))
        if os.fork() == 0:
            escapes += attempt(os.setsid) + attempt(lambda: os.setpgid(0, 0))
            if os.fork(): os._exit(0)
            say(f"{escapes} {os.getpid()}")
            while True: time.sleep(1000)
        register()
        while True: time.sleep(1000)
        """, "[capabilities]\nprograms = true")
      let words = try harness.waitForWord().split(separator: " ")
      #expect(words.first == "EPERMEPERMEPERMEPERM", "nobody leaves the process group")
      let grandchild = try #require(words.last.flatMap { Int($0) })
      let plugin = try harness.wait("stubborn", .running)
      #expect(kill(pid_t(grandchild), 0) == 0)
      #expect(try harness.control("plugins", "disable", "stubborn").code == 0)
      try harness.wait("stubborn", .stopping)
      try harness.wait("stubborn", .disabled)
      try harness.waitForEnd(of: #require(plugin.pid))
      try harness.waitForEnd(of: grandchild)
    }

    @Test("what a plugin has started ends with it, also when it ends by itself")
    func outlived() throws {
      let harness = try HostHarness()
      try harness.install(
        "parent",
        """
        register()
        child = os.fork()
        if child:
            say(child)
            sys.exit(0)
        while True: time.sleep(1000)
        """, "[capabilities]\nprograms = true")
      let child = try #require(Int(try harness.waitForWord()))
      try harness.wait("parent", .finished)
      try harness.waitForEnd(of: child)
    }

    @Test("a million lines bring two hundred to the log, and keep nobody from asking the host")
    func floods() throws {
      let harness = try HostHarness()
      try harness.install(
        "flood",
        """
        line = b"y" * 60 + b"\\n"
        for _ in range(1000): os.write(1, line * 1000)
        os.write(2, b"x" * 1000000 + b"\\nlast\\n")
        register()
        until_the_end()
        """, "[limits]\nhandshake = 60")
      try harness.wait("flood", .starting) { $0.pid != nil }
      #expect(try harness.control("plugins").output.contains("flood: "))
      try harness.wait("flood", .running)
      let flood = harness.log.split(separator: "\n").filter { $0.hasPrefix("flood: ") }
      #expect(flood.count >= 200)
      // One more for each 50 ms that it took.
      #expect(flood.count < 5000)
      #expect(flood.allSatisfy { $0.utf8.count < 2200 })
      #expect(try harness.control("plugins", "disable", "flood").code == 0)
      try harness.wait("flood", .disabled)
      #expect(harness.log.contains("were left out"))
    }

    @Test("when the host is killed, its plugins end")
    func hostKilled() throws {
      let harness = try HostHarness()
      // SIGKILL comes from the kernel: what it does with other signals does not matter.
      try harness.install(
        "orphan",
        """
        for number in range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP): signal.signal(number, signal.SIG_IGN)
        say(ctypes.CDLL(None).prctl(1, 0))
        register()
        while True: time.sleep(1000)
        """)
      let plugin = try harness.wait("orphan", .running)
      #expect(try harness.waitForWord() == "-1", "it cannot change that")
      harness.host.signal(SIGKILL)
      try harness.waitForEnd(of: #require(plugin.pid))
    }

    @Test("when the daemon goes, plugins end and are started anew with the next one, and none is to blame")
    func daemonRestarts() throws {
      let harness = try HostHarness()
      try harness.install("one", "register()\nuntil_the_end()\nsys.exit(1)")
      let first = try harness.wait("one", .running)
      for run in 1...4 {
        harness.daemon.stop()
        let waiting = try harness.wait("one", .waiting) { $0.pid == nil }
        #expect(waiting.startsIn == nil && waiting.problem != nil)
        try harness.restartDaemon()
        try harness.wait("one", .running) { $0.restarts == run && $0.pid != first.pid }
      }
    }

    @Test("a plugin whose connections outlive the daemon's absence never notices")
    func connectionsSurvive() throws {
      let harness = try HostHarness()
      try harness.install("one", "register()\nuntil_the_end()")
      let first = try harness.wait("one", .running)
      harness.daemon.endLists()
      try harness.wait("one", .starting)
      let again = try harness.wait("one", .running)
      #expect(again.pid == first.pid && again.restarts == 0)
    }

    @Test("what the daemon refuses is told, and asked again")
    func refused() throws {
      let harness = try HostHarness()
      harness.daemon.refuse(true)
      try harness.install("one", "register()\nuntil_the_end()")
      let refused = try harness.wait("one", .waiting) { $0.startsIn != nil }
      #expect(refused.problem?.contains("io.keyguide.Service.PermissionDenied") == true)
      harness.daemon.refuse(false)
      try harness.wait("one", .running)
    }

    @Test("while plugins run, nothing wakes the host by time")
    func idle() throws {
      let harness = try HostHarness()
      try harness.install("one", "register()\nuntil_the_end()")
      try harness.install("done", "register()")
      try harness.wait("one", .running)
      try harness.wait("done", .finished)
      // The timer that gathers changes of files may still be on its way.
      let folder = "/proc/\(harness.host.processID)/fdinfo"
      func timers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
          .compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
          .filter { $0.contains("it_value:") }
      }
      try harness.wait("no timer") { try timers().allSatisfy { $0.contains("it_value: (0, 0)") } }
      #expect(try !timers().isEmpty)
    }
  }
}
