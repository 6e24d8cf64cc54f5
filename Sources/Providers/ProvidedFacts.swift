import Geometry
import KeyboardGuide
import KeyguideAPI

/// What all providers of a seat have reported, as the seat takes it.
public struct ProvidedFacts: Equatable, Sendable {
  /// nil: there is no provider of an on-screen keyboard.
  public var keyboard: SoftwareKeyboard?
  /// The main one as `main`.
  public var screens: [ScreenID: Screen] = [:]
  /// The main screen's own name; nil: nobody has said which screens there are.
  public var mainScreen: ScreenID?
  public var barContent: ProvidedBarContent?
  public var places: [WindowID: WindowPlace] = [:]

  /// Nothing.
  public init() {}

  /// What the providers of a board have reported. `screen` is the seat's where nobody says which screens there are;
  /// `binding` has what the compositor's windows are to clients.
  public init(of board: ProviderBoard, screen: Screen, binding: WindowBinding) {
    let compositor = board.holder(of: .compositor)?.facts ?? ReportedFacts()
    let map = ScreenMap(compositor.screens, standard: screen)
    screens = map.screens
    mainScreen = map.mainName.map { ScreenID($0) }
    keyboard = board.holder(of: .softwareKeyboard).map { Self.keyboard($0.facts.keyboard, map) }
    barContent = board.holder(of: .barContent)?.facts.barContent
    let windows = Dictionary(compositor.windows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    places = binding.bound.compactMapValues { name in windows[name].flatMap { map.place(of: $0) } }
  }

  /// The inputs that lead from what was reported before to this, to be taken together.
  public func inputs(replacing former: ProvidedFacts) -> [SeatInput] {
    var inputs: [SeatInput] = []
    for id in Set(screens.keys).union(former.screens.keys).sorted() where screens[id] != former.screens[id] {
      inputs.append(.screenChanged(id, screens[id]))
    }
    if mainScreen != former.mainScreen { inputs.append(.mainScreenNamed(mainScreen)) }
    if keyboard != former.keyboard { inputs.append(.softwareKeyboardReported(keyboard)) }
    if barContent != former.barContent { inputs.append(.barContentProvided(barContent)) }
    for id in Set(places.keys).union(former.places.keys).sorted() where places[id] != former.places[id] {
      inputs.append(.windowPlaced(id, places[id]))
    }
    return inputs
  }

  /// R64, R65: a provider that has not reported yet shows nothing, and so does one on a screen that there is not.
  private static func keyboard(_ report: SoftwareKeyboardReport?, _ map: ScreenMap) -> SoftwareKeyboard {
    let nothing = SoftwareKeyboard(kind: .none, frame: Rectangle(x: 0, y: 0, width: 0, height: 0))
    guard let report, let kind = KeyboardKind(rawValue: report.kind.rawValue) else { return nothing }
    var hidden = nothing
    hidden.duration = report.duration
    guard kind != .none, let id = map.id(of: report.screen), let screen = map.screen(id) else { return hidden }
    var frame = report.frame
    if let whole = frame {
      // R26: a floating keyboard may be parked outside.
      guard let visible = screen.bounds.intersection(whole) ?? (kind == .floating ? whole : nil) else { return hidden }
      frame = visible
    }
    return SoftwareKeyboard(
      kind: kind, screen: id, frame: frame, isInteractive: report.interactive, duration: report.duration)
  }
}

/// A compositor's screens in the seat's terms: the first one is the seat's own, and each has coordinates of its own.
private struct ScreenMap {
  private let reports: [String: ScreenReport]
  private let standard: Screen
  let mainName: String?
  private(set) var screens: [ScreenID: Screen] = [:]

  init(_ reports: [ScreenReport], standard: Screen) {
    self.standard = standard
    mainName = reports.first?.name
    self.reports = Dictionary(reports.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for (name, report) in self.reports {
      let covered = report.usable.map { min(max(0, report.frame.maxY - $0.maxY), report.frame.height) }
      screens[name == mainName ? .main : ScreenID(name)] = Screen(
        width: report.frame.width, height: report.frame.height,
        bottomInset: min(report.bottomSafeArea ?? 0, report.frame.height), coveredBottom: covered)
    }
  }

  /// The seat's name of a screen; nil: there is none of that name. Where nobody says which there are, there is one.
  func id(of name: String?) -> ScreenID? {
    guard let name, let mainName, name != mainName, name != ScreenID.main.rawValue else { return .main }
    return reports[name] == nil ? nil : ScreenID(name)
  }

  func screen(_ id: ScreenID) -> Screen? { screens[id] ?? (id == .main ? standard : nil) }

  /// A window's place on its screen; nil while that is not there.
  func place(of window: WindowReport) -> WindowPlace? {
    guard let origin = reports[window.screen]?.frame, let id = id(of: window.screen) else { return nil }
    var frame = window.frame
    frame.x -= origin.x
    frame.y -= origin.y
    return WindowPlace(screen: id, frame: frame, application: window.application)
  }
}
