import Glibc
import InputDevices
import KeyboardGuide
import TOML

/// What an administrator sets in `/etc/keyguide/keyguided.toml` and in the files of `keyguided.d` beside it.
public struct DaemonSettings: Equatable, Sendable {
  /// Whether all keys are read, so that typing on a keyboard that does not count hides the on-screen keyboard.
  public var typingActivity = false
  /// Whether external keyboards are ignored until somebody says otherwise on the socket.
  public var ignoreExternalKeyboards = false
  /// Sizes, languages, motion and policy, the same for all seats.
  public var seat = SeatConfiguration()
  /// What keys do.
  public var chords = ChordTable.standard

  public init() {}

  /// Where the file lies; its drop-ins are in the folder of the same name with `.d` for `.toml`.
  public static let defaultPath = "/etc/keyguide/keyguided.toml"

  /// Reads the file and then its drop-ins, in alphabetical order, each over what came before. A file that is not there
  /// sets nothing.
  ///
  /// The error names the file, the place and what is wrong; nothing of a configuration with an error is used.
  public init(path: String) throws(SettingsFileError) {
    let stem = path.hasSuffix(".toml") ? String(path.dropLast(5)) : path
    for file in [path] + paths(matching: "\(stem).d/*.toml") {
      guard let text = readFile(file, limit: 1 << 20) else {
        if errno == ENOENT { continue }
        throw SettingsFileError(path: file, problem: " \(String(cString: strerror(errno)))")
      }
      do throws(TOMLError) {
        try apply(text)
      } catch {
        throw SettingsFileError(path: file, problem: error.description)
      }
    }
  }

  /// Sets what a text sets, and leaves the rest as it is.
  public mutating func apply(_ text: [UInt8]) throws(TOMLError) {
    for member in try TOMLValue(parsing: text).table("the file") {
      switch member.key {
      case "TypingActivity": typingActivity = try member.value.boolean("'TypingActivity'")
      case "IgnoreExternalKeyboards": ignoreExternalKeyboards = try member.value.boolean("'IgnoreExternalKeyboards'")
      case "Chords": try applyChords(member.value)
      default:
        guard try SeatSettings.apply(member, to: &seat) else {
          let sections = (SeatSettings.sections.map { "[\($0.name)]" } + ["[[Language]]", "[Chords]"]).joined(
            separator: ", ")
          throw TOMLError(
            "'\(member.key)' is no setting; there are TypingActivity, IgnoreExternalKeyboards, \(sections)",
            at: member.value.place)
        }
      }
    }
  }

  /// Sets the chords of the actions that the section names, and leaves the others as they are.
  private mutating func applyChords(_ section: TOMLValue) throws(TOMLError) {
    var chords = self.chords.chords
    for member in try section.table("'Chords'") {
      guard let action = KeyAction(settingName: member.key) else {
        let names = KeyAction.allCases.map(\.settingName).joined(separator: ", ")
        throw TOMLError("'\(member.key)' is nothing that a key can do; there are \(names)", at: member.value.place)
      }
      var list: [Chord] = []
      for element in try member.value.array("'Chords.\(member.key)'") {
        let text = try element.string("a chord of '\(member.key)'")
        do throws(ChordError) { list.append(try Chord(text)) } catch {
          throw TOMLError(error.description, at: element.place)
        }
      }
      chords[action] = list
    }
    // Seen together with what stands from before: [] takes an action's chords away.
    do throws(ChordConflict) { self.chords = try ChordTable(chords) } catch {
      throw TOMLError(error.description, at: section.place)
    }
  }
}
