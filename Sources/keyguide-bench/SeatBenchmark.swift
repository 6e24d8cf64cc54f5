import Geometry
import KeyboardGuide

/// What a change of the keyboard costs in the seat's state machine alone, with a thousand windows.
enum SeatBenchmark {
  static let windows = 1000

  static func run() {
    report("every window is affected: another height", follows: true) { round in
      SoftwareKeyboard(
        kind: .docked, frame: Rectangle(x: 0, y: round % 2 == 0 ? 400 : 420, width: 1280, height: 400), duration: 0)
    }
    report("every window is affected: under a finger", follows: true) { round in
      SoftwareKeyboard(
        kind: .floating, frame: Rectangle(x: Double(round % 100), y: 200, width: 320, height: 260),
        isInteractive: true)
    }
    report("no window is affected: floating, not followed", follows: false) { round in
      SoftwareKeyboard(
        kind: .floating, frame: Rectangle(x: Double(round % 100), y: 200, width: 320, height: 260),
        isInteractive: true)
    }
  }

  private static func report(_ name: String, follows: Bool, _ keyboard: (Int) -> SoftwareKeyboard) {
    var seat = Seat()
    let now = Instant(microseconds: 0)
    for id in 1...windows {
      _ = seat.apply(
        .windowOpened(WindowID(id), Window(followsUndockedKeyboard: follows), focus: id == 1 ? TextView("field") : nil),
        at: now)
    }
    let inputs = (0..<200).map { SeatInput.softwareKeyboardReported(keyboard($0)) }
    var told = 0
    let cost = Measurement(rounds: 2000) { round in told = seat.apply(inputs[round % inputs.count], at: now).count }
    print(
      """
      seat, \(windows) windows, \(name): median \(tenths(cost.median)) µs, p99 \(tenths(cost.p99)) µs, \
      \(tenths(cost.median * 1000 / Double(windows))) ns a window, \(tenths(cost.allocations)) allocations a change, \
      \(told) changes told
      """)
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
