import Geometry
import KeyboardGuide
import KeyguideAPI

extension SeatParts {
  /// Everything that is published of a seat.
  public init(of seat: Seat, source: Source, providers: [Provider] = []) {
    self.init(
      source: source,
      screen: Screen(
        width: seat.screen.width, height: seat.screen.height, bottomInset: seat.screen.bottomInset),
      hardware: Hardware(seat.hardware.facts),
      tabletMode: TabletMode(
        on: seat.hardware.facts.tabletMode.isOn,
        source: .init(rawValue: seat.hardware.facts.tabletMode.source.rawValue)),
      focus: Focus(textView: seat.focus != nil),
      bar: Bar(of: seat),
      language: Language(current: seat.language?.id, available: seat.configuration.languages.map(\.id)),
      shortcutOverlay: ShortcutOverlay(shown: seat.shortcutOverlay.isShown),
      keyboard: Keyboard(
        kind: .init(rawValue: seat.keyboard.kind.rawValue), screen: seat.publishedName(of: seat.keyboard.screen),
        frame: seat.keyboard.frame, accessory: seat.keyboard.accessory,
        reason: .init(rawValue: seat.keyboard.reason.rawValue)),
      providers: providers)
  }
}

extension SeatParts.Bar {
  /// The bar as it is published, its buttons from the left to the right.
  init(of seat: Seat) {
    let buttons = (seat.barLayout?.buttons ?? []).sorted { $0.x < $1.x }
    self.init(
      place: .init(rawValue: seat.bar.place.rawValue), enabled: seat.bar.isEnabled,
      hidesApplicationItems: seat.bar.hidesApplicationItems,
      buttons: buttons.map { button in
        Button(
          id: button.item.id, title: button.item.title, section: .init(rawValue: button.section.rawValue), x: button.x,
          width: button.width, representative: button.isRepresentative)
      })
  }
}

extension SeatParts.Hardware {
  init(_ facts: HardwareFacts) {
    self.init(
      present: facts.isPresent, internal: facts.hasInternal, external: facts.hasExternal, active: facts.isActive,
      counts: facts.counts, ignoresExternal: facts.ignoresExternal, lidClosed: facts.isLidClosed,
      keyAccess: .init(rawValue: facts.keyAccess.rawValue), modifiers: facts.modifiers.names)
  }
}

extension Modifiers {
  fileprivate var names: [SeatParts.Hardware.Modifier] {
    let all: [(Modifiers, SeatParts.Hardware.Modifier)] = [(.control, .control), (.alt, .alt), (.meta, .meta)]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension LayoutReply.Guide {
  public init(_ guide: KeyboardGuide.Guide) {
    let all: [(Edges, LayoutReply.Edge)] = [
      (.top, .top), (.leading, .leading), (.bottom, .bottom), (.trailing, .trailing),
    ]
    self.init(frame: guide.frame, near: all.filter { guide.near.contains($0.0) }.map(\.1))
  }
}

extension LayoutReply.Transition {
  /// A transition as one window is told of it.
  public init(_ transition: KeyboardGuide.Transition, seenBy window: WindowID, of seat: Seat) {
    self.init(
      screen: seat.publishedName(of: transition.screen), begin: transition.begin, end: transition.end,
      duration: transition.duration,
      curve: .init(rawValue: transition.curve.rawValue), start: Int(clamping: transition.start.microseconds),
      local: transition.owner == window)
  }
}
