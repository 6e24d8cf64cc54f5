extension Seat {
  /// Inputs that bring a new seat of the same configuration to where this one is once it has come to rest.
  ///
  /// That there are any is what it means that the state is a function of the facts.
  public var facts: [SeatInput] {
    var inputs: [SeatInput] = screens.sorted { $0.key < $1.key }.map { .screenChanged($0.key, $0.value) }
    if let mainScreenName { inputs.append(.mainScreenNamed(mainScreenName)) }
    inputs += hardware.deviceInputs
    inputs += windows.map { .windowOpened($0.id, $0.said, focus: nil) }
    inputs += windows.compactMap { state in state.place.map { .windowPlaced(state.id, $0) } }
    inputs += decisions
    if let providedBarContent { inputs.append(.barContentProvided(providedBarContent)) }
    if let report { inputs.append(.softwareKeyboardReported(report)) }
    return inputs
  }

  /// The facts without devices, windows and what providers report: what people and clients have said.
  public var decisions: [SeatInput] {
    var inputs = hardware.decisions + languageChoice.inputs
    if form != .docked, let action = KeyAction.allCases.first(where: { $0.form == form }) {
      inputs.append(.performed(action, on: nil))
    }
    if bar != ShortcutBar() { inputs.append(.barChanged(bar)) }
    if let focus { inputs.append(.focused(window: focus.window, view: focus.view)) }
    if let override { inputs.append(.keyboardOverridden(override)) }
    if hasTyped, let device = hardware.activeDevice { inputs.append(.typed(on: device)) }
    return inputs
  }
}
