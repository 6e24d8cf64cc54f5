/// A view of a window's layout: a named rectangle, and what it is like by itself.
public struct LayoutView: Equatable, Sendable {
  /// One value for each axis.
  public struct PerAxis<Value: Equatable & Sendable>: Equatable, Sendable {
    public var horizontal: Value
    public var vertical: Value

    public init(horizontal: Value, vertical: Value) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// Letters, digits and `_`, beginning with a letter; none of the guides' names.
  public var name: String
  /// The view that it lies in; nil: the window itself.
  public var parent: String?
  /// The size that its content has, in points; nil: its content has none along that axis.
  public var intrinsicSize = PerAxis<Double?>(horizontal: nil, vertical: nil)
  /// How much it wants to be no larger, and no smaller, than its content: priorities (R183).
  public var hugging = PerAxis(horizontal: 250, vertical: 250)
  public var compressionResistance = PerAxis(horizontal: 750, vertical: 750)
  /// Distance of the first line's baseline from the view's top, and of the last one's from its bottom, in points; nil: it
  /// has no text, and its bottom stands for both.
  public var firstBaselineFromTop: Double?
  public var lastBaselineFromBottom: Double?

  public init(_ name: String, parent: String? = nil, width: Double? = nil, height: Double? = nil) {
    self.name = name
    self.parent = parent
    intrinsicSize = PerAxis(horizontal: width, vertical: height)
  }
}

/// What every layout has besides its views.
public enum LayoutGuide: String, CaseIterable, Sendable {
  /// The window itself.
  case view
  /// The keyboard's part in the window.
  case keyboard
  /// The window without what bars and indicators cover, the keyboard not counted (R211, R214).
  case safeArea
  /// The safe area without the layout's margins (R212).
  case margins
}
