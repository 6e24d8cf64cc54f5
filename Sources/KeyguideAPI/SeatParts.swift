import Geometry
import JSON

/// The published state of a seat, or the parts of it that changed (`io.keyguide.Monitor`).
public struct SeatParts: Equatable, Sendable {
  public var source: Source?
  public var screen: Screen?
  public var hardware: Hardware?
  public var tabletMode: TabletMode?
  public var focus: Focus?
  public var bar: Bar?
  public var language: Language?
  public var shortcutOverlay: ShortcutOverlay?
  public var keyboard: Keyboard?
  public var providers: [Provider]?

  public init(
    source: Source? = nil, screen: Screen? = nil, hardware: Hardware? = nil, tabletMode: TabletMode? = nil,
    focus: Focus? = nil, bar: Bar? = nil, language: Language? = nil, shortcutOverlay: ShortcutOverlay? = nil,
    keyboard: Keyboard? = nil, providers: [Provider]? = nil
  ) {
    self.source = source
    self.screen = screen
    self.hardware = hardware
    self.tabletMode = tabletMode
    self.focus = focus
    self.bar = bar
    self.language = language
    self.shortcutOverlay = shortcutOverlay
    self.keyboard = keyboard
    self.providers = providers
  }

  /// Replaces every part that the newer state has; `SeatState` in KeyguideClient does this for whole replies.
  public mutating func apply(_ newer: SeatParts) {
    source = newer.source ?? source
    screen = newer.screen ?? screen
    hardware = newer.hardware ?? hardware
    tabletMode = newer.tabletMode ?? tabletMode
    focus = newer.focus ?? focus
    bar = newer.bar ?? bar
    language = newer.language ?? language
    shortcutOverlay = newer.shortcutOverlay ?? shortcutOverlay
    keyboard = newer.keyboard ?? keyboard
    providers = newer.providers ?? providers
  }

  /// The parts in which this state differs from an older one; applied to that, they give this.
  public func difference(from older: SeatParts) -> SeatParts {
    SeatParts(
      source: source == older.source ? nil : source, screen: screen == older.screen ? nil : screen,
      hardware: hardware == older.hardware ? nil : hardware,
      tabletMode: tabletMode == older.tabletMode ? nil : tabletMode,
      focus: focus == older.focus ? nil : focus, bar: bar == older.bar ? nil : bar,
      language: language == older.language ? nil : language,
      shortcutOverlay: shortcutOverlay == older.shortcutOverlay ? nil : shortcutOverlay,
      keyboard: keyboard == older.keyboard ? nil : keyboard,
      providers: providers == older.providers ? nil : providers)
  }

  /// Where the daemon has its keyboards from.
  public struct Source: Equatable, Sendable {
    public struct Kind: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let devices = Kind(rawValue: "devices")
      public static let recording = Kind(rawValue: "recording")
    }

    public var kind: Kind
    public var description: String

    public init(kind: Kind, description: String) {
      self.kind = kind
      self.description = description
    }
  }

  /// The seat's screen, in points.
  public struct Screen: Equatable, Sendable {
    public var width: Double
    public var height: Double
    public var bottomInset: Double

    public init(width: Double, height: Double, bottomInset: Double) {
      self.width = width
      self.height = height
      self.bottomInset = bottomInset
    }
  }

  /// Whether some text view of the seat has the focus.
  public struct Focus: Equatable, Sendable {
    public var textView: Bool

    public init(textView: Bool) {
      self.textView = textView
    }
  }

  /// What is shown for input, where, and why.
  public struct Keyboard: Equatable, Sendable {
    public struct Kind: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let none = Kind(rawValue: "none")
      public static let docked = Kind(rawValue: "docked")
      public static let undocked = Kind(rawValue: "undocked")
      public static let split = Kind(rawValue: "split")
      public static let floating = Kind(rawValue: "floating")
      public static let camera = Kind(rawValue: "camera")
      public static let fullBar = Kind(rawValue: "fullBar")
      public static let collapsedBarLeading = Kind(rawValue: "collapsedBarLeading")
      public static let collapsedBarTrailing = Kind(rawValue: "collapsedBarTrailing")
    }

    public struct Reason: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let noTextFocus = Reason(rawValue: "noTextFocus")
      public static let noHardwareKeyboard = Reason(rawValue: "noHardwareKeyboard")
      public static let hardwareKeyboard = Reason(rawValue: "hardwareKeyboard")
      public static let hardwareKeyboardInactive = Reason(rawValue: "hardwareKeyboardInactive")
      public static let externalKeyboardsIgnored = Reason(rawValue: "externalKeyboardsIgnored")
      public static let hardwareKeyboardUsed = Reason(rawValue: "hardwareKeyboardUsed")
      public static let shownByPerson = Reason(rawValue: "shownByPerson")
      public static let hiddenByPerson = Reason(rawValue: "hiddenByPerson")
      public static let policy = Reason(rawValue: "policy")
    }

    public var kind: Kind
    /// The name of the screen that it is on.
    public var screen: String
    /// All of it, on the screen; nil when nothing is shown.
    public var frame: Rectangle?
    /// The accessory view on top of the keys alone; nil without one.
    public var accessory: Rectangle?
    public var reason: Reason

    public init(
      kind: Kind, screen: String = "main", frame: Rectangle?, accessory: Rectangle? = nil, reason: Reason
    ) {
      self.kind = kind
      self.screen = screen
      self.frame = frame
      self.accessory = accessory
      self.reason = reason
    }
  }
}
