import Geometry

/// One window of the seat with what follows for it.
struct WindowState: Equatable, Sendable {
  var id: WindowID
  /// What the client says of its window.
  var said: Window
  /// Where the compositor has it; nil: it does not say.
  var place: WindowPlace?
  /// The window as it counts: with what its client leaves open taken from the compositor.
  var window: Window
  /// nil while its screen is not there.
  var geometry: WindowGeometry?
  var guide: Guide
  /// Whether the guide must be found anew, though the keyboard did not move.
  var isStale = true
  /// Whether the window has been told nothing yet.
  var isNew = true
  /// What this window was told of the running transition, and so must hear the end of.
  var pending = Announcement.none
  /// Whether the last show or hide that it was told of was a show, or would have been.
  var isShown = false
}

extension Seat {
  /// What a client said of its window; nil when there is no such window.
  public func window(_ id: WindowID) -> Window? { index(of: id).map { windows[$0].said } }

  /// The screen that a window is on, there or not; nil when there is no such window.
  public func screen(of id: WindowID) -> ScreenID? { index(of: id).map { windows[$0].window.screen } }

  /// Where a window is on its screen, and the strip at its bottom that content should keep free, with everything
  /// resolved that its client leaves open; nil while its screen is not there.
  public func place(of id: WindowID) -> (frame: Rectangle, bottomSafeArea: Double)? {
    index(of: id).flatMap { windows[$0].geometry }.map { ($0.frame, $0.bottomSafeArea) }
  }

  /// Where the window stands among the windows.
  func index(of id: WindowID) -> Int? {
    let place = rank(of: id)
    return place < windows.count && windows[place].id == id ? place : nil
  }

  /// Where the window stands, or would.
  private func rank(of id: WindowID) -> Int {
    var range = 0..<windows.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = windows[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Adds a window; false when there is one of that id.
  mutating func open(_ id: WindowID, _ window: Window) -> Bool {
    guard index(of: id) == nil else { return false }
    var state = WindowState(id: id, said: window, window: window, geometry: nil, guide: .nowhere)
    settle(&state)
    state.isShown = announced.kind.isDocked(for: window.style)
    windows.insert(state, at: rank(of: id))
    return true
  }

  mutating func change(_ id: WindowID, _ window: Window) {
    guard let index = index(of: id), windows[index].said != window else { return }
    windows[index].said = window
    settle(&windows[index])
  }

  /// Takes what the compositor says of a window.
  mutating func place(_ id: WindowID, at place: WindowPlace?) {
    guard let index = index(of: id), windows[index].place != place else { return }
    windows[index].place = place
    settle(&windows[index])
  }

  mutating func close(_ id: WindowID) {
    if let index = index(of: id) { windows.remove(at: index) }
  }

  /// R60: where windows are, and what is near to them, follows from screens and configuration as well.
  mutating func placeWindows() {
    for index in windows.indices {
      settle(&windows[index])
      windows[index].isStale = true
    }
  }

  /// Finds out what counts of a window, and where it is.
  private func settle(_ state: inout WindowState) {
    let former = state.window
    state.window = state.said.placed(at: state.place)
    if state.window.screen == mainScreenName { state.window.screen = .main }
    if state.window.style != former.style || state.window.screen != former.screen {
      state.isShown = announced.kind.isDocked(for: state.window.style)
    }
    let geometry = screen(named: state.window.screen).map {
      WindowGeometry(state.window, on: $0, configuration: configuration)
    }
    if geometry != state.geometry { state.isStale = true }
    state.geometry = geometry
  }

  /// Brings every window up to date, and adds what each is to be told: its guide, what has ended and what begins, at
  /// most once a window. A window without news is left out.
  mutating func tellWindows(
    _ completed: Transition?, _ announced: Transition?, hasMoved: Bool, _ changes: inout [SeatChange]
  ) {
    let edges = EdgeState(
      distances: configuration.nearDistances, undockedCanBeNearBottom: configuration.undockedCanBeNearBottom)
    // A movement of no duration is over at once, and its end is told all the same (R173).
    let isJump = announced.map { $0.duration <= 0 } ?? false
    if isJump { transition = nil }
    // A copy of its own, and no method of the seat in the loop: a call would copy all of the seat each time.
    let keyboard = keyboard
    for index in windows.indices {
      var hasNews = windows[index].isNew
      if windows[index].isStale || hasMoved {
        let guide =
          if let geometry = windows[index].geometry {
            Guide(of: keyboard, in: geometry, edges: edges, former: windows[index].guide.near)
          } else { Guide.nowhere }
        if guide != windows[index].guide { hasNews = true }
        windows[index].guide = guide
        windows[index].isStale = false
        windows[index].isNew = false
      }
      let concluded = completed == nil ? Announcement.none : windows[index].pending
      if completed != nil { windows[index].pending = .none }
      var jumped = Announcement.none
      var announcement = Announcement.none
      if let announced {
        announcement = announced.announcement(
          for: windows[index].window.style, on: windows[index].window.screen, isShown: windows[index].isShown)
        if announcement != .frame { windows[index].isShown = announcement == .show }
        let open = announcement.following(windows[index].pending)
        (windows[index].pending, jumped) = isJump ? (.none, open) : (open, .none)
      }
      let notifications = Announcement.notifications(concluded: concluded, announced: announcement, jumped: jumped)
      if hasNews || !notifications.isEmpty {
        changes.append(.window(windows[index].id, notifications: notifications))
      }
    }
  }
}
