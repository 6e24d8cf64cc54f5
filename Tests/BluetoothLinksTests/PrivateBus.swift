import Foundation

/// A bus of its own, made by dbus-daemon, on a socket that is known before there is a bus.
final class PrivateBus {
  /// Who may do what, in the language of dbus-daemon.
  enum Policy: String {
    case everything = """
      <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
      """
    /// As on a system bus with no policy of BlueZ: nobody may send it anything.
    case noCalls = """
      <allow user="*"/><allow own="*"/><allow send_destination="org.freedesktop.DBus"/><allow send_type="signal"/>
      <allow receive_type="signal"/><allow receive_type="error"/><allow receive_sender="org.freedesktop.DBus"/>
      """
  }

  let folder: String
  var address: String { "unix:path=\(folder)/bus" }
  private var daemon: Child?

  /// There is no bus yet.
  init() throws {
    // sd-bus watches all folders that lead to the socket: others make files in /tmp, which would wake the loop.
    let parent = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    folder = parent + "/keyguide-bus-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Makes a bus that runs.
  static func started() throws -> PrivateBus {
    let bus = try PrivateBus()
    try bus.start()
    return bus
  }

  /// Starts the bus and waits for it. It can start the services whose files lie in the folder.
  func start(_ policy: Policy = .everything) throws {
    let kind = policy == .everything ? "session" : "system"
    try write(
      """
      <busconfig>
        <type>\(kind)</type><listen>\(address)</listen><auth>EXTERNAL</auth><servicedir>\(folder)</servicedir>
        <policy context="default">\(policy.rawValue)</policy>
      </busconfig>
      """, to: "bus.conf")
    let daemon = try Child(
      "/usr/bin/dbus-daemon", ["--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile", "--print-address=1"],
      isQuiet: true)
    self.daemon = daemon
    _ = try daemon.nextLine()
  }

  /// Kills the bus: everybody on it is cut off.
  func stop() {
    daemon = nil
  }

  /// Writes a file into the folder.
  func write(_ text: String, to name: String) throws {
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
  }
}
