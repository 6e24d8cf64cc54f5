import Geometry
import JSON
import Testing

@testable import ViewLayout

/// Documents laid out in a window of 400 × 800 with a keyboard.
struct LayoutFixture {
  static let dismissed = Rectangle(x: 0, y: 780, width: 400, height: 20)
  static let docked = Rectangle(x: 0, y: 500, width: 400, height: 300)

  static func geometry(
    _ keyboard: Rectangle = dismissed, near: Edges = .bottom, follows: Bool = false, rightToLeft: Bool = false
  ) -> LayoutGeometry {
    LayoutGeometry(
      width: 400, height: 800, bottomSafeArea: 20, isRightToLeft: rightToLeft, keyboard: keyboard, near: near,
      followsUndockedKeyboard: follows)
  }

  static func document(_ json: String) throws -> LayoutDocument {
    var reader = JSONReader(Array(json.utf8))
    return try reader.read()
  }

  static func layout(_ json: String, _ geometry: LayoutGeometry = geometry()) throws -> WindowLayout {
    try WindowLayout(document(json), in: geometry)
  }
}

extension WindowLayout {
  /// A view's frame by its name.
  subscript(_ name: String) -> Rectangle? {
    document.views.firstIndex { $0.name == name }.map { frames[$0] }
  }
}

@Suite struct WindowLayoutTests {
  private static let chat = """
    {"views": {"list": {}, "field": {"parent": "bar", "height": 36}, "bar": {}},
     "constraints": ["list.top == safeArea.top", "list.leading == view.leading", "list.trailing == view.trailing",
       "list.bottom == bar.top", "bar.leading == view.leading", "bar.trailing == view.trailing",
       "bar.bottom == keyboard.top", "bar.bottom <= safeArea.bottom", "field.top == bar.top + spacing",
       "field.bottom == bar.bottom - spacing", "field.leading == margins.leading", "field.trailing == margins.trailing"]}
    """

  @Test("R14 R69 a bar above the keyboard follows it, and only what changes is told")
  func chat() throws {
    var layout = try LayoutFixture.layout(Self.chat)
    #expect(layout["bar"] == Rectangle(x: 0, y: 728, width: 400, height: 52))
    #expect(layout["field"] == Rectangle(x: 8, y: 736, width: 384, height: 36))
    #expect(layout["list"] == Rectangle(x: 0, y: 0, width: 400, height: 728))
    #expect(layout.conflicts.isEmpty && layout.ambiguousViews.isEmpty)
    #expect(try layout.update(LayoutFixture.geometry(LayoutFixture.docked)) == [0, 1, 2])
    #expect(layout["bar"]?.y == 448 && layout["list"]?.height == 448)
    #expect(try layout.update(LayoutFixture.geometry(LayoutFixture.docked)) == [])
    var taller = LayoutFixture.docked
    taller.y += 0.2
    #expect(try layout.update(LayoutFixture.geometry(taller)) == [], "nothing changes on whole pixels")
    #expect(try layout.update(LayoutFixture.geometry()) == [0, 1, 2])
    #expect(layout["bar"] == Rectangle(x: 0, y: 728, width: 400, height: 52))
  }

  @Test("R1 R78 the keyboard has every anchor, on either side of a constraint")
  func anchors() throws {
    let keyboard = Rectangle(x: 100, y: 500, width: 200, height: 120)
    let expected: [(String, Double)] = [
      ("leading", 100), ("left", 100), ("trailing", 300), ("right", 300), ("centerX", 200), ("top", 500),
      ("bottom", 620),
      ("centerY", 560), ("firstBaseline", 620), ("lastBaseline", 620), ("width", 200), ("height", 120),
    ]
    for (anchor, value) in expected {
      let isSize = anchor == "width" || anchor == "height"
      let isVertical = ["top", "bottom", "centerY", "firstBaseline", "lastBaseline"].contains(anchor)
      let own = isSize ? "width" : isVertical ? "top" : ["leading", "trailing"].contains(anchor) ? "leading" : "left"
      for text in ["a.\(own) == keyboard.\(anchor)", "keyboard.\(anchor) == a.\(own)"] {
        let layout = try LayoutFixture.layout(
          #"{"views": {"a": {}}, "constraints": ["\#(text)"]}"#, LayoutFixture.geometry(keyboard, follows: true))
        let frame = try #require(layout["a"])
        #expect((isSize ? frame.width : isVertical ? frame.y : frame.x) == value, "\(text)")
      }
    }
  }

  @Test("R33 R34 a bar that rides on the keyboard and rests above the safe area, and its backdrop down to the edge")
  func backdrop() throws {
    let json = """
      {"views": {"bar": {"height": 40}, "backdrop": {}},
       "constraints": ["bar.leading == view.leading", "bar.trailing == view.trailing",
         "bar.bottom <= keyboard.top - spacing", "bar.bottom <= safeArea.bottom", "bar.bottom == view.bottom @250",
         "backdrop.top == bar.top", "backdrop.bottom == keyboard.top", "backdrop.leading == view.leading",
         "backdrop.trailing == view.trailing"]}
      """
    // Without the safe area in the guide: it has no height at the window's edge.
    let away = Rectangle(x: 0, y: 800, width: 400, height: 0)
    var layout = try LayoutFixture.layout(json, LayoutFixture.geometry(away))
    #expect(layout["bar"]?.maxY == 780)
    #expect(layout["backdrop"]?.maxY == 800)
    _ = try layout.update(LayoutFixture.geometry(LayoutFixture.docked))
    #expect(layout["bar"]?.maxY == 492)
    #expect(layout["backdrop"]?.maxY == 500)
  }

  @Test("R209 R210 right to left, leading is right, and constants go inwards")
  func mirrored() throws {
    let json = """
      {"views": {"icon": {"width": 40, "height": 40}, "title": {"height": 20}},
       "constraints": ["icon.leading == view.leading + 10", "title.leading >= icon.trailing + spacing",
         "title.leading == icon.trailing @low", "title.trailing == view.trailing - 5", "icon.top == view.top",
         "title.top == view.top", "title.width >= 1"]}
      """
    let forth = try LayoutFixture.layout(json)
    #expect(forth["icon"]?.x == 10 && forth["title"]?.x == 58 && forth["title"]?.width == 337)
    var back = try LayoutFixture.layout(json, LayoutFixture.geometry(rightToLeft: true))
    #expect(back["icon"]?.x == 350 && back["title"]?.maxX == 342 && back["title"]?.x == 5)
    #expect(try back.update(LayoutFixture.geometry()) == [0, 1])
    #expect(back.frames == forth.frames)
  }

  @Test("R210 a multiplier is counted from where text begins")
  func mirroredMultiplier() throws {
    let json = """
      {"views": {"a": {"width": 10, "height": 10}},
       "constraints": ["a.leading == view.trailing * 0.25", "a.top == view.top"]}
      """
    #expect(try LayoutFixture.layout(json)["a"]?.x == 100)
    #expect(try LayoutFixture.layout(json, LayoutFixture.geometry(rightToLeft: true))["a"]?.maxX == 300)
  }

  @Test("R183 hugging and compression resistance decide between a view and its room")
  func intrinsic() throws {
    func widths(_ available: Double, _ title: String, _ value: String) throws -> [Double] {
      let json = """
        {"views": {"title": {"width": 100, "height": 20, \(title)}, "value": {"width": 60, "height": 20, \(value)}},
         "constraints": ["title.left == view.left", "value.left == title.right", "value.right == view.left + 0 * 1",
           "title.top == view.top", "value.top == view.top"]}
        """
      let room = json.replacing("view.left + 0 * 1", with: "view.left + \(available)")
      return try LayoutFixture.layout(room).frames.map(\.width)
    }
    #expect(try widths(200, #""hugging": 251"#, #""hugging": 250"#) == [100, 100])
    #expect(try widths(200, #""hugging": 250"#, #""hugging": 251"#) == [140, 60])
    #expect(try widths(120, #""compressionResistance": 751"#, #""hugging": 250"#) == [100, 20])
    #expect(try widths(120, #""compressionResistance": 749"#, #""hugging": 250"#) == [60, 60])
  }

  @Test("baselines: text stands on one line, and what has none stands on its bottom")
  func baselines() throws {
    let json = """
      {"views": {"large": {"width": 50, "height": 40, "firstBaseline": 30, "lastBaseline": 10},
                 "small": {"width": 50, "height": 20, "firstBaseline": 15, "lastBaseline": 5},
                 "icon": {"width": 10, "height": 10}},
       "constraints": ["large.left == view.left", "small.left == large.right", "icon.left == small.right",
         "large.top == view.top + 100", "small.firstBaseline == large.firstBaseline",
         "icon.lastBaseline == large.lastBaseline"]}
      """
    let layout = try LayoutFixture.layout(json)
    #expect(layout["small"]?.y == 115)
    #expect(layout["icon"]?.maxY == 130)
  }

  @Test("R192 a view that nothing places is reported, and stays where it is while others move")
  func ambiguous() throws {
    var layout = try LayoutFixture.layout(
      """
      {"views": {"placed": {"width": 10, "height": 10}, "lost": {"width": 10, "height": 10}},
       "constraints": ["placed.left == view.left", "placed.bottom == keyboard.top", "lost.left == view.left"]}
      """)
    #expect(layout.ambiguousViews == [1])
    let lost = layout["lost"]
    #expect(try layout.update(LayoutFixture.geometry(LayoutFixture.docked)) == [0])
    #expect(layout["lost"] == lost)
  }

  @Test("R189 R190 R191 of required constraints that contradict the newest gives way, by name, until they agree again")
  func conflict() throws {
    var layout = try LayoutFixture.layout(
      """
      {"views": {"panel": {}},
       "constraints": [{"id": "top", "constraint": "panel.top == view.top + 300"}, "panel.left == view.left",
         "panel.width == 50", {"id": "bottom", "constraint": "panel.bottom == keyboard.top"},
         {"id": "tall", "constraint": "panel.height >= 300"}]}
      """)
    #expect(layout.conflicts.isEmpty)
    #expect(layout["panel"] == Rectangle(x: 0, y: 300, width: 50, height: 480))
    _ = try layout.update(LayoutFixture.geometry(LayoutFixture.docked))
    #expect(layout.conflicts.count == 1)
    #expect(layout.conflicts.first?.broken == "tall")
    #expect(layout.conflicts.first?.constraints.contains("top") == true)
    #expect(layout.conflicts.first?.constraints.contains("tall") == true)
    #expect(layout["panel"] == Rectangle(x: 0, y: 300, width: 50, height: 200))
    _ = try layout.update(LayoutFixture.geometry())
    #expect(layout.conflicts.isEmpty)
    #expect(layout["panel"]?.height == 480)
  }

  @Test("edges are on whole pixels, and what touches still touches")
  func pixels() throws {
    let json = """
      {"views": {"a": {}, "b": {}, "c": {}},
       "constraints": ["a.left == view.left", "b.left == a.right", "c.left == b.right", "c.right == view.right",
         "a.width == b.width", "b.width == c.width", "a.top == view.top", "b.top == view.top", "c.top == view.top",
         "a.height == 10", "b.height == 10", "c.height == 10"]}
      """
    for scale in [1.0, 2, 3] {
      var geometry = LayoutFixture.geometry()
      geometry.scale = scale
      let layout = try LayoutFixture.layout(json, geometry)
      for frame in layout.frames { #expect((frame.x * scale).rounded() == frame.x * scale) }
      #expect(layout["a"]?.maxX == layout["b"]?.x && layout["b"]?.maxX == layout["c"]?.x)
      #expect(layout["c"]?.maxX == 400)
    }
  }

  @Test("a layout that has nothing to do with the keyboard, or of nothing at all, stays where it is")
  func untouched() throws {
    for json in ["{}", #"{"views": {"a": {}}}"#] {
      var layout = try LayoutFixture.layout(json)
      var geometry = LayoutFixture.geometry(LayoutFixture.docked)
      let frames = layout.frames
      #expect(try layout.update(geometry) == [])
      geometry.bottomSafeArea += 7
      #expect(try layout.update(geometry) == [] && layout.frames == frames && layout.geometry == geometry)
    }
  }

  @Test("another document takes the former one's place, and the result is as if it had been the first")
  func replace() throws {
    var layout = try LayoutFixture.layout(Self.chat, LayoutFixture.geometry(LayoutFixture.docked))
    let other = try LayoutFixture.document(
      """
      {"views": {"bar": {"height": 30}}, "constraints": ["bar.left == view.left", "bar.right == view.right",
        "bar.bottom == safeArea.bottom"]}
      """)
    #expect(try layout.replace(by: other, in: layout.geometry) == [0])
    #expect(layout.frames == [Rectangle(x: 0, y: 750, width: 400, height: 30)])
    #expect(layout.frames == (try WindowLayout(other, in: layout.geometry)).frames)
  }

  @Test("content that grows moves what depends on it")
  func grows() throws {
    var layout = try LayoutFixture.layout(Self.chat)
    var document = layout.document
    let field = try #require(document.views.firstIndex { $0.name == "field" })
    document.views[field].intrinsicSize.vertical = 72
    #expect(try layout.replace(by: document, in: layout.geometry) == [0, 1, 2])
    #expect(layout["bar"]?.height == 88)
  }
}
