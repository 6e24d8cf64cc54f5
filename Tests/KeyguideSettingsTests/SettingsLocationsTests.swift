import Foundation
import InputDevices
import KeyboardGuide
import Testing

@testable import KeyguideSettings

/// Files of a configuration in folders of the test's own.
private final class Folders {
  let root = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString)"

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  func write(_ path: String, _ text: String) throws {
    let file = URL(filePath: "\(root)/\(path)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  var locations: SettingsLocations { SettingsLocations(folders: ["lib", "run", "etc"].map { "\(root)/\($0)" }) }

  /// The files to read, without the root.
  var files: [String] { locations.files.map { String($0.dropFirst(root.utf8.count + 1)) } }

  func load() throws -> LoadedSettings { try LoadedSettings(files: locations.files) }
}

@Suite struct SettingsLocationsTests {
  @Test("without any file, nothing is set")
  func nothing() throws {
    let folders = Folders()
    let loaded = try folders.load()
    #expect(loaded.settings == DaemonSettings() && loaded.files.isEmpty)
    #expect(loaded.values.allSatisfy { $0.origin == nil })
  }

  @Test("drop-ins come after the main file, by their names, whatever folder they are in")
  func order() throws {
    let folders = Folders()
    try folders.write("lib/keyguided.toml", "TypingActivity = true\n[Bar]\nHeight = 1")
    try folders.write("etc/keyguided.toml", "\n[Screen]\nHeight = 1000\nWidth = 1")
    try folders.write("lib/keyguided.d/30-a.toml", "[Screen]\nWidth = 30")
    try folders.write("etc/keyguided.d/20-b.toml", "[Screen]\nWidth = 20")
    try folders.write("run/keyguided.d/10-c.toml", "[Screen]\nWidth = 10")
    try folders.write("etc/keyguided.d/readme.txt", "nonsense")
    #expect(
      folders.files == [
        "etc/keyguided.toml", "run/keyguided.d/10-c.toml", "etc/keyguided.d/20-b.toml",
        "lib/keyguided.d/30-a.toml",
      ])
    let loaded = try folders.load()
    #expect(loaded.settings.seat.screen.width == 30 && loaded.settings.seat.screen.height == 1000)
    #expect(!loaded.settings.typingActivity, "only the most important main file counts")
    let width = loaded.values.first { $0.path == "Screen.Width" }
    #expect(width?.value == "30")
    #expect(width?.origin?.description == "\(folders.root)/lib/keyguided.d/30-a.toml:2")
    let height = loaded.values.first { $0.path == "Screen.Height" }
    #expect(height?.origin?.description == "\(folders.root)/etc/keyguided.toml:3")
  }

  @Test("an administrator's drop-in hides a package's of the same name; an empty one, or a link to nothing, masks it")
  func masking() throws {
    let folders = Folders()
    for name in ["10-a", "20-b", "30-c"] {
      try folders.write("lib/keyguided.d/\(name).toml", "TypingActivity = true")
    }
    try folders.write("etc/keyguided.d/10-a.toml", "IgnoreExternalKeyboards = true")
    try folders.write("run/keyguided.d/20-b.toml", "")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folders.root)/etc/keyguided.d/30-c.toml", withDestinationPath: "/dev/null")
    let loaded = try folders.load()
    #expect(loaded.settings.ignoreExternalKeyboards && !loaded.settings.typingActivity)
  }

  @Test("problems of all files are told, each with its file, and nothing of the configuration is used")
  func problems() throws {
    let folders = Folders()
    try folders.write("etc/keyguided.toml", "TypingActivity = true")
    try folders.write("etc/keyguided.d/1.toml", "\nTypingActivity = \"yes\"")
    try folders.write("etc/keyguided.d/2.toml", "[Bar")
    let error = #expect(throws: SettingsError.self) { try folders.load() }
    #expect(
      error?.problems.map(\.path) == ["1", "2"].map { "\(folders.root)/etc/keyguided.d/\($0).toml" })
    #expect(error?.lines.first?.hasSuffix("1.toml:2:18: 'TypingActivity' must be true or false") == true)
    #expect(error?.fallback.typingActivity == false)
  }

  @Test("a file that cannot be read, or is too large, is an error that says so")
  func unreadable() throws {
    let folders = Folders()
    try FileManager.default.createDirectory(
      atPath: "\(folders.root)/etc/keyguided.toml", withIntermediateDirectories: true)
    let folder = #expect(throws: SettingsError.self) { try folders.load() }
    #expect(folder?.lines == ["\(folders.root)/etc/keyguided.toml: it cannot be read: Is a directory"])
    try folders.write("run/keyguided.d/1.toml", String(repeating: "#", count: 2 << 20))
    let large = #expect(throws: SettingsError.self) { try folders.load() }
    #expect(large?.lines.last?.hasSuffix("1.toml: it has more than a mebibyte") == true)
  }

  @Test("chords of a later file conflict with what stands from before, and are what the error points at")
  func chords() throws {
    let folders = Folders()
    try folders.write("etc/keyguided.toml", "[Chords]\nExpandBar = [\"Meta+F1\"]")
    try folders.write("etc/keyguided.d/1.toml", "[Chords]\nCollapseBarTrailing = [\"Meta+F1\"]")
    let error = #expect(throws: SettingsError.self) { try folders.load() }
    #expect(
      error?.lines == [
        "\(folders.root)/etc/keyguided.d/1.toml:2:23: 'Meta+F1' is for CollapseBarTrailing and ExpandBar at once: "
          + "give one of them another chord, or none"
      ])
    try folders.write("etc/keyguided.d/0.toml", "[Chords]\nExpandBar = []")
    #expect(try folders.load().settings.chords.chords[.collapseBarTrailing]?.map(\.description) == ["Meta+F1"])
  }

  @Test("languages of a later file take the place of an earlier one's; other settings add up")
  func languages() throws {
    let folders = Folders()
    try folders.write("etc/keyguided.toml", "[Keyboard]\nLandscapeHeight = 300\n[[Language]]\nID = \"en\"")
    try folders.write("etc/keyguided.d/1.toml", "[[Language]]\nID = \"de\"\n[Keyboard]\nPolicy = \"never\"")
    let seat = try folders.load().settings.seat
    #expect(seat.languages.map(\.id) == ["de"])
    #expect(seat.policy == .never && seat.landscapeKeyboardHeight == 300)
  }
}
