import Geometry
import Testing

@testable import KeyboardGuide
@testable import ViewLayout

/// A keyboard of the worked examples E1–E18, as one window sees it: screen 1180 × 820, bottom inset 20, near within 100.
struct WorkedKeyboard {
  var name: String
  var kind: KeyboardKind
  var frame: Rectangle?
  var window = Window(followsUndockedKeyboard: true)

  init(
    _ name: String, _ kind: KeyboardKind, _ frame: (Double, Double, Double, Double)? = nil,
    in window: (Double, Double, Double, Double)? = nil, _ change: (inout Window) -> Void = { _ in }
  ) {
    func rectangle(_ numbers: (Double, Double, Double, Double)) -> Rectangle {
      Rectangle(x: numbers.0, y: numbers.1, width: numbers.2, height: numbers.3)
    }
    self.name = name
    self.kind = kind
    self.frame = frame.map(rectangle)
    self.window.frame = window.map(rectangle)
    change(&self.window)
  }

  var geometry: LayoutGeometry {
    var configuration = SeatConfiguration()
    configuration.nearDistances = NearDistances(all: NearDistance(points: 100, fraction: 0, hysteresis: 0))
    let screen = Screen(width: 1180, height: 820, bottomInset: 20)
    let place = WindowGeometry(window, on: screen, configuration: configuration)
    let edges = EdgeState(distances: configuration.nearDistances, undockedCanBeNearBottom: false)
    let keyboard = Keyboard(kind: kind, frame: frame, reason: .policy)
    let guide = Guide(of: keyboard, in: place, edges: edges, former: [])
    return LayoutGeometry(
      width: place.frame.width, height: place.frame.height, bottomSafeArea: place.bottomSafeArea,
      isRightToLeft: window.isRightToLeft, keyboard: guide.frame, near: guide.near,
      followsUndockedKeyboard: window.followsUndockedKeyboard)
  }
}

/// The layouts of the talk and of the sample, with values worked out by hand.
@Suite struct TalkLayoutTests {
  /// A bar of 300 × 44 on the keyboard's top, and a photo of 400 × 300 on the other side.
  private static let talk = """
    {"views": {"bar": {"width": 300, "height": 44}, "photo": {"width": 400, "height": 300}},
     "constraints": ["photo.top == safeArea.top"],
     "tracked": [
       {"away": ["top"], "constraints": ["bar.bottom == keyboard.top"]},
       {"near": ["top"], "constraints": ["bar.bottom == safeArea.bottom"]},
       {"away": ["leading", "trailing"], "constraints":
         ["bar.centerX == keyboard.centerX", "photo.centerX == view.centerX"]},
       {"near": ["trailing"], "constraints":
         ["bar.trailing == keyboard.trailing", "photo.leading == safeArea.leading"]},
       {"near": ["leading"], "constraints":
         ["bar.leading == keyboard.leading", "photo.trailing == safeArea.trailing"]}]}
    """

  private static let floating = (430.0, 300.0, 320.0, 260.0)
  private static let corner = (840.0, 540.0, 320.0, 260.0)
  private static let left = (0.0, 0.0, 585.0, 820.0)
  private static let right = (595.0, 0.0, 585.0, 820.0)
  private static func mirrored(_ window: inout Window) { window.isRightToLeft = true }
  private static func stage(_ window: inout Window) { (window.style, window.bottomSafeArea) = (.stage, 0) }

  /// Each with where the bar and the photo begin; halves of points are rounded up.
  private static let examples: [(WorkedKeyboard, bar: (Double, Double), photo: Double)] = [
    (WorkedKeyboard("E1", .none), (440, 756), 390),
    (WorkedKeyboard("E2", .none) { $0.usesBottomSafeArea = false }, (440, 776), 390),
    (WorkedKeyboard("E3", .docked, (0, 420, 1180, 400)), (440, 376), 390),
    (WorkedKeyboard("E4", .floating, floating), (440, 256), 390),
    (WorkedKeyboard("E5", .floating, corner), (860, 496), 0),
    (WorkedKeyboard("E5 right to left", .floating, corner, mirrored), (860, 496), 0),
    (WorkedKeyboard("E6", .undocked, (0, 30, 1180, 400)), (440, 756), 390),
    (WorkedKeyboard("E7", .undocked, (0, 250, 1180, 400)), (440, 206), 390),
    (WorkedKeyboard("E8 left", .docked, (0, 420, 1180, 400), in: left), (143, 376), 93),
    (WorkedKeyboard("E8 right", .docked, (0, 420, 1180, 400), in: right), (143, 376), 93),
    (WorkedKeyboard("E9 left", .floating, floating, in: left), (285, 256), 0),
    (WorkedKeyboard("E9 right", .floating, floating, in: right), (0, 256), 185),
    (WorkedKeyboard("E10 left", .floating, (100, 300, 320, 260), in: left), (100, 256), 185),
    (WorkedKeyboard("E10 right", .floating, (100, 300, 320, 260), in: right), (143, 756), 93),
    (WorkedKeyboard("E11", .floating, corner, in: (800, 0, 380, 820)), (50, 496), -10),
    (WorkedKeyboard("E12", .docked, (0, 420, 1180, 400), in: (100, 100, 700, 500), stage), (200, 276), 150),
    (WorkedKeyboard("E13", .docked, (0, 420, 1180, 400), in: (100, 50, 700, 350), stage), (200, 306), 150),
    (WorkedKeyboard("E14", .fullBar, (340, 765, 500, 55)), (440, 721), 390),
    (WorkedKeyboard("E15", .collapsedBarTrailing, (1100, 755, 70, 55)), (870, 711), 0),
    (WorkedKeyboard("E16", .fullBar, (0, 765, 1180, 400)), (440, 721), 390),
    (WorkedKeyboard("E17", .docked, (0, 810, 1180, 400)), (440, 756), 390),
    (WorkedKeyboard("E18", .none, (0, 0, 0, 0)), (440, 756), 390),
  ]

  @Test("R114 R115 the bar is centred on the keyboard or goes to its side, and the photo to the other")
  func talk() throws {
    for (keyboard, bar, photo) in Self.examples {
      let layout = try LayoutFixture.layout(Self.talk, keyboard.geometry)
      #expect(layout["bar"] == Rectangle(x: bar.0, y: bar.1, width: 300, height: 44), "\(keyboard.name)")
      #expect(layout["photo"]?.x == photo, "\(keyboard.name)")
      #expect(layout.conflicts.isEmpty && layout.ambiguousViews.isEmpty, "\(keyboard.name)")
    }
  }

  @Test("R70 R98 from any keyboard to any other, sets are exchanged in one step and leave nothing behind")
  func transitions() throws {
    let full = Self.examples.filter { $0.0.window.frame == nil && !$0.0.window.isRightToLeft }
    for (former, _, _) in full {
      for (next, bar, photo) in full {
        var layout = try LayoutFixture.layout(Self.talk, former.geometry)
        _ = try layout.update(next.geometry)
        #expect(layout["bar"]?.x == bar.0 && layout["bar"]?.y == bar.1, "\(former.name) to \(next.name)")
        #expect(layout["photo"]?.x == photo, "\(former.name) to \(next.name)")
        #expect(layout.conflicts.isEmpty, "\(former.name) to \(next.name)")
      }
    }
  }

  @Test("R84 without following the bar is where nothing but the document puts it, whatever the keyboard")
  func inert() throws {
    for (keyboard, _, _) in Self.examples {
      var keyboard = keyboard
      keyboard.window.followsUndockedKeyboard = false
      let layout = try LayoutFixture.layout(Self.talk, keyboard.geometry)
      #expect(layout.activeSets == [])
      #expect(layout.ambiguousViews == [0, 1], "\(keyboard.name)")
    }
  }

  /// The sample: centred only off the bottom too, a set for the bottom alone, and side sets one spacing inwards.
  private static let sample = """
    {"views": {"bar": {"width": 300, "height": 44}, "photo": {"width": 400, "height": 300, "compressionResistance": 250}},
     "constraints": ["bar.bottom == keyboard.top", "photo.top >= safeArea.top", "photo.centerX == view.centerX"],
     "tracked": [
       {"away": ["leading", "trailing", "bottom"], "constraints": ["bar.centerX == keyboard.centerX"]},
       {"near": ["bottom"], "constraints": [
         {"id": "flush", "constraint": "bar.trailing == keyboard.trailing"},
         "photo.bottom <= keyboard.top - spacing"]},
       {"near": ["trailing"], "constraints": [
         {"id": "inset", "constraint": "bar.trailing == keyboard.trailing - spacing"}]},
       {"near": ["leading"], "constraints": ["bar.leading == keyboard.leading + spacing"]}]}
    """

  @Test("R116 R119 the sample: centred in the middle, flush at the bottom, the photo shrinks above the keyboard")
  func sample() throws {
    let middle = try LayoutFixture.layout(Self.sample, WorkedKeyboard("E4", .floating, Self.floating).geometry)
    #expect(middle["bar"]?.x == 440 && middle.conflicts.isEmpty)
    let docked = try LayoutFixture.layout(Self.sample, WorkedKeyboard("E3", .docked, (0, 420, 1180, 400)).geometry)
    #expect(docked["bar"]?.maxX == 1180 && docked.conflicts.isEmpty)
    #expect((docked["photo"]?.maxY ?? 0) <= 412)
    let camera = try LayoutFixture.layout(Self.sample, WorkedKeyboard("camera", .camera, (0, 200, 1180, 620)).geometry)
    #expect(camera["photo"]?.height == 192)
    let side = try LayoutFixture.layout(Self.sample, WorkedKeyboard("side", .floating, (20, 300, 320, 260)).geometry)
    #expect(side["bar"]?.x == 28)
  }

  @Test(
    "R104 R117 in the bottom trailing corner both of its sets hold and contradict: one gives way, by name",
    arguments: [(840.0, 540.0, 320.0, 260.0, false), (1100, 755, 70, 55, true)])
  func contradiction(x: Double, y: Double, width: Double, height: Double, isPill: Bool) throws {
    let keyboard = WorkedKeyboard("corner", isPill ? .collapsedBarTrailing : .floating, (x, y, width, height))
    let layout = try LayoutFixture.layout(Self.sample, keyboard.geometry)
    #expect(layout.activeSets == [1, 2])
    #expect(layout.conflicts == [.init(broken: "inset", constraints: ["flush", "inset"])])
    #expect(layout["bar"]?.maxX == x + width)
  }
}
