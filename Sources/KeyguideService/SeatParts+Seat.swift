import Geometry
import KeyboardGuide
import KeyguideAPI

extension SeatParts {
  /// Everything that is published of a seat.
  init(of seat: Seat, source: Source) {
    self.init(
      source: source,
      screen: Screen(
        width: seat.screen.width, height: seat.screen.height, bottomInset: seat.screen.bottomInset),
      hardware: Hardware(present: seat.hardware.present, modifiers: seat.hardware.modifiers.names),
      focus: Focus(textView: seat.focus != nil),
      keyboard: Keyboard(
        kind: .init(rawValue: seat.keyboard.kind.rawValue), frame: seat.keyboard.frame,
        reason: .init(rawValue: seat.keyboard.reason.rawValue)))
  }
}

extension Modifiers {
  fileprivate var names: [SeatParts.Hardware.Modifier] {
    let all: [(Modifiers, SeatParts.Hardware.Modifier)] = [(.control, .control), (.alt, .alt), (.meta, .meta)]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension LayoutReply.Guide {
  init(_ guide: Guide) {
    let all: [(Edges, LayoutReply.Edge)] = [
      (.top, .top), (.leading, .leading), (.bottom, .bottom), (.trailing, .trailing),
    ]
    self.init(frame: guide.frame, near: all.filter { guide.near.contains($0.0) }.map(\.1))
  }
}

extension LayoutReply.Transition {
  /// A transition as one window is told of it.
  init(_ transition: Transition, seenBy window: WindowID) {
    self.init(
      begin: transition.begin, end: transition.end, duration: transition.duration,
      curve: .init(rawValue: transition.curve.rawValue), start: Int(clamping: transition.start.microseconds),
      local: transition.owner == window)
  }
}
