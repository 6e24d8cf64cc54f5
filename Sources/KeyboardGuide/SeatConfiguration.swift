/// What a seat assumes where nobody reports better: screen, keyboard sizes, motion. All lengths are points.
///
/// The default sizes are an ordinary tablet's; none of them is a rule (R175).
public struct SeatConfiguration: Equatable, Sendable {
  public var screen = Screen(width: 1280, height: 800, bottomInset: 20)
  /// Height of the docked software keyboard when the screen is at least as wide as high.
  public var landscapeKeyboardHeight = 400.0
  /// Height of the docked software keyboard when the screen is higher than wide.
  public var portraitKeyboardHeight = 320.0
  /// How far an undocked or split software keyboard is above the screen's bottom.
  public var undockedKeyboardRise = 150.0
  /// Size of the floating software keyboard.
  public var floatingKeyboardWidth = 320.0
  public var floatingKeyboardHeight = 260.0
  /// The languages that a person switches between, in this order; empty: there is nothing to switch.
  public var languages: [Language] = []
  /// Height of the full shortcut bar, bottom inset included.
  public var barHeight = 55.0
  /// Width of a button of the bar, where it does not say another one itself.
  public var barItemWidth = 44.0
  /// Room between the bar's groups, and at its ends.
  public var barSpacing = 12.0
  /// Room for suggestions in the bar, where the language does not say another one.
  public var suggestionsWidth = 300.0
  /// Buttons that every text view has (R282).
  public var systemItems = [
    BarItem(id: "undo", title: "Undo"), BarItem(id: "redo", title: "Redo"), BarItem(id: "paste", title: "Paste"),
  ]
  /// Size of the collapsed bar, and its distance from the screen's edges.
  public var pillWidth = 70.0
  public var pillHeight = 55.0
  public var pillMargin = 10.0
  /// A window that is no wider than this part of its screen is narrow (R57).
  public var narrowWindowFraction = 0.4
  public var nearDistances = NearDistances()
  /// Whether an undocked or split keyboard can be near the bottom (R105).
  public var undockedCanBeNearBottom = false
  public var policy = KeyboardPolicy.automatic
  /// How long a transition takes, in seconds; 0 means that the keyboard jumps (R173).
  public var transitionDuration = 0.5
  public var transitionCurve = AnimationCurve.spring
  /// After so many seconds without a word of it, a finger counts as lifted.
  public var dragTimeout = 10.0
  /// The modifier that shows the overlay of shortcuts when it is held so many seconds (R292); empty: none does.
  public var overlayModifiers = Modifiers.meta
  public var overlayDelay = 0.8
  /// The machine is a screen that is taken off its keyboard (DMI's chassis type "detachable").
  public var isDetachable = false

  public init() {}
}
