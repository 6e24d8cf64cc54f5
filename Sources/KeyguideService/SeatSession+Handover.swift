import KeyboardGuide

// Seats that go on where a former process ended.
extension SeatSession {
  /// Long enough that every movement is over: what comes back is a state at rest.
  private static let settlingTime: UInt64 = 60_000_000

  /// The moment at which the former state is brought back.
  var restorationTime: UInt64 { now > Self.settlingTime ? now - Self.settlingTime : 0 }

  /// Brings back what people and clients had decided before, once devices and windows are there, and ends the restoration:
  /// the next message of each stream has the whole state.
  func restore(_ decisions: [SeatInput], seq: Int) {
    for input in decisions { apply(input) }
    finishRestoration(after: seq)
  }
}
