import Geometry

/// Where a keyboard is when nobody reports it: sizes from the configuration.
struct FallbackGeometry {
  let configuration: SeatConfiguration
  let screen: Screen

  /// The software keyboard in one of its forms; a language may have a height of its own (R18, R176).
  func softwareKeyboard(_ form: KeyboardKind, _ language: Language?) -> Rectangle {
    if form == .floating { return floating }
    let isLandscape = screen.width >= screen.height
    let wanted =
      isLandscape
      ? language?.landscapeKeyboardHeight ?? configuration.landscapeKeyboardHeight
      : language?.portraitKeyboardHeight ?? configuration.portraitKeyboardHeight
    let height = min(wanted, screen.height)
    // R10: docked, the keyboard spans the screen's bottom. R24: split, it is one rectangle all the same.
    let rise = form == .docked ? 0 : min(configuration.undockedKeyboardRise, screen.height - height)
    return Rectangle(x: 0, y: screen.height - height - rise, width: screen.width, height: height)
  }

  private var floating: Rectangle {
    let width = min(configuration.floatingKeyboardWidth, screen.width)
    let height = min(configuration.floatingKeyboardHeight, screen.height)
    let margin = configuration.pillMargin
    return Rectangle(
      x: max(0, screen.width - width - margin), y: max(0, screen.height - height - margin), width: width,
      height: height)
  }

  /// R39, R107: the full bar is centred at the bottom.
  func fullBar(width: Double) -> Rectangle {
    let height = min(configuration.barHeight, screen.height)
    return Rectangle(x: (screen.width - width) / 2, y: screen.height - height, width: width, height: height)
  }

  /// R44: a pill has a corner of the screen.
  func pill(atLeft: Bool) -> Rectangle {
    let margin = configuration.pillMargin
    return pill(x: atLeft ? margin : screen.width - pillWidth - margin)
  }

  /// R41, R45: under a finger, a pill is where the finger is.
  func pill(around x: Double) -> Rectangle { pill(x: min(max(0, x - pillWidth / 2), screen.width - pillWidth)) }

  private var pillWidth: Double { min(configuration.pillWidth, screen.width) }

  private func pill(x: Double) -> Rectangle {
    let height = min(configuration.pillHeight, screen.height)
    return Rectangle(x: x, y: screen.height - height - configuration.pillMargin, width: pillWidth, height: height)
  }
}
