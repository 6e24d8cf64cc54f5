import KeyguideAPI

/// An on-screen keyboard behind `sm.puri.OSK0`, as far as it is known, and what was asked of it.
///
/// The keyboard may refuse to show itself, or change by a person's hand: only what it says of itself is reported.
struct DBusKeyboard: Equatable {
  enum Input: Equatable {
    /// Who has the name on the bus now; nil: nobody, which no call goes to.
    case owner(String?)
    /// The property `Visible`, as it was asked for or announced.
    case visible(Bool)
    /// The reply to SetVisible; nil is a good one, else it is the error's name.
    case answered(error: String?)
    case request(ProviderRequest)
    case cancelled(Int)
    case resynced
    /// As long as `Step.setVisible` says to wait, the keyboard has done nothing.
    case late
  }

  enum Step: Equatable {
    /// Call SetVisible, and tell when `patience` is over.
    case setVisible(Bool)
    /// Ask for the property `Visible`.
    case askVisible
    case report(isVisible: Bool, answering: Int?)
    case finish(Int, problem: String)
  }

  static let nobody = "no on-screen keyboard has the name sm.puri.OSK0 on the session bus: start squeekboard or stevia"
  static let unmovable = "the on-screen keyboard cannot be moved: sm.puri.OSK0 only shows and hides"

  /// How long the keyboard may take to follow, in microseconds, each time that it is told.
  static let patience: UInt64 = 500_000
  /// How often it is told the same: squeekboard accepts what it is told while it starts, and forgets it.
  static let mostAttempts = 3

  /// What the keyboard was told, and has not followed yet.
  private struct Pending: Equatable {
    /// Nil for what was asked of a keyboard that has gone.
    var id: Int?
    var isVisible: Bool
    var attempts = 1
  }

  private var owner: String?
  /// Nil while it is not known.
  private var isVisible: Bool?
  private var pending: Pending?
  /// What was asked last, unless a person has changed it since: the next keyboard that comes is to be so as well.
  private var wish: Bool?

  mutating func apply(_ input: Input) -> [Step] {
    switch input {
    case .owner(let newOwner): return changeOwner(newOwner)
    case .visible(let now): return see(now)
    case .answered(nil): return owner == nil ? [] : [.askVisible]
    case .answered(let error?): return fail("the on-screen keyboard refuses SetVisible: \(error)")
    case .request(let request): return take(request)
    case .cancelled(let id):
      if pending?.id == id { pending = nil }
      return []
    case .late: return tellAgain()
    case .resynced: return isVisible.map { [.report(isVisible: $0, answering: nil)] } ?? []
    }
  }

  private mutating func changeOwner(_ newOwner: String?) -> [Step] {
    guard newOwner != owner else { return [] }
    owner = newOwner
    isVisible = nil
    if owner != nil {
      // Whoever has the name now was not asked yet.
      if pending == nil, let wish { pending = Pending(id: nil, isVisible: wish) }
      return [.askVisible] + (pending.map { [.setVisible($0.isVisible)] } ?? [])
    }
    guard let request = pending else { return [.report(isVisible: false, answering: nil)] }
    pending = nil
    if !request.isVisible { return [.report(isVisible: false, answering: request.id)] }
    return [.report(isVisible: false, answering: nil)] + finish(request.id, Self.nobody)
  }

  private mutating func see(_ now: Bool) -> [Step] {
    guard owner != nil else { return [] }
    let isNews = now != isVisible
    if isNews, isVisible != nil, pending == nil { wish = nil }
    isVisible = now
    guard let request = pending, request.isVisible == now else {
      return isNews ? [.report(isVisible: now, answering: nil)] : []
    }
    pending = nil
    return isNews || request.id != nil ? [.report(isVisible: now, answering: request.id)] : []
  }

  private mutating func fail(_ problem: String) -> [Step] {
    guard let request = pending else { return [] }
    pending = nil
    return finish(request.id, problem)
  }

  private func finish(_ request: Int?, _ problem: String) -> [Step] {
    request.map { [.finish($0, problem: problem)] } ?? []
  }

  private mutating func tellAgain() -> [Step] {
    guard let request = pending else { return [] }
    guard request.attempts < Self.mostAttempts else {
      return fail("the on-screen keyboard accepts SetVisible(\(request.isVisible)), and does not do it")
    }
    pending?.attempts += 1
    return [.setVisible(request.isVisible)]
  }

  private mutating func take(_ request: ProviderRequest) -> [Step] {
    switch request.kind {
    case .show, .hide: break
    case .move: return [.finish(request.id, problem: Self.unmovable)]
    default: return [.finish(request.id, problem: "an on-screen keyboard is not asked for '\(request.kind.rawValue)'")]
    }
    let wanted = request.kind == .show
    (wish, pending) = (wanted, nil)
    guard owner != nil else {
      return wanted
        ? [.finish(request.id, problem: Self.nobody)] : [.report(isVisible: false, answering: request.id)]
    }
    pending = Pending(id: request.id, isVisible: wanted)
    // Asked even if it seems to be so already: a change may be under way.
    return [.setVisible(wanted)]
  }
}
