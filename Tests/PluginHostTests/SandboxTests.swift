import CLinux
import Foundation
import Glibc
import KeyguideAPI
import Testing

/// Whether this machine's kernel has landlock; without it, tests of files are skipped, and the runner says so.
private nonisolated let hasLandlock = linux_landlock_version() > 0

extension PluginHostTests {
  /// Hostile plugins, and what they get. They hold for root too, which reads everything without a sandbox.
  @Suite struct PluginSandboxTests {
    /// What a plugin says of itself once; it gets the capabilities.
    private func word(_ text: String, _ capabilities: String = "", limits: String = "") throws -> String {
      let harness = try HostHarness()
      try harness.install(
        "hostile", text + "\nregister()\nuntil_the_end()", "[capabilities]\n\(capabilities)\n[limits]\n\(limits)")
      let word = try harness.waitForWord()
      let plugin = try harness.wait("hostile", .running)
      #expect(plugin.missing.isEmpty || linux_landlock_version() < 6, "\(plugin.missing)")
      return word
    }

    @Test(
      "a plugin reads no secrets and writes nowhere but to its own folder",
      .enabled(if: hasLandlock, "this kernel has no landlock"))
    func files() throws {
      let secret = temporaryPath()
      try "secret".write(toFile: secret, atomically: false, encoding: .utf8)
      defer { try? FileManager.default.removeItem(atPath: secret) }
      let word = try word(
        """
        def reads(path):
            with open(path, "rb") as file: return len(file.read(1)) == 1
        def writes(path):
            with open(path, "w") as file: return file.write("x") == 1
        state = os.environ["KEYGUIDE_STATE_DIRECTORY"]
        say(" ".join([
            attempt(lambda: reads("/etc/shadow")), attempt(lambda: reads("\(secret)")), attempt(lambda: os.listdir("/root")),
            attempt(lambda: reads(f"/proc/{os.getppid()}/environ")), attempt(lambda: writes("\(secret)")),
            attempt(lambda: writes("/tmp/keyguide-hostile")), attempt(lambda: os.unlink("\(secret)")),
            attempt(lambda: os.truncate("\(secret)", 0)), attempt(lambda: os.open("/dev/tty", os.O_RDWR)),
            attempt(lambda: reads("/usr/bin/env")), attempt(lambda: reads("/etc/passwd")), attempt(lambda: writes(state + "/x")),
            attempt(lambda: os.getcwd() == state), oct(os.stat(state + "/x").st_mode & 0o777)]))
        """)
      let truncated = linux_landlock_version() < 3 ? "None" : "EACCES"
      #expect(
        word
          == "EACCES EACCES EACCES EACCES EACCES EACCES EACCES \(truncated) EACCES True True True True 0o600")
    }

    @Test("a folder that is granted can be read, and no more", .enabled(if: hasLandlock, "this kernel has no landlock"))
    func grantedFolder() throws {
      let folder = temporaryPath()
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try "x".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
      let word = try word(
        """
        say(" ".join([attempt(lambda: os.listdir("\(folder)")[0]), attempt(lambda: open("\(folder)/file").read()),
            attempt(lambda: open("\(folder)/file", "a")), attempt(lambda: os.mkdir("\(folder)/new"))]))
        """, "read = [\"\(folder)\"]")
      #expect(word == "file x EACCES EACCES")
    }

    @Test(
      "sockets are refused, or Unix ones alone allowed, or all, as is granted",
      arguments: [
        ("", "EPERM EPERM EPERM True"), ("wayland = true", "EPERM EPERM True True"),
        ("network = true", "True True True True"),
      ])
    func sockets(capabilities: String, expected: String) throws {
      let word = try word(
        """
        def opens(*kind): return socket.socket(*kind).fileno() > 2
        say(" ".join([attempt(lambda: opens(socket.AF_INET)), attempt(lambda: opens(socket.AF_INET6, socket.SOCK_DGRAM)),
            attempt(lambda: opens(socket.AF_UNIX)), attempt(lambda: len(socket.socketpair()) == 2)]))
        """, capabilities)
      #expect(word == expected)
    }

    @Test(
      "a granted socket can be reached; those without a path are closed", .enabled(if: linux_landlock_version() >= 6))
    func unixSockets() throws {
      let harness = try HostHarness()
      try harness.install(
        "client",
        """
        def reaches(address):
            socket.socket(socket.AF_UNIX).connect(address)
            return True
        own = socket.socket(socket.AF_UNIX)
        own.bind("\\0keyguide-" + str(os.getpid()))
        own.listen()
        say(" ".join([attempt(lambda: reaches("\(harness.folder)/daemon")),
            attempt(lambda: reaches("\\0\(harness.folder)/abstract")), attempt(lambda: reaches(own.getsockname()))]))
        register()
        until_the_end()
        """, "[capabilities]\nwayland = true")
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let name = Array("\0\(harness.folder)/abstract".utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
      let bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(MemoryLayout<sa_family_t>.size + name.count))
        }
      }
      #expect(bound == 0 && listen(listener, 1) == 0)
      #expect(try harness.waitForWord() == "True EPERM True")
    }

    @Test("programs are started only where that is granted, and threads always", arguments: [false, true])
    func programs(isGranted: Bool) throws {
      let word = try word(
        """
        def starts(path):
            child = os.posix_spawn(path, [path], {})
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        thread = threading.Thread(target=lambda: None); thread.start(); thread.join()
        state = os.environ["KEYGUIDE_STATE_DIRECTORY"]
        with open(state + "/own", "w") as file: file.write("#!/bin/sh\\n")
        os.chmod(state + "/own", 0o755)
        words = [attempt(lambda: starts("/bin/true")), attempt(lambda: starts(state + "/own"))]
        words.append(attempt(lambda: os.execv("/bin/true", ["true"])) if not \(isGranted ? "True" : "False") else "-")
        say(" ".join(words))
        """, "programs = \(isGranted)")
      // What it writes itself is no program.
      #expect(word == (isGranted ? "0 \(hasLandlock ? "EACCES" : "0") -" : "EPERM EPERM EPERM"))
    }

    @Test("calls into the kernel's and other processes' inner parts are refused")
    func systemCalls() throws {
      let word = try word(
        """
        libc = ctypes.CDLL(None, use_errno=True)
        def refused(name, *arguments):
            libc.__getattr__(name)(*arguments)
            return errno.errorcode.get(ctypes.get_errno(), "0")
        say(" ".join([refused("ptrace", 16, os.getppid(), 0, 0), refused("unshare", 0x10000000), refused("setns", 0, 0),
            refused("personality", 0), refused("mount", b"a", b"/", b"tmpfs", 0, 0), refused("setsid"),
            refused("prctl", 1, 0), refused("prlimit", os.getppid(), 7, 0, 0), refused("shmget", 0, 4096, 0o1600)]))
        """, "programs = true\nsignals = true\nnetwork = true")
      #expect(word == Array(repeating: "EPERM", count: 9).joined(separator: " "))
    }

    @Test("other processes get no signals, unless that is granted", arguments: [false, true])
    func signals(isGranted: Bool) throws {
      let word = try word(
        """
        say(" ".join([attempt(lambda: os.kill(os.getppid(), 0)), attempt(lambda: os.kill(-1, 0)),
            attempt(lambda: os.kill(os.getpid(), 0))]))
        """, "signals = \(isGranted)")
      #expect(word == (isGranted ? "None None None" : "EPERM EPERM None"))
    }

    @Test("who eats memory gets none, and the host and others go on")
    func memory() throws {
      let word = try word(
        """
        import mmap
        held = []
        def eats():
            while True: held.append(bytearray(4 << 20))
        first = attempt(eats)
        size = sum(len(piece) for piece in held) >> 20
        held.clear()
        def shares():
            while True: held.append(mmap.mmap(-1, 64 << 20))
        shared = attempt(shares)
        pieces = len(held)
        held.clear()
        say(f"{first} {size < 64} {shared} {pieces <= 17}")
        """, limits: "memory = 67108864")
      #expect(word == "MemoryError True ENOMEM True")
    }

    @Test("a plugin has the descriptors that it is promised, and the number that it may have")
    func descriptors() throws {
      let word = try word(
        """
        first = sorted(int(n) for n in os.listdir("/proc/self/fd"))[:-1]
        opened = 0
        def opens():
            global opened
            while True:
                os.dup(0)
                opened += 1
        full = attempt(opens)
        os.closerange(5, 100)
        say(f"{first} {full} {opened} {sorted(os.environ)}")
        """, limits: "descriptors = 32")
      #expect(word.hasPrefix("[0, 1, 2, 3, 4] EMFILE 27 "))
      for name in ["NOTIFY_SOCKET", "XDG_RUNTIME_DIR", "LD_PRELOAD"] { #expect(!word.contains("'\(name)'")) }
    }

    @Test("root's plugins have no capabilities, and none can raise its rights")
    func capabilities() throws {
      let word = try word(
        """
        with open("/proc/self/status") as file:
            status = dict(line.split(":", 1) for line in file)
        keys = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp"]
        say(" ".join(status[key].strip().lstrip("0") or "0" for key in keys))
        """)
      let words = word.split(separator: " ")
      #expect(words.count == 7)
      #expect(words[0] == "0" && words[1] == "0" && words[2] == "0" && words[4] == "0")
      // The bounding set of who is not root is of no use without rights to raise.
      #expect(geteuid() != 0 || words[3] == "0")
      #expect(words[5] == "1" && words[6] == "2")
    }

    @Test("a script that starts its interpreter by env is told what to write instead")
    func interpreter() throws {
      let harness = try HostHarness()
      try harness.install("script", "")
      try harness.wait("script", .finished) { _ in true }
      let program = harness.folder + "/script.py"
      try "#!/usr/bin/env python3\n".write(toFile: program, atomically: true, encoding: .utf8)
      chmod(program, 0o755)
      let plugin = try harness.wait("script", .waiting)
      #expect(plugin.problem?.hasSuffix("name the interpreter itself, as in #!/usr/bin/python3") == true, "\(plugin)")
      try "#!/usr/bin/python3\n".write(toFile: program, atomically: true, encoding: .utf8)
      chmod(program, 0o644)
      try harness.wait("script", .waiting) { $0.problem?.contains("cannot be started: Permission denied") == true }
    }
  }
}
