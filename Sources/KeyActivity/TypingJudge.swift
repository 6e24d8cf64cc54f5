/// Says when an unproven device may become a keyboard: once a person has typed text on it.
///
/// It takes the changes of all nodes of one device, in the order in which they came. What it keeps until then is what
/// the judgement needs: times of keys that are down, counts, and which letters of the present run it has met, never in
/// which order. It forgets that after a pause, after a long run, and for good once it has decided.
public struct TypingJudge: Equatable, Sendable {
  /// Text has different letters; pads and pedals have few, and shortcuts repeat theirs.
  public static let letters = 4
  /// A run of typing ends with a pause: letters minutes apart are no text. In microseconds.
  public static let longestPause = 8_000_000
  /// A run of this many presses without a decision starts anew, so that an old burst does not weigh for ever.
  public static let longestRun = 24

  /// Whether a person has typed text.
  public private(set) var isProven = false
  private var run = TypingRun()
  private var commandKeys: Set<UInt16> = []

  /// A judge that has seen nothing.
  public init() {}

  /// Takes a change at a time in microseconds; true once, when it proves that a person types here.
  ///
  /// Times need only one clock for the whole device; when they go back, the run starts anew.
  public mutating func take(_ change: KeyChange, at time: Int) -> Bool {
    guard !isProven else { return false }
    switch change {
    case .pressed(let key): press(key, at: time)
    case .released(let key): release(key, at: time)
    case .adopted(let key): if KeyKind(key) == .command { commandKeys.insert(key) }
    case .ended(let key):
      commandKeys.remove(key)
      run.forget(key)
    // Unknown presses and releases lie between what is known.
    case .eventsLost: run = TypingRun()
    case .repeated, .strayRelease, .duplicatePress, .switched: break
    }
    guard run.isText else { return false }
    self = TypingJudge()
    isProven = true
    return true
  }

  private mutating func press(_ key: UInt16, at time: Int) {
    let kind = KeyKind(key)
    guard kind != .button else { return }
    if !run.continues(at: time) || run.presses >= Self.longestRun { run = TypingRun() }
    if kind == .command { commandKeys.insert(key) }
    run.press(key, kind, isCommand: !commandKeys.isEmpty, at: time)
  }

  private mutating func release(_ key: UInt16, at time: Int) {
    let kind = KeyKind(key)
    guard kind != .button else { return }
    commandKeys.remove(key)
    if !run.continues(at: time) { run = TypingRun() }
    run.release(key, kind, at: time)
  }
}
