import Glibc
import InputDevices
import TOML

/// Where the files of a configuration are: as in systemd.syntax(7), an administrator's go over packages'.
public struct SettingsLocations: Equatable, Sendable {
  /// Packages, what holds until the next boot, the administrator: a later folder's file hides an earlier one's.
  public static let folders = ["/usr/lib/keyguide", "/run/keyguide", "/etc/keyguide"]
  public static let fileName = "keyguided.toml"

  /// The main file in each folder, the least important first.
  private let mainFiles: [String]

  /// This machine's configuration.
  public static let system = SettingsLocations(folders: folders)

  /// The same in other folders.
  public init(folders: [String]) {
    mainFiles = folders.map { "\($0)/\(Self.fileName)" }
  }

  /// One file, and the drop-ins in the folder of its name with `.d` for `.toml`.
  public init(file: String) {
    mainFiles = [file]
  }

  /// The files to read, in their order: one main file, then the drop-ins of all folders by their names.
  ///
  /// Of files of one name only the last folder's counts; one that is empty, or a link to /dev/null, masks the others.
  public var files: [String] {
    let main = mainFiles.last { access($0, F_OK) == 0 } ?? mainFiles.last
    var dropIns: [Substring: String] = [:]
    for file in mainFiles {
      let folder = "\(file.hasSuffix(".toml") ? String(file.dropLast(5)) : file).d"
      for path in paths(matching: "\(folder)/*.toml") { dropIns[path.dropFirst(folder.count + 1)] = path }
    }
    return (main.map { [$0] } ?? []) + dropIns.sorted { $0.key < $1.key }.map(\.value)
  }
}
