import Glibc
import InputDevices
import KeyboardGuide
import TOML

/// Where a value was set.
public struct SettingOrigin: Equatable, Sendable {
  public let path: String
  public let place: TOMLPlace

  /// As in `/etc/keyguide/keyguided.toml:12`.
  public var description: String { "\(path):\(place.line)" }
}

/// Settings while files are read, each over what came before; every problem is noted, so that one run tells of all.
struct SettingsDraft {
  var settings = DaemonSettings()
  /// The chords of each action, which become a table when a file has been read.
  var chords = DaemonSettings().chords.chords
  /// Where the file that is being read has an action's chords.
  var chordPlaces: [KeyAction: TOMLPlace] = [:]
  /// Where each key that is not as without files was set last, by its path.
  private(set) var origins: [String: SettingOrigin] = [:]
  private(set) var problems: [SettingsFileError] = []
  /// Whether no problem can have to do with who may do what.
  private(set) var accessIsSound = true
  /// What is wrong with the file that is being read.
  private var found: [TOMLError] = []

  /// Reads a file; one that is not there sets nothing. Says whether it was there.
  mutating func read(file path: String) -> Bool {
    guard let text = readFile(path, limit: 1 << 20) else {
      if errno == ENOENT { return false }
      let reason = errno == EFBIG ? "has more than a mebibyte" : "cannot be read: \(String(cString: strerror(errno)))"
      problems.append(SettingsFileError(path: path, problem: " it \(reason)"))
      accessIsSound = false
      return false
    }
    read(text, from: path)
    return true
  }

  /// Takes what a text sets, and leaves the rest as it is.
  mutating func read(_ text: [UInt8], from path: String) {
    found = []
    chordPlaces = [:]
    do throws(TOMLError) {
      for member in try TOMLValue(parsing: text).table("the file") { read(member, from: path) }
    } catch {
      note(error, concernsAccess: true)
    }
    checkChords()
    found.sort { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
    problems += found.map { SettingsFileError(path: path, problem: $0.description) }
  }

  private mutating func read(_ member: TOMLValue.Member, from path: String) {
    if let key = SettingKey.keys(in: nil).first(where: { $0.name == member.key }) {
      return read(key, member, from: path)
    }
    guard SettingKey.sections.contains(member.key) else {
      // It may be a misspelled [Access].
      return note(TOMLError(Self.unknown(member.key, in: nil), at: member.place), concernsAccess: true)
    }
    let keys = SettingKey.keys(in: member.key)
    let concernsAccess = member.key == SettingKey.accessSection
    do throws(TOMLError) {
      for entry in try member.value.table("[\(member.key)]") {
        if let key = keys.first(where: { $0.name == entry.key }) {
          read(key, entry, from: path)
        } else {
          note(TOMLError(Self.unknown(entry.key, in: member.key), at: entry.place), concernsAccess: concernsAccess)
        }
      }
    } catch {
      note(error, concernsAccess: concernsAccess)
    }
  }

  private mutating func read(_ key: SettingKey, _ member: TOMLValue.Member, from path: String) {
    do throws(TOMLError) {
      try key.kind.read(&self, member.value, "'\(key.path)'")
      origins[key.path] = SettingOrigin(path: path, place: member.place)
    } catch {
      note(error, concernsAccess: key.section == SettingKey.accessSection)
    }
  }

  /// Seen together with what stands from before: [] takes an action's chords away.
  private mutating func checkChords() {
    do throws(ChordConflict) {
      settings.chords = try ChordTable(chords)
    } catch {
      let place = error.actions.reversed().compactMap { chordPlaces[$0] }.first
      note(TOMLError(error.description, at: place ?? TOMLPlace(line: 1, column: 1)), concernsAccess: false)
      chords = settings.chords.chords
    }
  }

  private mutating func note(_ error: TOMLError, concernsAccess: Bool) {
    found.append(error)
    if concernsAccess { accessIsSound = false }
  }

  /// What is wrong with a key that there is not, and where one of that name belongs.
  private static func unknown(_ name: String, in section: String?) -> String {
    let place = section.map { "key of [\($0)]" } ?? "key or section"
    if let key = SettingKey.all.first(where: { $0.name == name }) {
      let home = key.section.map { "below [\($0)]" } ?? "at the top, before all sections"
      return "'\(name)' is no \(place); it belongs \(home)"
    }
    let keys = SettingKey.keys(in: section).map(\.name)
    return UnknownName.problem(name, place, known: section == nil ? keys + SettingKey.sections : keys)
  }
}
