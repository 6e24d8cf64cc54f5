import Geometry

/// How a transition moves over its duration.
public enum AnimationCurve: String, CaseIterable, Sendable {
  case linear, easeIn, easeOut, easeInOut
  /// A critically damped spring: 1 − e^(−ωt)(1 + ωt) with ω = 18.26 per second, t in seconds (R169).
  case spring

  /// How far a movement of the duration is after so many seconds: 0 at its begin, 1 at its end.
  func progress(after seconds: Double, of duration: Double) -> Double {
    guard seconds > 0 else { return 0 }
    guard seconds < duration else { return 1 }
    let part = seconds / duration
    switch self {
    case .linear: return part
    case .easeIn: return part * part
    case .easeOut: return part * (2 - part)
    case .easeInOut: return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part)
    case .spring:
      let turn = 18.26 * seconds
      return 1 - Self.decay(turn) * (1 + turn)
    }
  }

  /// e^−x, from operations whose results IEEE 754 fixes to the last bit: a recording replays to the same bytes anywhere,
  /// which a C library's exp does not promise.
  private static func decay(_ x: Double) -> Double {
    let small = x / 1024
    var sum = 1.0
    for term in stride(from: 12.0, through: 1, by: -1) { sum = 1 + sum * small / term }
    var power = sum
    for _ in 0..<10 { power *= power }
    return 1 / power
  }
}

/// What a window is told about a change of the keyboard, in UIKit's words (R122).
public enum KeyboardNotification: String, CaseIterable, Sendable {
  case willChangeFrame, willShow, willHide, didChangeFrame, didShow, didHide
}

/// One movement of the keyboard, from its announcement to its completion.
public struct Transition: Equatable, Sendable {
  /// The screen that it happens on (R126).
  public var screen: ScreenID
  /// Where the keyboard was, on the screen (R125); below the screen when it was not shown.
  public var begin: Rectangle
  /// Where it will be, on the screen; below the screen when it goes away.
  public var end: Rectangle
  public var from: KeyboardKind
  public var to: KeyboardKind
  /// In seconds; 0 is a jump (R173).
  public var duration: Double
  public var curve: AnimationCurve
  public var start: Instant
  /// The window whose text view caused it; the transition is local there and foreign elsewhere (R129).
  public var owner: WindowID?
  /// nil: it stays on its screen.
  public var departure: Departure?

  /// When the keyboard is at rest again.
  public var completion: Instant { start.advanced(bySeconds: duration) }

  /// Where the keyboard is on its way, as far as a client that follows the curve sees it.
  public func frame(at now: Instant) -> Rectangle {
    let seconds = now > start ? Double(now.microseconds - start.microseconds) / 1e6 : 0
    let part = curve.progress(after: seconds, of: duration)
    func between(_ one: Double, _ two: Double) -> Double { one + (two - one) * part }
    return Rectangle(
      x: between(begin.x, end.x), y: between(begin.y, end.y), width: between(begin.width, end.width),
      height: between(begin.height, end.height))
  }

  /// Where the keyboard leaves another screen for this one: what windows there see of it (R126).
  public struct Departure: Equatable, Sendable {
    public var screen: ScreenID
    public var begin: Rectangle
    public var end: Rectangle
  }

  /// The movement as a window on that screen is to see it.
  public func seen(on screen: ScreenID) -> Transition {
    guard let departure, departure.screen == screen else { return self }
    var seen = self
    (seen.screen, seen.begin, seen.end) = (departure.screen, departure.begin, departure.end)
    return seen
  }

  /// What a window of the style, on that screen, is told of it; `isShown`: whether it was told of a show last.
  ///
  /// Show and hide mean that something docked appears or disappears (R141). The bar and the software keyboard show where
  /// they take each other's place (R149); what only changes its form or size does not.
  func announcement(for style: Window.Style, on screen: ScreenID, isShown: Bool) -> Announcement {
    let isDocked = to.isDocked(for: style)
    // R131, R141: where it leaves a screen it has gone there, and it is new where it comes to.
    if let departure {
      if screen == departure.screen { return isShown ? .hide : .frame }
      if screen == self.screen { return isDocked ? .show : isShown ? .hide : .frame }
    }
    let takesPlace = !from.isDocked(for: style) || from.isBar != to.isBar
    if isDocked { return takesPlace ? .show : .frame }
    return isShown ? .hide : .frame
  }
}
