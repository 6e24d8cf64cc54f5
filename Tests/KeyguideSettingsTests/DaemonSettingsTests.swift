import Foundation
import InputDevices
import KeyboardGuide
import Testing

@testable import KeyguideSettings

/// What a text sets; the error's lines begin with its path, `it`.
private func settings(_ text: String) throws -> DaemonSettings {
  try LoadedSettings(text: Array(text.utf8), path: "it").settings
}

@Suite struct DaemonSettingsTests {
  @Test(
    "what is wrong in a text is told with its place, and what to do",
    arguments: [
      ("TypingActivity = 1", "1:18: 'TypingActivity' must be true or false"),
      ("Typing = true", "1:1: 'Typing' is no key or section; there are TypingActivity, "),
      ("TypingActivty = true", "1:1: 'TypingActivty' is no key or section; did you mean 'TypingActivity'?"),
      ("[keyboard]\nPolicy = \"never\"", "1:2: 'keyboard' is no key or section; did you mean 'Keyboard'?"),
      ("[Keyboard]\nPolcy = 1", "2:1: 'Polcy' is no key of [Keyboard]; did you mean 'Policy'?"),
      ("Policy = 1", "1:1: 'Policy' is no key or section; it belongs below [Keyboard]"),
      ("[Bar]\n TypingActivity = true", "2:2: 'TypingActivity' is no key of [Bar]; it belongs at the top"),
      ("Keyboard = 1", "1:12: [Keyboard] must be a table"),
      (
        "[Keyboard]\nPolicy = \"auto\"",
        "2:10: 'Keyboard.Policy' must be one of \"automatic\", \"always\", \"never\", \"barOnly\""
      ),
      (
        "[Access]\nControl = \"all\"",
        "2:11: 'Access.Control' must be one of \"active-session\", \"group\", \"root-only\""
      ),
      ("[Access]\nGroup = \"\"", "2:9: 'Access.Group' must have from 1 to 64 bytes"),
      ("[Limits]\nConnections = 0", "2:15: 'Limits.Connections' must be a whole number from 1 to 1048576"),
      ("[Limits]\nCallBurst = 1.5", "2:13: 'Limits.CallBurst' must be a whole number from 1 to 1000000"),
      ("[Screen]\nWidth = 0", "2:9: 'Screen.Width' must be a number from 1.0 to 100000.0"),
      ("[Screen]\nWidth = nan", "2:9: 'Screen.Width' must be a number from 1.0 to 100000.0"),
      ("[Guide]\nNearTop = { point = 1 }", "2:13: 'point' is no key of 'Guide.NearTop'; did you mean 'points'?"),
      ("[[Language]]\nid = \"de\"", "2:1: 'id' is no key of [[Language]]; did you mean 'ID'?"),
      ("[[Language]]\nID = \"de\"\n[[Language]]\nID = \"de\"", "3:1: the language \"de\" stands here a second time"),
      (
        "[Bar]\nOverlayModifiers = [\"Shift\"]",
        "2:21: a modifier in 'Bar.OverlayModifiers' must be one of \"Control\", \"Alt\", \"Meta\""
      ),
      ("[Chords]\nJump = []", "2:1: 'Jump' is no key of [Chords]; there are CollapseBarLeading, "),
      (
        "[Chords]\nExpandBar = [\"Meta+A\"]",
        "2:14: 'A' is part of typing text, so it is never read: use an arrow"
      ),
      ("[Keyboard", "1:10: "),
    ])
  func errors(text: String, problem: String) {
    let error = #expect(throws: SettingsError.self) { try settings(text) }
    #expect(error?.lines.count == 1)
    #expect(error?.lines.first?.hasPrefix("it:\(problem)") == true, "\(error?.description ?? "")")
  }

  @Test("one run tells of every problem, in the order of the text, and of no more than a person reads")
  func manyProblems() throws {
    let error = #expect(throws: SettingsError.self) {
      try settings("[Screen]\nWidth = 0\n[Bar]\nHigh = 1\nHeight = \"x\"\n[Guide]\nNearTop = 1")
    }
    #expect(error?.lines.map { $0.prefix(7) } == ["it:2:9:", "it:4:1:", "it:5:10", "it:7:11"])
    let long = #expect(throws: SettingsError.self) {
      try settings((0..<100).map { "k\($0) = 1\n" }.joined())
    }
    #expect(long?.lines.count == 21 && long?.lines.last == "and 80 more problems")
  }

  @Test("a name that nobody could have meant is cut where it is quoted")
  func longName() throws {
    let error = #expect(throws: SettingsError.self) {
      try settings("\(String(repeating: "x", count: 10_000)) = 1")
    }
    #expect((error?.description.utf8.count ?? .max) < 300)
  }

  @Test(
    "with a wrong configuration and none from before, who may do what is as written, or nobody but root may",
    arguments: [
      ("[Access]\nMonitor = \"group\"\n[Bar]\nHeight = \"x\"", AccessRule.group),
      ("[Access]\nMonitor = \"group\"\nControl = \"x\"", .rootOnly),
      ("[Acces]\nMonitor = \"group\"", .rootOnly), ("[Access", .rootOnly), ("[Bar]\nHigh = 1", .activeSession),
    ])
  func fallback(text: String, rule: AccessRule) {
    let error = #expect(throws: SettingsError.self) { try settings(text) }
    #expect(error?.fallback.access.monitor == rule)
    #expect(error?.fallback.seat == SeatConfiguration())
  }

  @Test("the file of the package has every key in its section, with what holds without it")
  func documentation() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Config/keyguided.toml")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try settings(text) == DaemonSettings(), "all of it is commented out")
    var section: String?
    var documented: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("#") {
      let line = line.dropFirst()
      if line.hasPrefix("[") {
        section = String(line.dropFirst().prefix { $0 != "]" })
      } else if line.first?.isUppercase == true, let equals = line.firstRange(of: " = ") {
        documented[(section.map { "\($0)." } ?? "") + line[..<equals.lowerBound]] = String(line[equals.upperBound...])
      }
    }
    // Languages are written as sections of their own.
    for key in SettingKey.all where key.name != "Language" {
      #expect(documented.removeValue(forKey: key.path) == key.text(DaemonSettings()), "\(key.path)")
    }
    #expect(documented.isEmpty)
    for key in SettingKey.languageKeys { #expect(text.contains("#   \(key) = "), "Language.\(key)") }
  }

  @Test("sizes, languages, policy and access are read")
  func values() throws {
    let settings = try settings(
      """
      [Keyboard]
      Policy = "barOnly"
      LandscapeHeight = 300
      TransitionDuration = 0
      [Access]
      Layout = "group"
      Provide = "root-only"
      Group = "wheel"
      [Screen]
      Width = 1024.5
      [Bar]
      SystemItems = [{ ID = "undo" }, { ID = "paste", Title = "Paste", Width = 60 }]
      OverlayModifiers = ["Control", "Meta"]
      [Guide]
      NearTop = { points = 50 }
      [[Language]]
      ID = "en"
      [[Language]]
      ID = "zh"
      SuggestionsWidth = 500
      LandscapeHeight = 420
      """)
    let seat = settings.seat
    #expect(seat.policy == .barOnly && seat.landscapeKeyboardHeight == 300 && seat.transitionDuration == 0)
    #expect(settings.access.layout == .group && settings.access.monitor == .activeSession)
    #expect(settings.access.provide == .rootOnly && settings.access.group == "wheel")
    #expect(seat.screen.width == 1024.5 && seat.screen.height == SeatConfiguration().screen.height)
    #expect(
      seat.systemItems == [BarItem(id: "undo", title: "undo"), BarItem(id: "paste", title: "Paste", width: 60)])
    #expect(seat.overlayModifiers == [.control, .meta])
    #expect(seat.nearDistances.top.points == 50 && seat.nearDistances.top.fraction == 0.08)
    #expect(seat.languages.map(\.id) == ["en", "zh"])
    #expect(seat.languages.last?.suggestionsWidth == 500 && seat.languages.last?.landscapeKeyboardHeight == 420)
  }

  @Test("what is shown of settings is a configuration that makes the same settings")
  func shown() throws {
    let text = """
      TypingActivity = true
      Language = [{ ID = "d\\"e\\u0001", SuggestionsWidth = 1.25 }, { ID = "en" }]
      [Bar]
      SystemItems = []
      OverlayDelay = 0.0001
      [Chords]
      FloatKeyboard = []
      ExpandBar = ["Control+F1", "F13"]
      """
    let loaded = try LoadedSettings(text: Array(text.utf8), path: "it")
    let shown = loaded.values.map { "\($0.path) = \($0.value)\n" }.joined()
    #expect(try settings(shown) == loaded.settings)
    #expect(loaded.settings != DaemonSettings())
    let set = loaded.values.compactMap { value in value.origin.map { "\(value.path) \($0.description)" } }
    #expect(
      set == [
        "TypingActivity it:1", "Language it:2", "Bar.SystemItems it:4", "Bar.OverlayDelay it:5",
        "Chords.ExpandBar it:8", "Chords.FloatKeyboard it:7",
      ])
  }

  @Test("chords are set action by action")
  func chords() throws {
    let settings = try settings("[Chords]\nExpandBar = [\"Meta+F1\"]\nFloatKeyboard = []")
    #expect(settings.chords.chords[.expandBar]?.map(\.description) == ["Meta+F1"])
    #expect(settings.chords.chords[.floatKeyboard] == nil)
    #expect(settings.chords.chords[.collapseBarLeading] == ChordTable.standard.chords[.collapseBarLeading])
  }
}
