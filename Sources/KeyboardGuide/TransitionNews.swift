/// What windows are told of the movement that has ended and the one that begins: one list for all that are told the same.
struct TransitionNews {
  /// By style, and by whether the window was told of the movement that has ended.
  private let onStage: (awaiting: [KeyboardNotification], other: [KeyboardNotification])
  private let elsewhere: (awaiting: [KeyboardNotification], other: [KeyboardNotification])

  /// A jump is over as soon as it begins.
  init(completed: Transition?, announced: Transition?, isJump: Bool) {
    func list(_ style: Window.Style, awaits: Bool) -> [KeyboardNotification] {
      var list: [KeyboardNotification] = []
      if let completed, awaits { list += completed.conclusion(for: style) }
      if let announced { list += announced.announcement(for: style) }
      if let announced, isJump { list += announced.conclusion(for: style) }
      return list
    }
    onStage = (list(.stage, awaits: true), list(.stage, awaits: false))
    elsewhere = (list(.plain, awaits: true), list(.plain, awaits: false))
  }

  func notifications(for style: Window.Style, awaitsCompletion: Bool) -> [KeyboardNotification] {
    let lists = style == .stage ? onStage : elsewhere
    return awaitsCompletion ? lists.awaiting : lists.other
  }
}
