import Foundation
import TOML
import Testing

@testable import bar_items
@testable import osk_command

/// The files that people copy.
@Suite struct ExampleFileTests {
  private func document(_ name: String, uncommented: Bool = false) throws -> TOMLValue {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    var text = try String(contentsOf: root.appending(path: "Config/\(name)"), encoding: .utf8)
    if uncommented { text.replace(/(?m)^#(?=[a-z])/, with: "") }
    return try TOMLValue(parsing: Array(text.utf8))
  }

  @Test(arguments: [false, true])
  func theyHoldAsTheyAreAndWithAllThatTheyOnlyMention(uncommented: Bool) throws {
    let settings = try CommandSettings(try document("examples/osk-command.toml", uncommented: uncommented))
    #expect((settings.shown.frame != nil) == uncommented)
    var items = BarItems()
    try items.add(try document("examples/bar-items.toml", uncommented: uncommented))
    #expect(items.content(application: "org.gnome.TextEditor", language: "de-AT")?.leading.first?.items.count == 2)
  }

  @Test(arguments: ["bar-items", "compositor-sway", "osk-command", "osk-dbus", "osk-gnome", "osk-wvkbd"])
  func aManifestIsForTheProgramOfItsName(name: String) throws {
    var members: [String: TOMLValue.Content] = [:]
    for member in try document("plugins/\(name).toml").table("it") { members[member.key] = member.value.content }
    #expect(members["name"] == .string(name))
    #expect(members["api"] == .integer(1))
    #expect(members["executable"] == .string("/usr/libexec/keyguide/plugins/\(name)"))
  }

  @Test func onePluginAtATimeHasTheKeyboardFromTheStart() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Config/plugins")
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".toml") }
    let keyboards = try names.filter { name in
      let members = try document("plugins/\(name)").table("it")
      let hasRole = try members.contains { member in
        guard member.key == "roles" else { return false }
        return try member.value.array("roles").contains { $0.content == .string("softwareKeyboard") }
      }
      return hasRole && !members.contains { $0.key == "enabled" && $0.value.content == .boolean(false) }
    }
    #expect(keyboards == ["osk-dbus.toml"])
  }
}
