import KeyboardGuide
import KeyguideAPI

extension LayoutReply {
  /// What a window is told of the seat; `former` is what it was told before.
  public init(
    of seat: Seat, _ window: WindowID, _ guide: KeyboardGuide.Guide, notifications: [KeyboardNotification],
    epoch: String, seq: Int,
    after former: LayoutReply?
  ) {
    // The movement that a did is about has left the seat's state: it is the one that was announced last.
    let screen = seat.screen(of: window) ?? .main
    let transition = seat.transition.map { Transition($0.seen(on: screen), seenBy: window, of: seat) }
    self.init(
      epoch: epoch, seq: seq, window: window.name, guide: .init(guide),
      keyboard: .init(rawValue: seat.keyboard.kind.rawValue),
      notifications: notifications.map { .init(rawValue: $0.rawValue) },
      transition: transition ?? (notifications.isEmpty ? nil : former?.transition))
  }
}

extension WindowID {
  /// The window's name on the socket.
  public var name: String { "w\(rawValue)" }

  public init?(name: String) {
    guard name.first == "w", let number = Int(name.dropFirst()) else { return nil }
    self.init(number)
  }
}
