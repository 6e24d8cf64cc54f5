import Geometry

/// Decides what is shown from the facts alone (design, section 6).
enum PresentationPolicy {
  /// The keyboard that the given facts call for.
  static func keyboard(
    hardware: HardwareFacts, hasTextFocus: Bool, hasTyped: Bool, configuration: SeatConfiguration
  ) -> Keyboard {
    let screen = configuration.screen
    guard hasTextFocus else { return Keyboard(kind: .none, frame: nil, reason: .noTextFocus) }
    // R275, R276: with a hardware keyboard the bar takes the software keyboard's place, and gives it back.
    // R277: one that is attached but cannot be used, or is not to count, hides nothing.
    if hardware.counts || hasTyped {
      return Keyboard(
        kind: .fullBar, frame: barFrame(on: screen, configuration),
        reason: hardware.counts ? .hardwareKeyboard : .hardwareKeyboardUsed)
    }
    let reason: KeyboardReason =
      if !hardware.isPresent { .noHardwareKeyboard } else if hardware.isActive { .externalKeyboardsIgnored } else {
        .hardwareKeyboardInactive
      }
    return Keyboard(kind: .docked, frame: dockedFrame(on: screen, configuration), reason: reason)
  }

  /// R10: docked, the keyboard spans the screen's bottom.
  private static func dockedFrame(on screen: Screen, _ configuration: SeatConfiguration) -> Rectangle {
    let wanted =
      screen.width >= screen.height ? configuration.landscapeKeyboardHeight : configuration.portraitKeyboardHeight
    let height = min(wanted, screen.height)
    return Rectangle(x: 0, y: screen.height - height, width: screen.width, height: height)
  }

  /// R39, R107: the full bar lies centred at the bottom.
  private static func barFrame(on screen: Screen, _ configuration: SeatConfiguration) -> Rectangle {
    let width = min(configuration.barWidth, screen.width)
    let height = min(configuration.barHeight, screen.height)
    return Rectangle(x: (screen.width - width) / 2, y: screen.height - height, width: width, height: height)
  }
}
