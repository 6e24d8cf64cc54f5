/// The hardware keyboards of a seat, which count as one: attached with the first, detached with the last (R272).
public struct HardwareKeyboards: Equatable, Sendable {
  private var held: [KeyboardID: Modifiers] = [:]

  public init() {}

  /// Whether any hardware keyboard is attached.
  public var present: Bool { !held.isEmpty }

  /// The modifiers held on any of them.
  public var modifiers: Modifiers { held.values.reduce([]) { $0.union($1) } }

  /// Adds a keyboard with nothing held; one that is there already stays as it is.
  mutating func attach(_ keyboard: KeyboardID) {
    if held[keyboard] == nil { held[keyboard] = Modifiers() }
  }

  /// Removes a keyboard, and with it whatever was held on it.
  mutating func detach(_ keyboard: KeyboardID) {
    held[keyboard] = nil
  }

  /// Says what is held on one keyboard now; unknown keyboards are ignored, they may just have gone.
  mutating func hold(_ modifiers: Modifiers, on keyboard: KeyboardID) {
    if held[keyboard] != nil { held[keyboard] = modifiers }
  }
}
