import Geometry

/// Where a keyboard is when nobody reports it: sizes from the configuration.
struct FallbackGeometry {
  let configuration: SeatConfiguration
  let screen: Screen

  /// R10: docked, the keyboard spans the screen's bottom.
  var docked: Rectangle {
    let wanted =
      screen.width >= screen.height ? configuration.landscapeKeyboardHeight : configuration.portraitKeyboardHeight
    let height = min(wanted, screen.height)
    return Rectangle(x: 0, y: screen.height - height, width: screen.width, height: height)
  }

  /// The bar where the person has put it, as wide as its content needs (R40, R289); nil where it has none.
  func bar(_ bar: ShortcutBar, isRightToLeft: Bool) -> (kind: KeyboardKind, frame: Rectangle)? {
    let wanted = bar.contentWidth ?? configuration.barWidth
    guard bar.isEnabled, wanted > 0 else { return nil }
    switch bar.place {
    case .full:
      // R39, R107: centred at the bottom.
      let width = min(wanted, screen.width)
      let height = min(configuration.barHeight, screen.height)
      return (
        .fullBar, Rectangle(x: (screen.width - width) / 2, y: screen.height - height, width: width, height: height)
      )
    case .leading: return (.collapsedBarLeading, pill(atLeft: !isRightToLeft))
    case .trailing: return (.collapsedBarTrailing, pill(atLeft: isRightToLeft))
    }
  }

  /// R44: a pill has a corner of the screen.
  private func pill(atLeft: Bool) -> Rectangle {
    let margin = configuration.pillMargin
    let width = min(configuration.pillWidth, screen.width)
    let height = min(configuration.pillHeight, screen.height)
    return Rectangle(
      x: atLeft ? margin : screen.width - width - margin, y: screen.height - height - margin, width: width,
      height: height)
  }
}
