import Geometry

/// How a transition moves over its duration.
public enum AnimationCurve: String, CaseIterable, Sendable {
  case linear, easeIn, easeOut, easeInOut
  /// A critically damped spring: 1 − e^(−ωt)(1 + ωt) with ω = 18.26 per second, t in seconds (R169).
  case spring
}

/// What a window is told about a change of the keyboard, in UIKit's words (R122).
public enum KeyboardNotification: String, CaseIterable, Sendable {
  case willChangeFrame, willShow, willHide, didChangeFrame, didShow, didHide
}

/// One movement of the keyboard, from its announcement to its completion.
public struct Transition: Equatable, Sendable {
  public enum Direction: Sendable {
    case show, hide
  }

  /// Where the keyboard was, on the screen (R125); below the screen when it was not shown.
  public var begin: Rectangle
  /// Where it will be, on the screen; below the screen when it goes away.
  public var end: Rectangle
  public var direction: Direction
  /// In seconds; 0 is a jump (R173).
  public var duration: Double
  public var curve: AnimationCurve
  public var start: Instant
  /// The window whose text view caused it; the transition is local there and foreign elsewhere (R129).
  public var owner: WindowID?

  /// When the keyboard is at rest again.
  public var completion: Instant { start.advanced(bySeconds: duration) }

  /// R138 and the table of 3.2: the frame change comes before show or hide.
  var announcement: [KeyboardNotification] {
    direction == .show ? [.willChangeFrame, .willShow] : [.willChangeFrame, .willHide]
  }

  var conclusion: [KeyboardNotification] {
    direction == .show ? [.didChangeFrame, .didShow] : [.didChangeFrame, .didHide]
  }
}
