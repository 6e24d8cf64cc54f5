/// A file of a folder of manifests, as it was read.
public struct ManifestFile: Equatable, Sendable {
  /// The file's name without `.toml`.
  public var name: String
  public var path: String
  /// Its text, or why there is none.
  public var text: Result<[UInt8], ManifestError>

  public init(name: String, path: String, text: Result<[UInt8], ManifestError>) {
    self.name = name
    self.path = path
    self.text = text
  }
}

/// What the folders say of one plugin.
public struct CatalogEntry: Equatable, Sendable {
  public enum Content: Equatable, Sendable {
    case manifest(PluginManifest)
    /// The file says that there is to be no such plugin, and no more.
    case disabled
    case broken(ManifestError)
  }

  public var name: String
  /// The file that counts.
  public var path: String
  public var content: Content
}

/// The plugins of a host: of files of one name in several folders the last one counts, alone.
public struct PluginCatalog: Equatable, Sendable {
  /// By their names.
  public private(set) var entries: [CatalogEntry] = []

  /// The folders come the least important first. Plugins of another scope are another host's.
  public init(folders: [[ManifestFile]], scope: PluginScope) {
    var last: [String: ManifestFile] = [:]
    for file in folders.joined() { last[file.name] = file }
    for (name, file) in last.sorted(by: { $0.key < $1.key }) {
      let content: CatalogEntry.Content
      do throws(ManifestError) {
        guard Self.isName(name) else {
          let rule = "small letters, digits and hyphens, 64 at most"
          throw ManifestError(path: file.path, problem: "the file's name must be a plugin's: \(rule), and .toml")
        }
        let manifest = try ManifestReader.read(file.text.get(), name: name, path: file.path)
        if let manifest, manifest.scope != scope { continue }
        content = manifest.map { .manifest($0) } ?? .disabled
      } catch {
        content = .broken(error)
      }
      entries.append(CatalogEntry(name: name, path: file.path, content: content))
    }
  }

  /// Whether a plugin can be called so.
  public static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }
}
