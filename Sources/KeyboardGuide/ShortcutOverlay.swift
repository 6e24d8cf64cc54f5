/// The overlay that lists the shortcuts that hold now, while a modifier is held for a moment (R292).
///
/// It is no part of the keyboard: the guide does not know it (R293).
public struct ShortcutOverlay: Equatable, Sendable {
  public private(set) var isShown = false
  /// When it will be shown if the modifier is still held; nil when that is not under way.
  private(set) var due: Instant?

  init() {}

  /// Takes what is held now. `restarts`: something was done with the modifier, so that the wait for it begins again.
  mutating func update(
    held: Modifiers, trigger: Modifiers, delay: Double, restarts: Bool, at now: Instant
  ) {
    guard !trigger.isEmpty, held == trigger else { return self = ShortcutOverlay() }
    if isShown { return }
    if due == nil || restarts { due = now.advanced(bySeconds: delay) }
    if let due, due <= now { (isShown, self.due) = (true, nil) }
  }
}
