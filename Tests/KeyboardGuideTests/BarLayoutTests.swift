import Testing

@testable import KeyboardGuide

/// The full bar's buttons: which, where, and what gives way where room is short.
@Suite struct BarLayoutTests {
  private static func item(_ id: String, _ width: Double? = nil) -> BarItem { BarItem(id: id, title: id, width: width) }

  /// Buttons of 40, room of 10 between groups, suggestions of 100, no buttons of the system.
  private var configuration: SeatConfiguration {
    var configuration = SeatConfiguration()
    configuration.barItemWidth = 40
    configuration.barSpacing = 10
    configuration.suggestionsWidth = 100
    configuration.systemItems = []
    return configuration
  }

  private let content = BarContent(
    leading: [BarGroup(items: [item("bold"), item("italic")], representative: item("style"))],
    trailing: [
      BarGroup(items: [item("left"), item("right")], representative: item("align")),
      BarGroup(items: [item("send", 60)]),
    ])

  private func layout(
    _ content: BarContent?, available: Double = 1000, isRightToLeft: Bool = false, language: Language? = nil,
    _ change: (inout SeatConfiguration) -> Void = { _ in }
  ) -> BarLayout? {
    var configuration = configuration
    change(&configuration)
    return BarLayout(
      content, configuration: configuration, language: language, available: available, isRightToLeft: isRightToLeft)
  }

  private func ids(_ layout: BarLayout?) -> [String] {
    (layout?.buttons ?? []).sorted { $0.x < $1.x }.map(\.item.id)
  }

  @Test("R40 the bar is as wide as its content needs, with room around every part")
  func width() {
    #expect(layout(nil)?.width == 120)
    #expect(layout(content)?.width == 370)
  }

  @Test("R282 R283 the system's buttons come first, the application's stand around the suggestions")
  func order() throws {
    let layout = try #require(
      layout(content) { $0.systemItems = [Self.item("undo"), Self.item("paste")] })
    #expect(ids(layout) == ["undo", "paste", "bold", "italic", "left", "right", "send"])
    #expect(layout.buttons.map(\.section) == [.system, .system, .leading, .leading, .trailing, .trailing, .trailing])
    #expect(layout.buttons.map(\.x) == [10, 50, 100, 140, 300, 340, 390])
  }

  @Test("R283 right to left, all is mirrored")
  func mirrored() throws {
    let forth = try #require(layout(content))
    let back = try #require(layout(content, isRightToLeft: true))
    #expect(back.width == forth.width)
    #expect(ids(back) == ids(forth).reversed())
    for (one, two) in zip(forth.buttons, back.buttons) { #expect(one.x + one.width == forth.width - two.x) }
  }

  private static let narrower: [(Double, [String])] = [
    (370, ["bold", "italic", "left", "right", "send"]), (369, ["bold", "italic", "align", "send"]),
    (330, ["bold", "italic", "align", "send"]), (329, ["style", "align", "send"]), (290, ["style", "align", "send"]),
  ]

  @Test(
    "R284 R288 where room is short, groups collapse to their representatives, the last one first", arguments: narrower)
  func collapse(available: Double, shown: [String]) {
    #expect(ids(layout(content, available: available)) == shown)
  }

  @Test("R284 a button says that it stands for its group")
  func representative() {
    let buttons = layout(content, available: 340)?.buttons ?? []
    #expect(buttons.filter(\.isRepresentative).map(\.item.id) == ["align"])
  }

  @Test("R284 a representative that is no narrower than its group is of no use")
  func wideRepresentative() {
    let content = BarContent(leading: [BarGroup(items: [Self.item("a")], representative: Self.item("b", 50))])
    #expect(ids(layout(content, available: 100)) == ["a"])
  }

  @Test("R288 then suggestions give way, then groups go, the last one first; the bar is never wider than its room")
  func hidden() throws {
    let tight = try #require(layout(content, available: 230))
    #expect(ids(tight) == ["style", "align", "send"])
    #expect(tight.width == 230)
    let tighter = try #require(layout(content, available: 120))
    #expect(ids(tighter) == ["style", "align"])
    #expect(tighter.width == 110)
    let none = try #require(layout(content, available: 30))
    #expect(ids(none) == [])
    #expect(none.width <= 30)
  }

  @Test("R40 R289 a language has suggestions of its own width, or none")
  func language() {
    #expect(layout(nil, language: Language(id: "zh", suggestionsWidth: 300))?.width == 320)
    #expect(layout(content, language: Language(id: "la", suggestionsWidth: 0))?.width == 260)
  }

  @Test("R287 with neither groups nor suggestions there is no bar")
  func empty() {
    #expect(layout(nil, language: Language(id: "la", suggestionsWidth: 0)) == nil)
    #expect(layout(BarContent()) { $0.suggestionsWidth = 0 } == nil)
    #expect(layout(nil) { ($0.suggestionsWidth, $0.systemItems) = (0, [Self.item("undo")]) } != nil)
  }

  @Test("R288 whatever the content, the bar fits, and no buttons overlap", arguments: 1...40)
  func fits(groups: Int) {
    var content = BarContent()
    for index in 0..<groups {
      let items = (0...index % 5).map { Self.item("\(index)-\($0)", Double(20 + 7 * $0)) }
      let group = BarGroup(items: items, representative: index % 3 == 0 ? nil : Self.item("r\(index)"))
      if index.isMultiple(of: 2) { content.leading.append(group) } else { content.trailing.append(group) }
    }
    for available in stride(from: 20.0, through: 1200, by: 59) {
      guard let layout = layout(content, available: available, isRightToLeft: groups.isMultiple(of: 2)) else {
        Issue.record("there is something to show")
        continue
      }
      #expect(layout.width <= available)
      let buttons = layout.buttons.sorted { $0.x < $1.x }
      for (one, next) in zip(buttons, buttons.dropFirst()) { #expect(one.x + one.width <= next.x + 1e-9) }
      if let first = buttons.first, let last = buttons.last {
        #expect(first.x >= 0 && last.x + last.width <= layout.width + 1e-9)
      }
    }
  }
}
