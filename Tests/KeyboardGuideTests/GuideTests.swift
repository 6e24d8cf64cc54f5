import Geometry
import KeyboardGuide
import Testing

@Suite struct GuideTests {
  private func guide(
    hardware: Bool, focus: Bool, follows: Bool, configuration: SeatConfiguration = SeatFixture.configuration
  ) throws -> Guide {
    var fixture = SeatFixture()
    fixture.apply(.configured(configuration))
    fixture.openWindow(follows: follows, focus: focus ? "field" : nil)
    if hardware { fixture.apply(.attached(SeatFixture.keyboard)) }
    return try #require(fixture.seat.guide(of: SeatFixture.window))
  }

  @Test("R12 E1 with nothing shown the guide is the bottom safe area", arguments: [false, true])
  func dismissed(follows: Bool) throws {
    #expect(try guide(hardware: false, focus: false, follows: follows).frame == SeatFixture.dismissed)
  }

  @Test("R12 without a bottom inset the dismissed guide has no height")
  func noInset() throws {
    var configuration = SeatFixture.configuration
    configuration.screen.bottomInset = 0
    let frame = try guide(hardware: false, focus: false, follows: false, configuration: configuration).frame
    #expect(frame == Rectangle(x: 0, y: 820, width: 1180, height: 0))
  }

  @Test("R10 E3 docked, the guide is the keyboard's rectangle", arguments: [false, true])
  func docked(follows: Bool) throws {
    #expect(try guide(hardware: false, focus: true, follows: follows).frame == SeatFixture.docked)
  }

  @Test("R11 R39 E14 the full bar takes the window's width where the window does not follow")
  func barSpansWindow() throws {
    let frame = try guide(hardware: true, focus: true, follows: false).frame
    #expect(frame == Rectangle(x: 0, y: 765, width: 1180, height: 55))
  }

  @Test("R23 E14 the full bar's own edges where the window follows")
  func barFollowed() throws {
    #expect(try guide(hardware: true, focus: true, follows: true).frame == SeatFixture.bar)
  }

  @Test("R17 E17 a bar lower than the safe area does not lower the guide", arguments: [false, true])
  func neverBelowDismissed(follows: Bool) throws {
    var configuration = SeatFixture.configuration
    configuration.barHeight = 10
    let frame = try guide(hardware: true, focus: true, follows: follows, configuration: configuration).frame
    #expect(frame.minY == 800)
    #expect(frame.maxY == 820)
  }

  @Test(
    "R101 R102 R107 dismissed, docked and full bar are near the bottom alone", arguments: [false, true], [false, true])
  func nearBottom(hardware: Bool, focus: Bool) throws {
    #expect(try guide(hardware: hardware, focus: focus, follows: true).near == .bottom)
  }

  @Test("R19 a keyboard higher than the screen is cut to it")
  func tallKeyboard() throws {
    var configuration = SeatFixture.configuration
    configuration.landscapeKeyboardHeight = 5000
    let frame = try guide(hardware: false, focus: true, follows: false, configuration: configuration).frame
    #expect(frame == configuration.screen.bounds)
  }

  @Test("a portrait screen has the portrait keyboard")
  func portrait() throws {
    var configuration = SeatFixture.configuration
    configuration.screen = Screen(width: 820, height: 1180, bottomInset: 20)
    configuration.portraitKeyboardHeight = 320
    let frame = try guide(hardware: false, focus: true, follows: false, configuration: configuration).frame
    #expect(frame == Rectangle(x: 0, y: 860, width: 820, height: 320))
  }

  @Test("a window that is not open has no guide")
  func unknownWindow() {
    #expect(SeatFixture().seat.guide(of: WindowID(7)) == nil)
  }
}
