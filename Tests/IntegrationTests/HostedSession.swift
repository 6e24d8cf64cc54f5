import CLinux
import Foundation
import Geometry
import Glibc
import GraphicalSession
import KeyguideAPI
import KeyguideClient
import Testing

/// A person's session as it is installed: a real compositor, and the real plugin host with the bundled plugins.
final class HostedSession {
  /// sway floats what is called so, over the whole screen: it is not moved out of a keyboard's way.
  static let floating = "overlay"

  let session: GraphicalSession
  /// Where the daemon listens, and the one after it.
  let socket: String
  private(set) var daemon: DaemonUnderTest
  private(set) var host: SessionProcess?

  init() throws {
    session = try GraphicalSession(
      configuration: """
        for_window [app_id="\(Self.floating)"] floating enable, move absolute position 0 0
        """)
    // The session's user is no user of logind's; a group says as well who may do what.
    try session.write(
      """
      [Access]
      Monitor = "group"
      Layout = "group"
      Provide = "group"
      Group = "\(getegid() == 0 ? 65534 : getegid())"
      """, to: "keyguided.toml")
    socket = session.folder + "/keyguided"
    daemon = try Self.startDaemon(session, socket)
    for name in ["compositor-sway", "osk-dbus", "osk-wvkbd"] {
      try install(name, from: "Config/plugins/\(name).toml", program: name)
    }
    let packages = try #require(Self.packages, "the Python of the tests has no package varlink")
    try session.write(
      String(contentsOf: Self.root.appending(path: "Tests/IntegrationTests/Clients/window.py"), encoding: .utf8),
      to: "window.py")
    for file in try FileManager.default.contentsOfDirectory(atPath: packages + "/varlink") where file.contains(".") {
      try session.write(
        String(contentsOfFile: "\(packages)/varlink/\(file)", encoding: .utf8), to: "python/varlink/\(file)")
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL

  /// Installs a manifest of this repository as it is, but for where its program is, and that its libraries are not in
  /// /usr: what is installed has Swift's inside.
  func install(_ name: String, from path: String, program: String) throws {
    var lines = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let executable = try #require(lines.firstIndex { $0.hasPrefix("executable = ") })
    lines[executable] = "executable = \"\(try session.copy(ofProgram: program))\""
    if !lines.contains("[capabilities]") { lines.append("[capabilities]") }
    lines.insert(
      "read = [\"\(try Self.swiftLibraries)\"]", at: try #require(lines.firstIndex(of: "[capabilities]")) + 1)
    try session.write(lines.joined(separator: "\n"), to: "manifests/\(name).toml")
  }

  /// Where the libraries of a debug build are.
  private static var swiftLibraries: String {
    get throws {
      // A file without a size, in many pieces.
      let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
      let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
      let library = try #require(lines.first { $0.hasSuffix("/libswiftCore.so") })
      let path = try #require(library.firstIndex(of: "/").map { library[$0...] })
      return String(path.dropLast("/libswiftCore.so".count))
    }
  }

  /// The folder of Python packages that has varlink.
  private static var packages: String? {
    guard let python = ProcessInfo.processInfo.environment["KEYGUIDE_TEST_PYTHON"] else { return nil }
    let library = URL(filePath: python).deletingLastPathComponent().appending(path: "../lib").standardizedFileURL.path
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
    return versions.map { "\(library)/\($0)/site-packages" }
      .first { FileManager.default.fileExists(atPath: $0 + "/varlink") }
  }

  // MARK: The daemon

  private static func startDaemon(_ session: GraphicalSession, _ socket: String) throws -> DaemonUnderTest {
    let daemon = try DaemonUnderTest(
      arguments: ["--socket", socket, "--settings", session.folder + "/keyguided.toml"])
    chmod(socket, 0o666)
    return daemon
  }

  /// Kills the daemon, and starts another one, as where nobody keeps its connections.
  func restartDaemon() throws {
    daemon.process.signal(SIGKILL)
    daemon.process.wait()
    daemon = try Self.startDaemon(session, socket)
  }

  /// A connection to it.
  func client() throws -> VarlinkClient {
    let client = try VarlinkClient(path: socket)
    DaemonUnderTest.limit(client.descriptor)
    return client
  }

  // MARK: What a person does

  /// Opens a terminal that is as large as the screen, where it may be.
  func openWindow(of application: String) throws -> SessionProcess {
    let size = "\(Int(GraphicalSession.width))x\(Int(GraphicalSession.height))"
    return try session.start("foot", ["--app-id", application, "--window-size-pixels", size, "cat"])
  }

  func startHost() throws {
    host = try session.start(
      session.copy(ofProgram: "keyguide-plugin-host"),
      ["--socket", socket, "--plugins", session.folder + "/manifests"])
  }

  /// Waits until the host says this of its plugins.
  @discardableResult
  func plugins(until isSo: ([PluginList.Plugin]) -> Bool) throws -> [PluginList.Plugin] {
    let control = try VarlinkClient(
      path: PluginHostSocket.session(runtimeFolder: try #require(session.environment["XDG_RUNTIME_DIR"])))
    DaemonUnderTest.limit(control.descriptor)
    try control.send("io.keyguide.PluginHost.List", more: true)
    while true {
      var reader = try control.next().reader
      let plugins = try PluginList(from: &reader).plugins
      if isSo(plugins) { return plugins }
    }
  }

  /// As `kill -9` does; waits until its plugins have ended as well.
  func killHost() throws {
    let processes = try plugins { $0.compactMap(\.pid).count == 2 }.compactMap(\.pid)
    let ends = processes.map { linux_pidfd_open(pid_t($0)) }
    defer { for end in ends { close(end) } }
    host?.stop()
    for end in ends {
      var ready = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      #expect(poll(&ready, 1, SessionProcess.patience) == 1, "a plugin has outlived its host")
    }
  }

  /// Runs keyguidectl as the session's user, to its end.
  func keyguidectl(_ words: String...) throws {
    let process = try session.start(session.copy(ofProgram: "keyguidectl"), words)
    #expect(try process.wait() == 0, "\(words): \(process.logText)")
  }

  /// A client in a window of that program.
  func openClient(in application: String, focus: String? = nil) throws -> ClientWindow {
    ClientWindow(
      try session.start(
        "python3", ["-u", session.folder + "/window.py", socket, application] + (focus.map { [$0] } ?? []),
        environment: ["PYTHONPATH": session.folder + "/python"]))
  }

  // MARK: What the compositor says

  /// Asks sway by its own tool, which shares nothing with our plugin.
  private func ask(_ type: String) throws -> Any {
    let process = try session.start("sh", ["-c", "swaymsg --raw --type \(type) | tr -d '\\n'; echo"])
    return try JSONSerialization.jsonObject(with: Data(process.nextLine().utf8))
  }

  /// What the compositor leaves to ordinary windows.
  func usableArea() throws -> Rectangle {
    let workspaces = try #require(try ask("get_workspaces") as? [[String: Any]])
    return try #require(Rectangle(json: workspaces.first?["rect"]))
  }

  /// Where the window of a program is.
  func frame(of application: String) throws -> Rectangle {
    var nodes = [try #require(try ask("get_tree") as? [String: Any])]
    while let node = nodes.popLast() {
      if node["app_id"] as? String == application { return try #require(Rectangle(json: node["rect"])) }
      for key in ["nodes", "floating_nodes"] { nodes += node[key] as? [[String: Any]] ?? [] }
    }
    throw SessionError("sway has no window of \(application)")
  }
}

/// A client of the session, and what it was told last.
final class ClientWindow {
  private let process: SessionProcess
  private(set) var guide = Rectangle(x: 0, y: 0, width: 0, height: 0)
  private(set) var field = Rectangle(x: 0, y: 0, width: 0, height: 0)

  init(_ process: SessionProcess) {
    self.process = process
  }

  /// Waits until it has the guide that it is to have; its field is then on top of it.
  func waitForGuide(_ expected: Rectangle, _ round: Comment) throws {
    while guide != expected {
      let reply: [String: Any]
      do {
        reply = try #require(try JSONSerialization.jsonObject(with: Data(process.nextLine().utf8)) as? [String: Any])
      } catch {
        Issue.record("\(round): the guide is \(guide) instead of \(expected): \(error)")
        throw error
      }
      guide = try #require(Rectangle(json: (reply["guide"] as? [String: Any])?["frame"]))
      field = Rectangle(json: (reply["views"] as? [String: Any])?["field"]) ?? field
    }
    #expect(field == Rectangle(x: 0, y: guide.y - 40, width: guide.width, height: 40), round)
  }
}

extension Rectangle {
  fileprivate init?(json: Any?) {
    guard let members = json as? [String: Double], let x = members["x"], let y = members["y"],
      let width = members["width"], let height = members["height"]
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
