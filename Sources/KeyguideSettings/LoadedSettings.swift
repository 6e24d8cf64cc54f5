import Glibc
import InputDevices
import TOML

/// What is wrong with a configuration: at least one problem, each with its file, its place and what to do.
public struct SettingsError: Error, CustomStringConvertible {
  /// Problems that are told of; a file can have any number.
  private static let most = 20

  public let problems: [SettingsFileError]
  /// What may hold where there is nothing from before: as without files, but who may do what is as the files say, or
  /// nobody may do anything but root where a problem can have to do with that.
  public let fallback: DaemonSettings

  @MainActor init(_ draft: SettingsDraft) {
    problems = draft.problems
    var fallback = DaemonSettings()
    fallback.access = draft.accessIsSound ? draft.settings.access : .closed
    self.fallback = fallback
  }

  /// What a person is told, one line each.
  public var lines: [String] {
    let lines = problems.prefix(Self.most).map(\.description)
    return problems.count > Self.most ? lines + ["and \(problems.count - Self.most) more problems"] : lines
  }

  public var description: String { lines.joined(separator: "\n") }
}

/// Settings with the files that they come from.
public struct LoadedSettings: Equatable, Sendable {
  public let settings: DaemonSettings
  /// The files that were read, in their order.
  public let files: [String]
  private let origins: [String: SettingOrigin]

  /// Reads files, each over what came before. A file that is not there sets nothing.
  ///
  /// The error has every problem; nothing of a configuration with a problem is used.
  public init(files: [String]) throws(SettingsError) {
    var draft = SettingsDraft()
    var found: [String] = []
    for file in files where draft.read(file: file) { found.append(file) }
    try self.init(draft, files: found)
  }

  /// Reads one text, for its own sake.
  public init(text: [UInt8], path: String) throws(SettingsError) {
    var draft = SettingsDraft()
    draft.read(text, from: path)
    try self.init(draft, files: [path])
  }

  private init(_ draft: SettingsDraft, files: [String]) throws(SettingsError) {
    guard draft.problems.isEmpty else { throw SettingsError(draft) }
    settings = draft.settings
    origins = draft.origins
    self.files = files
  }

  /// Every key with its value as TOML, and where it was set; nil: it is as without any file.
  ///
  /// The lines `path = value` are a configuration that makes the same settings.
  public var values: [(path: String, value: String, origin: SettingOrigin?)] {
    SettingKey.all.map { ($0.path, $0.text(settings), origins[$0.path]) }
  }
}
