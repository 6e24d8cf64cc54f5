import Geometry

/// Where a compositor has a client's window.
public struct WindowPlace: Equatable, Sendable {
  public var screen: ScreenID
  /// In the screen's coordinates.
  public var frame: Rectangle
  /// The program's name, as the compositor has it.
  public var application: String?

  public init(screen: ScreenID, frame: Rectangle, application: String? = nil) {
    self.screen = screen
    self.frame = frame
    self.application = application
  }
}

extension Window {
  /// The window with what its client leaves open taken from the compositor: what the client says of its place wins.
  func placed(at place: WindowPlace?) -> Window {
    guard let place else { return self }
    var placed = self
    placed.application = application ?? place.application
    if frame == nil, screen == .main { (placed.screen, placed.frame) = (place.screen, place.frame) }
    return placed
  }
}
