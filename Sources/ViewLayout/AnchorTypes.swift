/// The kinds of anchors of the Swift API: those of one kind alone can be compared, which the compiler checks (R180).
public enum HorizontalPosition {}
public enum VerticalPosition {}
public enum Size {}

/// An anchor of a kind, as `item.top` gives it.
public struct Anchor<Kind>: Sendable {
  public let anchor: LayoutAnchor

  var expression: AnchorExpression<Kind> { AnchorExpression(anchor: anchor) }
}

/// An anchor, scaled and moved: the right side of a constraint.
public struct AnchorExpression<Kind>: Sendable {
  var anchor: LayoutAnchor
  var multiplier = 1.0
  var constant = 0.0
  var spacings = 0.0
}

/// A number of times the system's spacing (R207).
public struct Spacing: Sendable {
  var times: Double

  public static func * (times: Double, spacing: Spacing) -> Spacing { Spacing(times: times * spacing.times) }
}

/// The system's spacing, as in `field.bottom <= keyboard.top - 2 * spacing`.
public let spacing = Spacing(times: 1)

/// A view or guide by its name, for constraints in Swift.
///
///     let toolbar = LayoutItem("toolbar"), keyboard = LayoutItem.keyboard
///     let constraint = toolbar.bottom == keyboard.top - 8 ~ 750
public struct LayoutItem: Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public static let view = LayoutItem("view")
  public static let keyboard = LayoutItem("keyboard")
  public static let safeArea = LayoutItem("safeArea")
  public static let margins = LayoutItem("margins")

  public var leading: Anchor<HorizontalPosition> { Anchor(anchor: LayoutAnchor(name, .leading)) }
  public var trailing: Anchor<HorizontalPosition> { Anchor(anchor: LayoutAnchor(name, .trailing)) }
  public var left: Anchor<HorizontalPosition> { Anchor(anchor: LayoutAnchor(name, .left)) }
  public var right: Anchor<HorizontalPosition> { Anchor(anchor: LayoutAnchor(name, .right)) }
  public var centerX: Anchor<HorizontalPosition> { Anchor(anchor: LayoutAnchor(name, .centerX)) }
  public var top: Anchor<VerticalPosition> { Anchor(anchor: LayoutAnchor(name, .top)) }
  public var bottom: Anchor<VerticalPosition> { Anchor(anchor: LayoutAnchor(name, .bottom)) }
  public var centerY: Anchor<VerticalPosition> { Anchor(anchor: LayoutAnchor(name, .centerY)) }
  public var firstBaseline: Anchor<VerticalPosition> { Anchor(anchor: LayoutAnchor(name, .firstBaseline)) }
  public var lastBaseline: Anchor<VerticalPosition> { Anchor(anchor: LayoutAnchor(name, .lastBaseline)) }
  public var width: Anchor<Size> { Anchor(anchor: LayoutAnchor(name, .width)) }
  public var height: Anchor<Size> { Anchor(anchor: LayoutAnchor(name, .height)) }
}
