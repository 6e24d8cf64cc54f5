/// What a seat assumes where nobody reports better: screen, keyboard sizes, motion. All lengths are points.
///
/// The default sizes are an ordinary tablet's; none of them is a rule (R175).
public struct SeatConfiguration: Equatable, Sendable {
  public var screen = Screen(width: 1280, height: 800, bottomInset: 20)
  /// Height of the docked software keyboard when the screen is at least as wide as high.
  public var landscapeKeyboardHeight = 400.0
  /// Height of the docked software keyboard when the screen is higher than wide.
  public var portraitKeyboardHeight = 320.0
  /// Width of the full shortcut bar; cut to the screen's.
  public var barWidth = 500.0
  /// Height of the full shortcut bar, bottom inset included.
  public var barHeight = 55.0
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
  /// The machine is a screen that is taken off its keyboard (DMI's chassis type "detachable").
  public var isDetachable = false

  public init() {}
}
