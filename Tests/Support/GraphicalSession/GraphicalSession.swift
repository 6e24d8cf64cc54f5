import Foundation
import Glibc

/// A person's session with a real bus and a real compositor, on a screen that nobody sees.
///
/// sway runs on wlroots' headless backend and draws in software. It refuses to run as root: then all is user nobody's.
public final class GraphicalSession {
  public static let width = 1024.0
  public static let height = 768.0
  public static let screen = "HEADLESS-1"

  /// Belongs to the session's user; everything is in it.
  public let folder: String
  /// What the session's programs get.
  public private(set) var environment: [String: String]
  private let user: uid_t?
  private var bus: SessionProcess?
  private var compositor: SessionProcess?

  /// Starts a bus and a compositor, and waits until programs can be started.
  ///
  /// `configuration` is appended to sway's.
  public init(configuration: String = "") throws {
    user = geteuid() == 0 ? 65534 : nil
    folder = NSTemporaryDirectory() + "/keyguide-session-\(UUID().uuidString.prefix(8))"
    environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder + "/run", "LANG": "C.UTF-8",
      // Neither a real screen, nor a graphics card, nor a real keyboard, nor what a person has set.
      "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
      "GSETTINGS_BACKEND": "memory", "XDG_SESSION_TYPE": "wayland", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none",
      "GDK_BACKEND": "wayland",
    ]
    try makeFolder(folder)
    try makeFolder(folder + "/run")
    let bus = try start(
      "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address=1", "--address=unix:path=\(folder)/bus"])
    self.bus = bus
    environment["DBUS_SESSION_BUS_ADDRESS"] = try bus.nextLine()
    let text = """
      default_border none
      output \(Self.screen) resolution \(Int(Self.width))x\(Int(Self.height)) position 0 0
      \(configuration)
      exec echo "$SWAYSOCK $WAYLAND_DISPLAY"

      """
    try write(text, to: "sway.conf")
    let compositor = try start("sway", ["--config", folder + "/sway.conf"])
    self.compositor = compositor
    let names = try compositor.nextLine().split(separator: " ").map(String.init)
    guard names.count == 2 else { throw SessionError("sway says '\(names)'") }
    environment["SWAYSOCK"] = names[0]
    environment["WAYLAND_DISPLAY"] = names[1]
  }

  deinit {
    compositor?.stop()
    bus?.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts a program of the session; its name is looked for in PATH.
  public func start(
    _ program: String, _ arguments: [String] = [], environment more: [String: String] = [:], inherited: [Int32] = []
  ) throws -> SessionProcess {
    let name = URL(filePath: program).lastPathComponent
    return try SessionProcess(
      [program] + arguments, environment: environment.merging(more) { $1 }, user: user,
      log: folder + "/\(name)-\(UUID().uuidString.prefix(4)).log", inherited: inherited)
  }

  /// Opens a window: a terminal in which nothing happens.
  public func openWindow() throws -> SessionProcess {
    // Its program is named, as the session's user may have no shell.
    try start("foot", ["cat"])
  }

  /// Ends the compositor, as at the end of a session.
  public func stopCompositor() {
    compositor?.stop()
  }

  /// Writes a file of the session's user into the folder, with the folders that lead to it.
  public func write(_ text: String, to name: String) throws {
    let path = folder + "/" + name
    var parent = folder
    for part in name.split(separator: "/").dropLast() {
      parent += "/\(part)"
      if !FileManager.default.fileExists(atPath: parent) { try makeFolder(parent) }
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    if let user { chown(path, user, user) }
  }

  /// Keeps a picture of the screen beside the build, as `pictures/NAME.ppm` and `.png`.
  public func takePicture(_ name: String) throws {
    for type in ["png", "ppm"] {
      let path = "\(folder)/picture"
      let grim = try start("grim", ["-t", type, "-o", Self.screen, path])
      guard try grim.wait() == 0 else { throw SessionError("no picture: \(grim.logText)") }
      let kept = try Self.pictureFolder() + "/\(name).\(type)"
      try? FileManager.default.removeItem(atPath: kept)
      try FileManager.default.moveItem(atPath: path, toPath: kept)
    }
  }

  /// A picture that was taken.
  public func picture(_ name: String) throws -> ScreenPicture {
    try ScreenPicture(contentsOf: try Self.pictureFolder() + "/\(name).ppm")
  }

  private static func pictureFolder() throws -> String {
    let folder = try builtFolder().appending(path: "pictures").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Where this test's program is, and the others of this package.
  private static func builtFolder() throws -> URL {
    let this = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: this).deletingLastPathComponent()
  }

  /// A program of this package, where the session's user can read it: the folder of a build may be private.
  public func copy(ofProgram name: String) throws -> String {
    let copy = "\(folder)/\(name)"
    if FileManager.default.fileExists(atPath: copy) { return copy }
    let built = try Self.builtFolder().appending(path: name).path
    try FileManager.default.copyItem(atPath: built, toPath: copy)
    return copy
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard chmod(path, 0o700) == 0, user.map({ chown(path, $0, $0) }) ?? 0 == 0 else {
      throw SessionError("\(path): \(String(cString: strerror(errno)))")
    }
  }
}
