import Geometry
import JSON

/// One reply of `io.keyguide.Layout.Open`.
public struct LayoutReply: Equatable, Sendable, JSONDecodable {
  public struct Edge: WireName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let top = Edge(rawValue: "top")
    public static let leading = Edge(rawValue: "leading")
    public static let bottom = Edge(rawValue: "bottom")
    public static let trailing = Edge(rawValue: "trailing")
  }

  public struct Notification: WireName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let willChangeFrame = Notification(rawValue: "willChangeFrame")
    public static let willShow = Notification(rawValue: "willShow")
    public static let willHide = Notification(rawValue: "willHide")
    public static let didChangeFrame = Notification(rawValue: "didChangeFrame")
    public static let didShow = Notification(rawValue: "didShow")
    public static let didHide = Notification(rawValue: "didHide")
  }

  /// The keyboard's part in the window.
  public struct Guide: Equatable, Sendable {
    public var frame: Rectangle
    public var near: [Edge]

    public init(frame: Rectangle, near: [Edge]) {
      self.frame = frame
      self.near = near
    }
  }

  /// A movement of the keyboard, in screen coordinates.
  public struct Transition: Equatable, Sendable {
    public struct Curve: WireName {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let spring = Curve(rawValue: "spring")
    }

    /// The name of the screen that it happens on.
    public var screen: String
    public var begin: Rectangle
    public var end: Rectangle
    /// In seconds.
    public var duration: Double
    public var curve: Curve
    /// In microseconds of CLOCK_MONOTONIC.
    public var start: Int
    public var local: Bool

    public init(
      screen: String = "main", begin: Rectangle, end: Rectangle, duration: Double, curve: Curve, start: Int, local: Bool
    ) {
      self.screen = screen
      self.begin = begin
      self.end = end
      self.duration = duration
      self.curve = curve
      self.start = start
      self.local = local
    }
  }

  public var epoch: String
  /// Counts the states of this window, from 1.
  public var seq: Int
  public var missed: Int?
  /// Whether states before this one may be unknown to the client, as the daemon was another process then.
  public var resync = false
  public var window: String
  public var guide: Guide
  public var keyboard: SeatParts.Keyboard.Kind
  public var notifications: [Notification]
  public var transition: Transition?
  /// The views of the window's layout whose frames are new to the client, in window coordinates.
  public var views: [View]
  /// What else there is to say of the layout; nil: nothing that is new, or there is no layout.
  public var layout: Layout?

  public init(
    epoch: String, seq: Int, missed: Int? = nil, window: String, guide: Guide, keyboard: SeatParts.Keyboard.Kind,
    notifications: [Notification], transition: Transition?, views: [View] = [], layout: Layout? = nil
  ) {
    self.epoch = epoch
    self.seq = seq
    self.missed = missed
    self.window = window
    self.guide = guide
    self.keyboard = keyboard
    self.notifications = notifications
    self.transition = transition
    self.views = views
    self.layout = layout
  }
}
