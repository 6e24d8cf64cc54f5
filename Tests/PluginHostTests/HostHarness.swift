import CLinux
import EventLoop
import Foundation
import Glibc
import KeyguideAPI
import KeyguideClient
import ServiceProcess
import Testing

/// A path that nothing has, with no part that could be written in another way.
func temporaryPath() -> String {
  FileManager.default.temporaryDirectory.appending(path: "keyguide-\(UUID().uuidString.prefix(8))").path
}

/// The real plugin host as a child process, with real plugins, and a daemon that the test is.
///
/// Everything is waited for by what the host tells on its control socket, or a plugin the daemon.
final class HostHarness {
  let loop: EventLoop
  let folder: String
  private(set) var daemon: FakeDaemon
  private(set) var host: ServiceProcess
  private var control: VarlinkClient?
  private var controlSource: IOSource?
  /// What the host told last.
  private(set) var plugins: [PluginList.Plugin] = []
  private let scope: String

  init(scope: String = "session") throws {
    self.scope = scope
    loop = try EventLoop()
    folder = temporaryPath()
    for part in ["", "/plugins"] {
      try FileManager.default.createDirectory(
        atPath: folder + part, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }
    daemon = try FakeDaemon(socket: folder + "/daemon", loop: loop)
    host = try Self.start(folder, scope)
  }

  isolated deinit {
    host.signal(SIGKILL)
    host.wait()
    daemon.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// What the host and its plugins have written.
  var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

  // MARK: The host

  private static func start(_ folder: String, _ scope: String) throws -> ServiceProcess {
    let process = try ServiceProcess(
      path: program("keyguide-plugin-host"),
      arguments: [
        "--scope", scope, "--socket", folder + "/daemon", "--plugins", folder + "/plugins", "--plugins",
        folder + "/later", "--state", folder + "/state", "--control", folder + "/control",
      ], folder: folder, standardError: folder + "/log")
    do {
      try process.waitUntilReady()
    } catch {
      Issue.record("\(error)\n\((try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "")")
      throw error
    }
    return process
  }

  /// Another run of the host, with what the former one has left behind.
  func restartHost() throws {
    host.stop()
    disconnect()
    host = try Self.start(folder, scope)
  }

  /// Another daemon at the same socket; the former one has been stopped.
  func restartDaemon() throws {
    daemon = try FakeDaemon(socket: folder + "/daemon", loop: loop)
  }

  private func disconnect() {
    controlSource?.cancel()
    (control, controlSource, plugins) = (nil, nil, [])
  }

  static func program(_ name: String) throws -> String {
    let this = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: this).deletingLastPathComponent().appending(path: name).path
  }

  // MARK: Plugins

  /// The beginning of every plugin in Python: its connections, and a way to tell the test something.
  private static let prelude = """
    #!/usr/bin/python3
    import ctypes, errno, json, os, signal, socket, sys, threading, time
    connections = [socket.socket(fileno=int(n)) for n in os.environ["KEYGUIDE_CONNECTIONS"].split(":")]
    def call(connection, method, more=False, **parameters):
        message = {"method": "io.keyguide.Provider." + method, "more": more, "parameters": parameters}
        connection.sendall(json.dumps(message).encode() + b"\\0")
        return connection.recv(65536)
    def register(): call(connections[0], "Register", True, name=os.environ["KEYGUIDE_PLUGIN"], apiVersion=1, roles=[])
    def say(text): call(connections[1], "Finish", provider="", request=0, problem=str(text))
    def attempt(act):
        try: return str(act())
        except OSError as error: return errno.errorcode[error.errno]
        except MemoryError: return "MemoryError"
    def until_the_end():
        while connections[0].recv(4096): pass

    """

  /// Installs a plugin in Python. It ends when its connection does, unless its text has it do otherwise.
  func install(_ name: String, _ text: String, _ manifest: String = "", in part: String = "plugins") throws {
    let program = "\(folder)/\(name).py"
    // A file that is being run cannot be written to, but replaced.
    try (Self.prelude + text).write(toFile: program + ".new", atomically: false, encoding: .utf8)
    chmod(program + ".new", 0o755)
    rename(program + ".new", program)
    try write(
      name,
      """
      name = "\(name)"
      api = 1
      executable = "\(program)"
      roles = ["language"]
      scope = "\(scope)"
      \(manifest)
      """, in: part)
  }

  /// Writes a manifest, all at once; the folder `later` is not there before.
  func write(_ name: String, _ text: String, in part: String = "plugins") throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/\(part)/.new", atomically: false, encoding: .utf8)
    chmod("\(folder)/\(part)/.new", 0o644)
    rename("\(folder)/\(part)/.new", "\(folder)/\(part)/\(name).toml")
  }

  // MARK: Waiting

  /// Turns the loop until something is so. The limit is only for a test that fails.
  func wait(_ what: String, _ isSo: () throws -> Bool) throws {
    if control == nil { try connect() }
    let limit = loop.now + 60_000_000
    while try !isSo() {
      guard loop.now < limit else {
        Issue.record("\(what) did not come: \(plugins)\n\(log.suffix(4000))")
        throw CancellationError()
      }
      try loop.runOnce(timeoutMicroseconds: 1_000_000)
    }
  }

  /// Waits until a plugin is in a state, and what is asked for holds.
  @discardableResult
  func wait(
    _ name: String, _ state: PluginList.State, _ isSo: (PluginList.Plugin) -> Bool = { _ in true }
  ) throws -> PluginList.Plugin {
    func found() -> PluginList.Plugin? { plugins.first { $0.name == name && $0.state == state && isSo($0) } }
    try wait("\(name) \(state.rawValue)") { found() != nil }
    return try #require(found())
  }

  /// Waits until a plugin has said something, and returns it.
  func waitForWord(after count: Int = 0) throws -> String {
    try wait("a word") { daemon.said.count > count }
    return daemon.said[count]
  }

  /// Waits until a process has ended, whoever its parent is.
  func waitForEnd(of process: Int) throws {
    let descriptor = linux_pidfd_open(pid_t(process))
    guard descriptor >= 0 else { return #expect(descriptor == -ESRCH) }
    defer { close(descriptor) }
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, 60_000) == 1, "process \(process) is still there")
  }

  private func connect() throws {
    let client = try VarlinkClient(path: folder + "/control")
    try client.send("io.keyguide.PluginHost.List", more: true)
    controlSource = try loop.watch(client.descriptor, for: .readable, priority: .clients) { [weak self] _ in
      self?.receive()
    }
    control = client
  }

  private func receive() {
    do {
      while let reply = try control?.receive() {
        var reader = reply.reader
        plugins = try PluginList(from: &reader).plugins
      }
    } catch {
      disconnect()
    }
  }

  // MARK: What a person does

  /// Runs keyguidectl on the host's socket; the fake daemon need not be heard for it.
  func control(_ words: String...) throws -> (output: String, problem: String, code: Int32) {
    let process = Process()
    let (output, problem) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: try Self.program("keyguidectl"))
    process.arguments = ["--socket", folder + "/control"] + words
    (process.standardOutput, process.standardError) = (output, problem)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let error = problem.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      String(decoding: text, as: UTF8.self), String(decoding: error, as: UTF8.self), process.terminationStatus
    )
  }
}
