import Geometry
import Testing

@testable import ViewLayout

/// Sets of constraints that hold while the keyboard is near edges, or away from them.
@Suite struct TrackedSetTests {
  /// A toolbar on top of the keyboard, or at the window's bottom where there is no room above it.
  private static let toolbar = """
    {"views": {"toolbar": {"width": 100, "height": 40}},
     "constraints": ["toolbar.centerX == view.centerX"],
     "tracked": [{"away": ["top"], "constraints": ["toolbar.bottom == keyboard.top"]},
                 {"near": ["top"], "constraints": ["toolbar.bottom == safeArea.bottom"]}]}
    """

  private let floating = Rectangle(x: 50, y: 300, width: 200, height: 200)
  private let high = Rectangle(x: 50, y: 0, width: 200, height: 200)

  @Test("R81 R95 R98 R114 a set holds from the first layout on, and is exchanged for another in one step")
  func toggle() throws {
    var layout = try LayoutFixture.layout(Self.toolbar, LayoutFixture.geometry(follows: true))
    #expect(layout.activeSets == [0])
    #expect(layout["toolbar"]?.maxY == 780)
    _ = try layout.update(LayoutFixture.geometry(floating, near: [], follows: true))
    #expect(layout["toolbar"]?.maxY == 300)
    #expect(try layout.update(LayoutFixture.geometry(high, near: .top, follows: true)) == [0])
    #expect(layout.activeSets == [1])
    #expect(layout["toolbar"]?.maxY == 780)
    #expect(layout.conflicts.isEmpty)
    _ = try layout.update(LayoutFixture.geometry(floating, near: [], follows: true))
    #expect(layout.activeSets == [0])
    #expect(layout["toolbar"]?.maxY == 300)
  }

  @Test("R84 R85 without following no set holds")
  func inert() throws {
    var layout = try LayoutFixture.layout(Self.toolbar)
    #expect(layout.activeSets == [])
    #expect(layout.ambiguousViews == [0])
    _ = try layout.update(LayoutFixture.geometry(follows: true))
    #expect(layout.activeSets == [0])
    #expect(layout.ambiguousViews == [])
  }

  /// Edges that a keyboard is near, and the conditions that hold then.
  private static let cases: [(near: Edges, conditions: [Int])] = [
    (.bottom, [1, 3]), ([], [1, 2, 3]), ([.bottom, .trailing], [0, 4]), (.trailing, [2, 4]), (.top, [1, 2]),
    ([.top, .leading], [2]),
  ]

  @Test("R86 R87 R91 R101 a condition is a conjunction, near all or away from all", arguments: cases)
  func conjunction(near: Edges, sets: [Int]) {
    let conditions: [TrackedSet.Condition] = [
      .near([.bottom, .trailing]), .away([.leading, .trailing]), .away(.bottom), .away([.top, .leading, .trailing]),
      .near(.trailing),
    ]
    #expect(conditions.indices.filter { conditions[$0].holds(near: near) } == sets)
  }

  @Test("R88 R89 R117 R120 sets that hold together and contradict are a conflict, reported by name")
  func contradiction() throws {
    let json = """
      {"views": {"bar": {"width": 100, "height": 40}},
       "constraints": ["bar.bottom == keyboard.top"],
       "tracked": [{"near": ["bottom"], "constraints": [{"id": "flush", "constraint": "bar.trailing == keyboard.trailing"}]},
         {"near": ["trailing"], "constraints": [
           {"id": "inset", "constraint": "bar.trailing == keyboard.trailing - 1*spacing"}]}]}
      """
    let corner = Rectangle(x: 190, y: 600, width: 200, height: 200)
    let layout = try LayoutFixture.layout(
      json, LayoutFixture.geometry(corner, near: [.bottom, .trailing], follows: true))
    #expect(layout.activeSets == [0, 1])
    #expect(layout.conflicts.map(\.broken) == ["inset"])
    #expect(layout.conflicts.first?.constraints == ["flush", "inset"])
    #expect(layout["bar"]?.maxX == 390)
  }

  @Test("R82 R118 a set may be about views that have nothing to do with the keyboard")
  func unrelated() throws {
    let json = """
      {"views": {"photo": {"width": 100, "height": 100}},
       "constraints": ["photo.centerY == view.centerY"],
       "tracked": [{"near": ["trailing"], "constraints": ["photo.leading == safeArea.leading"]},
         {"near": ["leading"], "constraints": ["photo.trailing == safeArea.trailing"]},
         {"away": ["leading", "trailing"], "constraints": ["photo.centerX == view.centerX"]}]}
      """
    func x(_ near: Edges) throws -> Double? {
      try LayoutFixture.layout(json, LayoutFixture.geometry(floating, near: near, follows: true))["photo"]?.x
    }
    #expect(try x(.trailing) == 0)
    #expect(try x(.leading) == 300)
    #expect(try x([]) == 150)
    #expect(try x(.bottom) == 150)
  }

  @Test(
    "R83 what is in no set holds wherever the keyboard is, and R92 R94 a document without its sets holds none of them")
  func untracked() throws {
    let json = """
      {"views": {"bar": {"width": 100, "height": 40}},
       "constraints": ["bar.bottom == keyboard.top", "bar.leading == view.leading @250"],
       "tracked": [{"near": ["trailing"], "constraints": ["bar.trailing == keyboard.trailing"]}]}
      """
    let side = Rectangle(x: 190, y: 300, width: 200, height: 200)
    var layout = try LayoutFixture.layout(json, LayoutFixture.geometry(side, near: .trailing, follows: true))
    #expect(layout["bar"] == Rectangle(x: 290, y: 260, width: 100, height: 40))
    var document = layout.document
    document.trackedSets = []
    #expect(try layout.replace(by: document, in: layout.geometry) == [0])
    #expect(layout["bar"] == Rectangle(x: 0, y: 260, width: 100, height: 40))
  }

  @Test("R90 R99 a condition stands once, and has an edge")
  func wrong() {
    for (json, problem) in [
      (#"{"tracked": [{"near": [], "constraints": []}]}"#, "tracked[0]': a set needs at least one edge"),
      (
        #"{"tracked": [{"near": ["top"], "constraints": []}, {"near": ["top"], "constraints": []}]}"#,
        "tracked[1]': another set has the same edges"
      ), (#"{"tracked": [{"near": ["top"], "away": ["top"], "constraints": []}]}"#, "either 'near' or 'away'"),
      (#"{"tracked": [{"near": ["up"], "constraints": []}]}"#, "expected top, leading, bottom or trailing"),
    ] {
      #expect { try LayoutFixture.document(json) } throws: { "\($0)".contains(problem) }
    }
  }

  @Test("whatever way the keyboard took, the frames are those of where it is", arguments: UInt64(1)...50)
  func history(seed: UInt64) throws {
    var generator = Generator(state: seed)
    func geometry() -> LayoutGeometry {
      let edges: [Edges] = [.bottom, [], .top, [.bottom, .trailing], .leading]
      let frame = Rectangle(
        x: Double.random(in: 0...200, using: &generator).rounded(),
        y: Double.random(in: 0...600, using: &generator).rounded(),
        width: 200, height: 200)
      return LayoutFixture.geometry(
        frame, near: edges.randomElement(using: &generator) ?? .bottom, follows: .random(using: &generator))
    }
    var layout = try LayoutFixture.layout(Self.toolbar, geometry())
    for _ in 0..<20 {
      let next = geometry()
      let former = layout.frames
      let changed = try layout.update(next)
      #expect(changed == layout.frames.indices.filter { layout.frames[$0] != former[$0] })
    }
    let last = geometry()
    _ = try layout.update(last)
    let fresh = try LayoutFixture.layout(Self.toolbar, last)
    #expect(layout.frames == fresh.frames && layout.activeSets == fresh.activeSets)
    #expect(layout.ambiguousViews == fresh.ambiguousViews)
  }
}
