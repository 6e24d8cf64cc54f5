import Foundation
import InputDevices
import KeyguideService
import TOML
import Testing

@Suite struct DaemonSettingsTests {
  @Test("what is not there sets nothing, and drop-ins come after the file, in their order")
  func layers() throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "keyguide-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "keyguided.toml")
    #expect(try DaemonSettings(path: file.path) == DaemonSettings())
    try FileManager.default.createDirectory(
      at: folder.appending(path: "keyguided.d"), withIntermediateDirectories: true)
    try Data("TypingActivity = true\nIgnoreExternalKeyboards = true".utf8).write(to: file)
    try Data("TypingActivity = false".utf8).write(to: folder.appending(path: "keyguided.d/10-a.toml"))
    try Data("nonsense".utf8).write(to: folder.appending(path: "keyguided.d/readme.txt"))
    var expected = DaemonSettings()
    expected.ignoreExternalKeyboards = true
    #expect(try DaemonSettings(path: file.path) == expected)
    let broken = folder.appending(path: "keyguided.d/20-b.toml")
    try Data("\nTypingActivity = \"yes\"".utf8).write(to: broken)
    #expect(
      throws: SettingsFileError(path: broken.path, problem: "2:18: 'TypingActivity' must be true or false")
    ) { try DaemonSettings(path: file.path) }
  }

  @Test(
    "what is wrong in a text is told with its place",
    arguments: [
      ("TypingActivity = 1", "1:18: 'TypingActivity' must be true or false"),
      ("Typing = true", "1:10: 'Typing' is no setting; there are TypingActivity and IgnoreExternalKeyboards"),
    ])
  func errors(text: String, problem: String) {
    var settings = DaemonSettings()
    let error = #expect(throws: TOMLError.self) { try settings.apply(Array(text.utf8)) }
    #expect(error?.description == problem)
  }

  @Test("the settings file of the package sets what holds without it")
  func standard() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Config/keyguided.toml")
    let text = try String(contentsOf: file, encoding: .utf8)
    var settings = DaemonSettings()
    try settings.apply(Array(text.utf8))
    #expect(settings == DaemonSettings())
    try settings.apply(
      Array(
        text.replacingOccurrences(of: "\n#", with: "\n").split(separator: "\n").filter {
          $0.contains(" = ") && $0.first?.isUppercase == true && !$0.contains(" the ")
        }.joined(separator: "\n").utf8))
    #expect(settings == DaemonSettings(), "what stands there commented out is what holds")
  }
}
