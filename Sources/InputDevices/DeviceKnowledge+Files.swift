import DeviceClassification
import Glibc
import TOML

extension DeviceKnowledge {
  /// Where an administrator's files lie.
  public static let administratorFolder = "/etc/keyguide/devices.d"
  /// Where packages put theirs.
  public static let packageFolder = "/usr/share/keyguide/devices.d"

  /// What is built in, with the files of packages in front, and an administrator's before those.
  ///
  /// An administrator's file takes the place of a package's file of the same name. A wrong file is left out and told to
  /// `log`.
  public static func system(log: (SettingsFileError) -> Void) throws(TOMLError) -> DeviceKnowledge {
    var knowledge = try standard()
    let own = paths(matching: "\(administratorFolder)/*.toml")
    let ownNames = Set(own.map(fileName))
    let packages = paths(matching: "\(packageFolder)/*.toml").filter { !ownNames.contains(fileName(of: $0)) }
    for path in packages + own {
      do throws(SettingsFileError) {
        knowledge.prepend(try DeviceKnowledge(file: path))
      } catch {
        log(error)
      }
    }
    return knowledge
  }

  private static func fileName(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }

  /// Reads one device file.
  public init(file path: String) throws(SettingsFileError) {
    guard let text = readFile(path, limit: 1 << 20) else {
      throw SettingsFileError(path: path, problem: " \(String(cString: strerror(errno)))")
    }
    do {
      self = try DeviceKnowledge(parsing: text)
    } catch {
      throw SettingsFileError(path: path, problem: error.description)
    }
  }
}
