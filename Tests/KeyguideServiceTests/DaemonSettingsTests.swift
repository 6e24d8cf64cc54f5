import Foundation
import InputDevices
import KeyboardGuide
import TOML
import Testing

@testable import KeyguideService

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
      (
        "Typing = true",
        "1:10: 'Typing' is no setting; there are TypingActivity, IgnoreExternalKeyboards, [Keyboard], [Screen], [Bar], [Guide], [[Language]], [Chords]"
      ),
      (
        "[Keyboard]\nPolicy = \"auto\"",
        "2:10: 'Keyboard.Policy' must be one of \"automatic\", \"always\", \"never\", \"barOnly\""
      ),
      (
        "[Keyboard]\nHeight = 1",
        "2:10: 'Height' is no setting of [Keyboard]; there are Policy, LandscapeHeight, PortraitHeight, UndockedRise, FloatingWidth, FloatingHeight, TransitionDuration, TransitionCurve, DragTimeout"
      ),
      ("[Screen]\nWidth = 0", "2:9: 'Screen.Width' must be a number from 1.0 to 100000.0"),
      ("[Screen]\nWidth = nan", "2:9: 'Screen.Width' must be a number from 1.0 to 100000.0"),
      (
        "[[Language]]\nid = \"de\"",
        "2:6: 'id' is no setting of [[Language]]; there are ID, SuggestionsWidth, LandscapeHeight, PortraitHeight"
      ),
      ("[[Language]]\nID = \"de\"\n[[Language]]\nID = \"de\"", "3:1: the language \"de\" stands here a second time"),
      (
        "[Bar]\nOverlayModifiers = [\"Shift\"]",
        "2:21: a modifier in 'Bar.OverlayModifiers' must be one of \"Control\", \"Alt\", \"Meta\""
      ),
      (
        "[Chords]\nJump = []",
        "2:8: 'Jump' is nothing that a key can do; there are CollapseBarLeading, CollapseBarTrailing, ExpandBar, NextLanguage, PreviousLanguage, ShowKeyboard, HideKeyboard, ToggleKeyboard, DockKeyboard, UndockKeyboard, SplitKeyboard, FloatKeyboard"
      ),
      (
        "[Chords]\nExpandBar = [\"Meta+A\"]",
        "2:14: 'A' is part of typing text, so it is never read: use an arrow, F1 to F24, Home, End, PageUp, PageDown, Insert, Esc, or a key for one purpose such as VolumeUp"
      ),
    ])
  func errors(text: String, problem: String) {
    var settings = DaemonSettings()
    let error = #expect(throws: TOMLError.self) { try settings.apply(Array(text.utf8)) }
    #expect(error?.description == problem)
  }

  @Test("the settings file of the package sets what holds without it, and has every setting")
  func standard() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Config/keyguided.toml")
    let text = try String(contentsOf: file, encoding: .utf8)
    var settings = DaemonSettings()
    try settings.apply(Array(text.utf8))
    #expect(settings == DaemonSettings())
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.dropFirst() }
    let settingLines = lines.filter { $0.first?.isUppercase == true && $0.contains(" = ") || $0.hasPrefix("[") }
    try settings.apply(Array(settingLines.joined(separator: "\n").utf8))
    #expect(settings == DaemonSettings(), "what stands there commented out is what holds")
    let names = SeatSettings.sections.flatMap { $0.keys.map(\.name) } + KeyAction.allCases.map(\.settingName)
    for name in names { #expect(settingLines.contains { $0.hasPrefix("\(name) = ") }, "\(name)") }
  }

  @Test("sizes, languages and policy are read, and later files go over earlier ones")
  func seat() throws {
    var settings = DaemonSettings()
    try settings.apply(
      Array(
        """
        [Keyboard]
        Policy = "barOnly"
        LandscapeHeight = 300
        TransitionDuration = 0
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
        """.utf8))
    let seat = settings.seat
    #expect(seat.policy == .barOnly && seat.landscapeKeyboardHeight == 300 && seat.transitionDuration == 0)
    #expect(seat.screen.width == 1024.5 && seat.screen.height == SeatConfiguration().screen.height)
    #expect(
      seat.systemItems == [BarItem(id: "undo", title: "undo"), BarItem(id: "paste", title: "Paste", width: 60)])
    #expect(seat.overlayModifiers == [.control, .meta])
    #expect(seat.nearDistances.top.points == 50)
    #expect(seat.languages.map(\.id) == ["en", "zh"])
    #expect(seat.languages.last?.suggestionsWidth == 500 && seat.languages.last?.landscapeKeyboardHeight == 420)
    try settings.apply(Array("[[Language]]\nID = \"de\"\n[Keyboard]\nPolicy = \"never\"".utf8))
    #expect(settings.seat.languages.map(\.id) == ["de"])
    #expect(settings.seat.policy == .never && settings.seat.landscapeKeyboardHeight == 300)
  }

  @Test("chords are set action by action, and a conflict with what stands is an error")
  func chords() throws {
    var settings = DaemonSettings()
    try settings.apply(Array("[Chords]\nExpandBar = [\"Meta+F1\"]\nFloatKeyboard = []".utf8))
    #expect(settings.chords.chords[.expandBar]?.map(\.description) == ["Meta+F1"])
    #expect(settings.chords.chords[.floatKeyboard] == nil)
    #expect(settings.chords.chords[.collapseBarLeading] == ChordTable.standard.chords[.collapseBarLeading])
    let conflict = "[Chords]\nCollapseBarTrailing = [\"Meta+F1\"]"
    let error = #expect(throws: TOMLError.self) { try settings.apply(Array(conflict.utf8)) }
    #expect(
      error?.description == "1:1: 'Meta+F1' is for CollapseBarTrailing and ExpandBar at once: give one of them another "
        + "chord, or none")
  }
}
