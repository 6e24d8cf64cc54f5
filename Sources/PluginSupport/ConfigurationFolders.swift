import Glibc
import TOML

/// Where the settings of plugins lie: the person's folder, and the administrator's.
public struct ConfigurationFolders: Equatable, Sendable {
  /// The one that counts more first.
  public let paths: [String]

  /// The folders of this process's user (XDG Base Directory Specification).
  public static var standard: ConfigurationFolders {
    let home = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return ConfigurationFolders([home.map { $0 + "/keyguide" }, "/etc/keyguide"].compactMap(\.self))
  }

  public init(_ paths: [String]) {
    self.paths = paths
  }

  /// Reads a file of that name where it is found first; nil where there is none.
  public func document(_ name: String) throws(SettingsFileError) -> (path: String, content: TOMLValue)? {
    for folder in paths {
      if let content = try Self.document(at: "\(folder)/\(name)") { return ("\(folder)/\(name)", content) }
    }
    return nil
  }

  /// Reads a file of at most a mebibyte; nil where there is none.
  public static func document(at path: String) throws(SettingsFileError) -> TOMLValue? {
    guard let text = readFile(path, limit: 1 << 20) else {
      if errno == ENOENT { return nil }
      let reason = errno == EFBIG ? "has more than a mebibyte" : "cannot be read: \(String(cString: strerror(errno)))"
      throw SettingsFileError(path: path, problem: " it \(reason)")
    }
    do throws(TOMLError) {
      return try TOMLValue(parsing: text)
    } catch {
      throw SettingsFileError(path: path, problem: "\(error)")
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Says in which file an error is.
public func located<Value>(
  in path: String, _ read: () throws(TOMLError) -> Value
) throws(SettingsFileError) -> Value {
  do throws(TOMLError) {
    return try read()
  } catch {
    // As in `…/osk-command.toml:3:8: 'show' names no program`.
    throw SettingsFileError(path: path, problem: "\(error)")
  }
}
