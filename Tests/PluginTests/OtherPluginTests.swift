import Foundation
import GraphicalSession
import Testing

extension SessionTests {
  /// osk-command, osk-gnome and bar-items as their host starts them.
  @Suite struct OtherPluginTests {
    @Test func anyCommandsShowAndHide() throws {
      let session = try GraphicalSession()
      try session.write(
        """
        show = ["sh", "-c", "echo shown $KEYGUIDE_LANGUAGE > $HOME/keyboard"]
        hide = ["sh", "-c", "rm $HOME/keyboard"]
        """, to: ".config/keyguide/osk-command.toml")
      let plugin = try DaemonEnd("osk-command", in: session)
      #expect(plugin.registration["roles"] as? [String] == ["softwareKeyboard"])
      let keyboard = "\(session.folder)/keyboard"
      let request = try plugin.request("show", ["form": "docked", "language": "de"])
      #expect(try plugin.answer(to: request)["kind"] as? String == "docked")
      #expect(try String(contentsOfFile: keyboard, encoding: .utf8) == "shown de\n")
      try plugin.follow("hide", to: "none")
      #expect(!FileManager.default.fileExists(atPath: keyboard))
      // There is nothing to remove any more.
      let failing = try plugin.request("hide")
      #expect(try plugin.answer(to: failing)["problem"] as? String == "'sh' has ended with code 1")
    }

    @Test func withoutCommandsThereIsNothingToDo() throws {
      let session = try GraphicalSession()
      let process = try session.start(try session.copy(ofProgram: "osk-command"))
      #expect(try process.wait() == 0)
      #expect(process.logText.contains("there is no osk-command.toml in \(session.folder)/.config/keyguide"))
    }

    @Test func aMistakeInTheFileIsSaidWithItsPlace() throws {
      let session = try GraphicalSession()
      try session.write("show = [\"a\"]\nhide = 5\n", to: ".config/keyguide/osk-command.toml")
      let process = try session.start(try session.copy(ofProgram: "osk-command"))
      #expect(try process.wait() == 1)
      #expect(process.logText.contains("/.config/keyguide/osk-command.toml:2:8: 'hide' must be a program"))
    }

    @Test func gnomesSwitchIsSetAndFollowed() throws {
      let session = try GraphicalSession()
      // The real settings, kept by dconf's service on the session's bus.
      let settings = ["GSETTINGS_BACKEND": "dconf"]
      let plugin = try DaemonEnd("osk-gnome", in: session, environment: settings)
      #expect(try plugin.report("ReportKeyboard")["kind"] as? String == "none")
      try plugin.follow("show", to: "docked")
      let key = ["org.gnome.desktop.a11y.applications", "screen-keyboard-enabled"]
      #expect(try session.start("gsettings", ["get"] + key, environment: settings).nextLine() == "true")
      try plugin.follow("hide", to: "none")
      #expect(try session.start("gsettings", ["get"] + key, environment: settings).nextLine() == "false")
      // By a person's hand.
      #expect(try session.start("gsettings", ["set"] + key + ["true"], environment: settings).wait() == 0)
      try plugin.report("ReportKeyboard") { $0["kind"] as? String == "docked" && $0["request"] == nil }
    }

    @Test func buttonsAreThoseOfTheFilesAsTheyAreNow() throws {
      let session = try GraphicalSession()
      let file = ".config/keyguide/bar-items.d/mine.toml"
      try session.write("[[bar]]\nlanguage = \"de\"\nleading = [{ items = [{ id = \"ä\" }] }]\n", to: file)
      let plugin = try DaemonEnd("bar-items", in: session)
      #expect(plugin.registration["roles"] as? [String] == ["barContent"])
      func ids(_ language: String) throws -> [String] {
        let request = try plugin.request("barContent", ["language": language, "application": "foot"])
        let answer = try plugin.answer(to: request)
        #expect(answer["application"] as? String == "foot" && answer["language"] as? String == language)
        let groups = (answer["content"] as? [String: Any])?["leading"] as? [[String: Any]] ?? []
        return groups.flatMap { $0["items"] as? [[String: Any]] ?? [] }.compactMap { $0["id"] as? String }
      }
      #expect(try ids("de") == ["ä"])
      #expect(try ids("fr") == [])
      try session.write("[[bar]]\nleading = [{ items = [{ id = \"é\" }] }]\n", to: file)
      #expect(try ids("fr") == ["é"])
      try session.write("[[bar]]\nleading = 1\n", to: file)
      #expect(try ids("fr") == [])
      #expect(plugin.process.logText.contains("/bar-items.d/mine.toml:2:11: 'leading' must be an array"))
    }
  }
}
