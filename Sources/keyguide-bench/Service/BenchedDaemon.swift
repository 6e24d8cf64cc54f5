import Glibc
import KeyguideClient
import ServiceProcess

/// The daemon beside this program, as it is without a configuration, but with two languages to choose from.
final class BenchedDaemon {
  static let languages = ["de", "en"]
  private static let settings = """
    [Keyboard]
    TransitionDuration = 0
    [[Language]]
    ID = "de"
    [[Language]]
    ID = "en"

    """

  let socket: String
  private let folder: String
  private let process: ServiceProcess

  /// Starts it, and waits until it is ready.
  init() throws {
    var template = Array("/tmp/keyguide-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchmarkError(description: "cannot make a folder in /tmp") }
    folder = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    socket = folder + "/socket"
    guard let file = fopen(folder + "/keyguided.toml", "w") else {
      throw BenchmarkError(description: "cannot write to \(folder)")
    }
    fputs(Self.settings, file)
    fclose(file)
    process = try ServiceProcess(
      path: try Self.neighbour("keyguided"), arguments: ["--socket", socket, "--settings", folder + "/keyguided.toml"],
      folder: folder, standardError: folder + "/log")
    try process.waitUntilReady()
  }

  deinit {
    process.stop()
    for name in ["keyguided.toml", "log", "socket"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// The path of a program in this one's folder.
  private static func neighbour(_ name: String) throws -> String {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count)
    let text = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = text.lastIndex(of: "/") else { throw BenchmarkError(description: "cannot find this program") }
    return "\(text[..<slash])/\(name)"
  }
}
