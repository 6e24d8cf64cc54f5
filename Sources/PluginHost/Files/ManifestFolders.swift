import Glibc
import PluginPolicy

/// Where manifests are, and what is in there.
struct ManifestFolders {
  /// Files of one folder that are looked at.
  private static let mostFiles = 256
  private static let mostBytes = 64 << 10

  /// The least important first.
  let paths: [String]
  let scope: PluginScope

  /// The standard folders: packages', the administrator's, and for a session the user's.
  static func standard(_ scope: PluginScope, configuration: String) -> [String] {
    ["/usr/share/keyguide/plugins", "/etc/keyguide/plugins"]
      + (scope == .session ? ["\(configuration)/keyguide/plugins"] : [])
  }

  /// Reads all manifests.
  func read() -> PluginCatalog {
    PluginCatalog(folders: paths.map(files), scope: scope)
  }

  private func files(in folder: String) -> [ManifestFile] {
    names(in: folder).map { name in
      let path = "\(folder)/\(name).toml"
      let text: Result<[UInt8], ManifestError>
      do throws(ManifestError) {
        text = .success(try TrustedFile.read(path, limit: Self.mostBytes, mustBeRoots: scope == .system))
      } catch {
        text = .failure(error)
      }
      return ManifestFile(name: name, path: path, text: text)
    }
  }

  private func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      // Hidden ones are what editors leave behind.
      if name.hasSuffix(".toml"), !name.hasPrefix(".") { names.append(String(name.dropLast(5))) }
    }
    return Array(names.sorted().prefix(Self.mostFiles))
  }
}

/// What of a file shows that it is another one than before.
struct FileMark: Equatable {
  private let size: Int
  private let inode: UInt
  private let changed: [Int]

  /// Of what a path leads to; nil when there is nothing.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    size = Int(status.st_size)
    inode = UInt(status.st_ino)
    changed = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_mode)]
  }
}
