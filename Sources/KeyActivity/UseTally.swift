/// What was done with the keys of one node during a replay.
struct UseTally {
  /// A place in the sequence, which gives the order, and its time, which does not when the clock is set back.
  struct Moment: Equatable {
    var step: Int
    var time: Int
  }

  /// When typing keys were pressed, in order.
  private(set) var typing: [Moment] = []
  /// Whether any key was pressed, also one that types nothing.
  private(set) var isActive = false
  /// When a typing key changed last.
  private(set) var lastChange: Moment?
  private(set) var pace = PaceMeter()
  private var typed: Set<UInt16> = []

  /// Takes a change; a press that does not count for a person leaves its pace and nothing else.
  mutating func take(_ change: KeyChange, counts: Bool, at moment: Moment) {
    switch change {
    case .pressed(let key):
      let kind = KeyKind(key)
      guard kind != .button else { return }
      if !kind.isModifier { pace.press(key, at: moment.time) }
      guard counts else { return }
      isActive = true
      guard kind.isTyping else { return }
      typing.append(moment)
      typed.insert(key)
      lastChange = moment
    case .released(let key):
      _ = pace.release(key, at: moment.time)
      if typed.remove(key) != nil { lastChange = moment }
    case .ended(let key):
      pace.forget(key)
      if typed.remove(key) != nil { lastChange = moment }
    case .repeated, .adopted, .strayRelease, .duplicatePress, .switched, .eventsLost: break
    }
  }
}
