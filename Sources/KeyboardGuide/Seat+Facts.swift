extension Seat {
  /// Inputs that bring a new seat of the same configuration to where this one is once it has come to rest.
  ///
  /// That there are any is what it means that the state is a function of the facts.
  public var facts: [SeatInput] {
    // Devices and windows come before what was decided about them.
    let windows: [SeatInput] = windows.map { .windowOpened($0.id, $0.window, focus: nil) }
    return hardware.deviceInputs + windows + decisions
  }

  /// The facts without devices and windows: what people, clients and providers have said.
  public var decisions: [SeatInput] {
    var inputs: [SeatInput] = screens.sorted { $0.key < $1.key }.map { .screenChanged($0.key, $0.value) }
    inputs += hardware.decisions
    inputs += languageChoice.inputs
    if form != .docked, let action = KeyAction.allCases.first(where: { $0.form == form }) {
      inputs.append(.performed(action, on: nil))
    }
    if bar != ShortcutBar() { inputs.append(.barChanged(bar)) }
    if let focus { inputs.append(.focused(window: focus.window, view: focus.view)) }
    if let override { inputs.append(.keyboardOverridden(override)) }
    if let report { inputs.append(.softwareKeyboardReported(report)) }
    if hasTyped, let device = hardware.activeDevice { inputs.append(.typed(on: device)) }
    return inputs
  }
}
