import Geometry
import KeyboardGuide

/// A seat with round numbers: screen 1180 × 820 with a bottom inset of 20, as in the worked examples E1–E18.
struct SeatFixture {
  static let window = WindowID(1)
  static let keyboard = DeviceID("usb-1")
  static let docked = Rectangle(x: 0, y: 420, width: 1180, height: 400)
  static let bar = Rectangle(x: 340, y: 765, width: 500, height: 55)
  static let dismissed = Rectangle(x: 0, y: 800, width: 1180, height: 20)

  static var configuration: SeatConfiguration {
    var configuration = SeatConfiguration()
    configuration.screen = Screen(width: 1180, height: 820, bottomInset: 20)
    configuration.landscapeKeyboardHeight = 400
    (configuration.systemItems, configuration.barSpacing, configuration.suggestionsWidth) = ([], 0, 500)
    configuration.barHeight = 55
    configuration.transitionDuration = 0.5
    return configuration
  }

  var seat = Seat(configuration: configuration)
  var now = Instant(microseconds: 1_000_000)

  /// Gives inputs one after the other at one moment; returns the last one's changes.
  @discardableResult
  mutating func apply(_ inputs: SeatInput...) -> [SeatChange] {
    inputs.reduce([]) { _, input in seat.apply(input, at: now) }
  }

  /// Lets time pass until the seat's deadline, if it has one.
  @discardableResult
  mutating func settle() -> [SeatChange] {
    guard let deadline = seat.deadline else { return [] }
    now = deadline
    return seat.apply(.deadlineReached, at: now)
  }

  mutating func openWindow(follows: Bool = false, focus: TextView? = nil) {
    apply(.windowOpened(Self.window, Window(followsUndockedKeyboard: follows), focus: focus))
  }
}

extension [SeatChange] {
  /// What one window is told, or nil when it is told nothing.
  func notifications(for window: WindowID) -> [KeyboardNotification]? {
    for case .window(window, let notifications) in self { return notifications }
    return nil
  }

  var sections: SeatSections {
    for case .seat(let sections) in self { return sections }
    return []
  }
}

extension SeatInput {
  /// A keyboard is attached: an external one with nothing in the way, unless it is said otherwise.
  static func attached(_ id: DeviceID, _ keyboard: HardwareKeyboard = HardwareKeyboard()) -> SeatInput {
    .deviceChanged(id, AttachedDevice(keyboard: keyboard))
  }

  static func detached(_ id: DeviceID) -> SeatInput { .deviceChanged(id, nil) }

  /// A device with these switches and nothing else.
  static func switches(
    _ id: DeviceID = DeviceID("switches"), tabletMode: Bool? = nil, lid: Bool? = nil, dock: Bool? = nil
  ) -> SeatInput {
    .deviceChanged(id, AttachedDevice(switches: Switches(tabletMode: tabletMode, lid: lid, dock: dock)))
  }
}

// Views in tests are named by what stands there.
extension TextView: ExpressibleByStringLiteral {
  public init(stringLiteral name: String) { self.init(name) }
}
