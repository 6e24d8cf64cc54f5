import Geometry
import KeyguideAPI
import TOML
import Testing

@testable import bar_items
@testable import osk_command

/// The file of osk-command.
@Suite struct CommandSettingsTests {
  private func settings(_ text: String) throws(TOMLError) -> CommandSettings {
    try CommandSettings(try TOMLValue(parsing: Array(text.utf8)))
  }

  @Test func allThatAFileCanSay() throws {
    let settings = try settings(
      """
      show = ["onboard", "--size", "800x300"]
      hide = ["pkill", "-x", "onboard"]
      time-limit = 2.5
      kind = "floating"
      screen = "DP-1"
      frame = { x = 0, y = 100, width = 800, height = 300 }
      """)
    #expect(settings.show == ["onboard", "--size", "800x300"])
    #expect(settings.hide == ["pkill", "-x", "onboard"])
    #expect(settings.timeLimit == 2.5)
    let frame = Rectangle(x: 0, y: 100, width: 800, height: 300)
    #expect(settings.shown == SoftwareKeyboardReport(kind: .floating, screen: "DP-1", frame: frame))
  }

  @Test func withoutAFrameTheCompositorSaysWhereADockedOneIs() throws {
    let settings = try settings(#"show = ["a"]"# + "\n" + #"hide = ["b"]"#)
    #expect(settings.shown == SoftwareKeyboardReport(kind: .docked, frame: nil))
    #expect(settings.timeLimit == 5)
  }

  @Test(
    arguments: [
      (
        "show = \"onboard\"\n",
        "1:8: 'show' must be a program and its arguments, each a string of its own: it must be an array"
      ),
      ("show = []\n", "1:8: 'show' names no program"),
      ("show = [\"\"]\n", "1:8: 'show' names no program"),
      ("show = [1]\n", "1:9: a word of 'show' must be a string"),
      ("show = [\"a\"]\n", "1:1: 'hide' is missing: the command that hides the keyboard"),
      ("shw = [\"a\"]\n", "1:1: 'shw' is no key here; did you mean 'show'?"),
      ("time-limit = 0\n", "1:14: 'time-limit' must be a number from 0.1 to 60.0"),
      ("kind = \"big\"\n", "1:8: 'kind' must be one of \"docked\", \"undocked\", \"split\", \"floating\""),
      ("frame = { x = 1 }\n", "1:9: 'frame' needs x, y, width and height"),
      ("frame = { x = 1, z = 1 }\n", "1:18: 'z' is no key here; did you mean 'x'?"),
      ("frame = { width = 0 }\n", "1:19: 'width' must be a number from 1.0 to 100000.0"),
    ])
  func anErrorHasItsPlace(text: String, problem: String) {
    let error = #expect(throws: TOMLError.self) { try settings(text) }
    #expect(error?.description == problem)
  }
}

/// The files of bar-items.
@Suite struct BarItemsTests {
  private func items(_ texts: String...) throws(TOMLError) -> BarItems {
    var items = BarItems()
    for text in texts { try items.add(try TOMLValue(parsing: Array(text.utf8))) }
    return items
  }

  private static func entry(_ id: String, _ members: String = "") -> String {
    "[[bar]]\n\(members)\nleading = [{ items = [{ id = \"\(id)\" }] }]\n"
  }

  private func chosen(_ items: BarItems, _ application: String?, _ language: String?) -> String? {
    items.content(application: application, language: language)?.leading.first?.items.first?.id
  }

  @Test func allThatAFileCanSay() throws {
    let items = try items(
      """
      [[bar]]
      application = "org.gnome.TextEditor"
      language = "de"
      allows-hiding = false
      trailing = [{ items = [{ id = "find" }] }]
      [[bar.leading]]
      items = [{ id = "bold", title = "B", width = 30 }, { id = "italic" }]
      representative = { id = "style", title = "Style" }
      """)
    #expect(
      items.entries == [
        BarEntry(
          application: "org.gnome.TextEditor", language: "de",
          content: BarContentReport.Content(
            leading: [
              BarContentReport.Group(
                items: [BarContentReport.Item(id: "bold", title: "B", width: 30), BarContentReport.Item(id: "italic")],
                representative: BarContentReport.Item(id: "style", title: "Style"))
            ],
            trailing: [BarContentReport.Group(items: [BarContentReport.Item(id: "find")])], allowsHiding: false))
      ])
  }

  @Test func theEntryThatSaysMostCounts() throws {
    let items = try items(
      Self.entry("any"), Self.entry("german", #"language = "de""#), Self.entry("swiss", #"language = "de-CH""#),
      Self.entry("foot", #"application = "foot""#),
      Self.entry("foot-french", "application = \"foot\"\nlanguage = \"fr\""))
    #expect(chosen(items, nil, nil) == "any")
    #expect(chosen(items, "gedit", "en") == "any")
    #expect(chosen(items, "gedit", "de") == "german")
    #expect(chosen(items, nil, "DE-at") == "german")
    #expect(chosen(items, "gedit", "de-CH-1996") == "swiss")
    #expect(chosen(items, "gedit", "den") == "any")
    #expect(chosen(items, "foot", "de-CH") == "foot")
    #expect(chosen(items, "foot", "fr-CA") == "foot-french")
  }

  @Test func ofEqualsTheLastCounts() throws {
    #expect(chosen(try items(Self.entry("a"), Self.entry("b")), nil, nil) == "b")
  }

  @Test func withoutAnEntryThatFitsThereAreNone() throws {
    #expect(try items(Self.entry("x", #"application = "foot""#)).content(application: nil, language: "de") == nil)
  }

  @Test func aFileWithAnErrorAddsNothing() throws {
    var items = try items(Self.entry("a"))
    let before = items
    let text = Self.entry("b") + "[[bar]]\ncolour = 1\n"
    #expect(throws: TOMLError.self) { try items.add(try TOMLValue(parsing: Array(text.utf8))) }
    #expect(items == before)
  }

  @Test(
    arguments: [
      ("bars = 1", "1:1: 'bars' is no key here; did you mean 'bar'?"),
      ("[bar]", "1:1: 'bar' is written [[bar]], once for each entry: it must be an array"),
      ("[[bar]]\nleading = [{}]", "2:12: a group needs 1 to 16 'items', and has 0"),
      ("[[bar]]\nleading = [{ items = [{}] }]", "2:23: an item needs an 'id'"),
      ("[[bar]]\nleading = [{ items = [{ id = \"\" }] }]", "2:30: 'id' must have 1 to 128 bytes"),
      (
        "[[bar]]\nleading = [{ items = [{ id = \"a\", width = -1 }] }]",
        "2:43: 'width' must be a number from 1.0 to 10000.0"
      ),
      (
        "[[bar]]\nleading = [{ items = [{ id = \"a\" }], representative = { id = \"a\" } }]",
        "2:12: the 'representative' must be none of the group's items, and 'a' is one"
      ),
      ("[[bar]]\nallows-hiding = 1", "2:17: 'allows-hiding' must be true or false"),
    ])
  func anErrorHasItsPlace(text: String, problem: String) {
    let error = #expect(throws: TOMLError.self) { try items(text) }
    #expect(error?.description == problem)
  }

  @Test func tooManyGroupsAndEntriesAreErrors() {
    let groups = String(repeating: "{ items = [{ id = \"a\" }] },", count: 17)
    #expect(throws: TOMLError.self) { try items("[[bar]]\nleading = [\(groups)]") }
    #expect(throws: TOMLError.self) { try items(String(repeating: "[[bar]]\n", count: 1001)) }
  }
}
