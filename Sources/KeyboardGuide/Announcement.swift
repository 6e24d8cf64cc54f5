/// What a window is told of a movement: that the frame changes, and whether something docked appears or disappears with
/// it (R141).
enum Announcement: Int, CaseIterable, Sendable {
  /// The window is told nothing.
  case none
  case frame, show, hide

  /// What is open for a window that was told `former`, whose end has not come, and is told this now (R138).
  ///
  /// A show that a resize overtakes is still to be concluded; one that a hide overtakes never happened.
  func following(_ former: Announcement) -> Announcement {
    switch self {
    case .none: former
    case .frame: former == .none ? .frame : former
    case .show, .hide: self
    }
  }

  /// The notifications of one input, in the order of 3.2: the end of what was under way, what begins, and its end where
  /// it is a jump (R173).
  static func notifications(concluded: Announcement, announced: Announcement, jumped: Announcement)
    -> [KeyboardNotification]
  {
    let count = allCases.count
    return lists[(concluded.rawValue * count + announced.rawValue) * count + jumped.rawValue]
  }

  /// All lists that there can be, made once: a thousand windows share them.
  private static let lists: [[KeyboardNotification]] = allCases.flatMap { concluded in
    allCases.flatMap { announced in allCases.map { concluded.conclusion + announced.beginning + $0.conclusion } }
  }

  private var beginning: [KeyboardNotification] {
    switch self {
    case .none: []
    case .frame: [.willChangeFrame]
    case .show: [.willChangeFrame, .willShow]
    case .hide: [.willChangeFrame, .willHide]
    }
  }

  private var conclusion: [KeyboardNotification] {
    switch self {
    case .none: []
    case .frame: [.didChangeFrame]
    case .show: [.didChangeFrame, .didShow]
    case .hide: [.didChangeFrame, .didHide]
    }
  }
}
