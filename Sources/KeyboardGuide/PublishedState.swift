import Geometry

/// What is published of a seat, to see what an input has changed of it.
struct PublishedState {
  let facts: HardwareFacts
  let keyboard: Keyboard
  let owner: WindowID?
  let screen: Screen
  let screenName: ScreenID?
  let wish: SoftwareKeyboardWish?
  let bar: ShortcutBar
  let barLayout: BarLayout?
  let language: Language?
  let languages: [Language]
  let isOverlayShown: Bool

  init(_ seat: Seat) {
    facts = seat.hardware.facts
    keyboard = seat.keyboard
    owner = seat.focus?.window
    screen = seat.screen
    screenName = seat.mainScreenName
    wish = seat.softwareKeyboardWish
    bar = seat.bar
    barLayout = seat.barLayout
    language = seat.language
    languages = seat.configuration.languages
    isOverlayShown = seat.shortcutOverlay.isShown
  }

  func sections(differingFrom former: PublishedState) -> SeatSections {
    var sections = SeatSections()
    if facts != former.facts { sections.insert(.hardware) }
    if facts.tabletMode != former.facts.tabletMode { sections.insert(.tabletMode) }
    if keyboard != former.keyboard || screenName != former.screenName { sections.insert(.keyboard) }
    if (owner != nil) != (former.owner != nil) { sections.insert(.focus) }
    if screen != former.screen { sections.insert(.screen) }
    if bar != former.bar || barLayout != former.barLayout { sections.insert(.bar) }
    if language != former.language || languages != former.languages { sections.insert(.language) }
    if isOverlayShown != former.isOverlayShown { sections.insert(.shortcutOverlay) }
    return sections
  }
}
