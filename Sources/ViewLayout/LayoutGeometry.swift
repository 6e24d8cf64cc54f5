import Geometry

/// Where a layout has to fit: the window, and the keyboard's part in it.
public struct LayoutGeometry: Equatable, Sendable {
  /// Of the window, in points.
  public var width: Double
  public var height: Double
  /// Height of the strip at the bottom that bars and indicators cover.
  public var bottomSafeArea: Double
  public var isRightToLeft: Bool
  /// The keyboard's part in the window.
  public var keyboard: Rectangle
  /// The edges of the window that the keyboard is near.
  public var near: Edges
  /// Whether the guide follows the keyboard's real edges; without it no tracked set holds (R84).
  public var followsUndockedKeyboard: Bool
  /// Pixels for a point, for what is published.
  public var scale: Double

  public init(
    width: Double, height: Double, bottomSafeArea: Double = 0, isRightToLeft: Bool = false, keyboard: Rectangle,
    near: Edges = .bottom, followsUndockedKeyboard: Bool = false, scale: Double = 1
  ) {
    self.width = width
    self.height = height
    self.bottomSafeArea = bottomSafeArea
    self.isRightToLeft = isRightToLeft
    self.keyboard = keyboard
    self.near = near
    self.followsUndockedKeyboard = followsUndockedKeyboard
    self.scale = scale
  }

  /// The rectangle of a guide in a layout with these insets, in window coordinates.
  func frame(of guide: LayoutGuide, in document: LayoutDocument) -> Rectangle {
    switch guide {
    case .view: Rectangle(x: 0, y: 0, width: width, height: height)
    case .keyboard: keyboard
    case .safeArea: inset(frame(of: .view, in: document), by: safeArea(document))
    case .margins: inset(frame(of: .safeArea, in: document), by: document.margins)
    }
  }

  private func safeArea(_ document: LayoutDocument) -> LayoutDocument.Insets {
    var insets = document.safeArea
    insets.bottom = max(insets.bottom, bottomSafeArea)
    return insets
  }

  /// The rectangle without its insets; never less than nothing.
  private func inset(_ frame: Rectangle, by insets: LayoutDocument.Insets) -> Rectangle {
    let (left, right) = isRightToLeft ? (insets.trailing, insets.leading) : (insets.leading, insets.trailing)
    return Rectangle(
      x: frame.x + left, y: frame.y + insets.top, width: max(0, frame.width - left - right),
      height: max(0, frame.height - insets.top - insets.bottom))
  }
}

extension Rectangle {
  /// The rectangle with its edges on whole pixels; what touches still touches.
  func rounded(toPixelsOf scale: Double) -> Rectangle {
    func pixel(_ value: Double) -> Double { (value * scale).rounded() / scale }
    let left = pixel(minX)
    let top = pixel(minY)
    return Rectangle(x: left, y: top, width: max(0, pixel(maxX) - left), height: max(0, pixel(maxY) - top))
  }
}
