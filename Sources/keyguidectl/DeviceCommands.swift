import DeviceClassification
import Glibc
import InputDevices
import JSON
import KeyguideAPI
import KeyguideClient

/// Lists the input devices: what each is taken for, in what state it is, and why.
///
/// The daemon knows of use and state; without one, devices are judged by what udev and sysfs say of them.
func listDevices(_ options: ControlOptions) throws {
  if let list = askForDevices(options) {
    if options.json { return printLine(list.text) }
    printLine("VERDICT      STATE               DEVICE")
    for device in list.devices.devices {
      printLine("\(padded(device.verdict.rawValue, 11))  \(padded(state(of: device), 18))  \(line(device))")
    }
  } else {
    complain(
      DeviceCommandError(
        description: "keyguided cannot be asked: this is what it would find, but for what use and state tell"))
    for device in try DeviceReport.inspect(classifier: try systemClassifier()) {
      printLine("\(padded(device.judgement.verdict.rawValue, 11))  \(device.name): \(device.judgement.reason)")
    }
  }
}

/// Prints the device records of this machine for a bug report, without serial numbers and addresses.
func exportDevices() throws {
  for device in try DeviceReport.inspect(classifier: try systemClassifier()) {
    for node in device.nodes {
      var writer = JSONWriter()
      DeviceRecord(node: node.description, group: device.syspath).encode(to: &writer)
      printLine(String(decoding: writer.bytes, as: UTF8.self))
    }
  }
}

/// Says everything that decided about the devices of that name, or about the one at that syspath.
func explainDevice(_ wanted: String, _ options: ControlOptions) throws {
  let found = try DeviceReport.inspect(classifier: try systemClassifier()).filter { device in
    device.syspath == wanted || device.nodes.contains { $0.description.name == wanted || $0.description.id == wanted }
  }
  guard !found.isEmpty else {
    throw DeviceCommandError(description: "no device is called '\(wanted)'; `keyguidectl devices` lists them")
  }
  let list = askForDevices(options)?.devices.devices ?? []
  for device in found { explain(device, told: list.first { $0.syspath == device.syspath }) }
}

private func explain(_ device: DeviceReport, told: DeviceList.Device?) {
  let verdict = told?.verdict.rawValue ?? device.judgement.verdict.rawValue
  printLine("\(device.name) is \(verdict): it \(told?.reason ?? device.judgement.reason)")
  printLine("  at \(device.syspath), on \(device.seat)")
  if let told, told.keyboard != nil { printLine("  state: \(state(of: told))") }
  for node in device.nodes {
    let description = node.description
    printLine(
      """
        \(description.name)  [\(description.vendor):\(description.product)]  \(node.judgement.verdict.rawValue): \
      it \(node.judgement.reason)
      """)
    let reads = told?.nodes.first { $0.syspath == description.id }?.reads.rawValue
    printLine(
      "    traits: \(traits(of: description)); at \(description.id)\(reads.map { "; read for \($0)" } ?? "")")
  }
  let node = device.nodes.first?.description
  printLine(
    """
      To override, make \(DeviceKnowledge.administratorFolder)/NAME.toml and reload keyguided:
        [[device]]
        id = "\(node?.vendor ?? ""):\(node?.product ?? "")"
        kind = "keyboard"    # or "pretender"
        note = "what it is"
      or set the udev property KEYGUIDE_KEYBOARD to 1 or 0.
    """)
}

/// What the daemon says of the devices; nil when it cannot be asked.
private func askForDevices(_ options: ControlOptions) -> (devices: DeviceList, text: String)? {
  guard let client = try? VarlinkClient(path: options.socket ?? VarlinkClient.defaultPath),
    let reply = try? client.call("io.keyguide.Monitor.Devices", parameters: { $0.member("seat", options.seat) })
  else { return nil }
  var reader = reply.reader
  return (try? DeviceList(from: &reader)).map { ($0, reply.parameterText) }
}

/// As in `external, active` or `internal, tabletMode`; empty for what is no keyboard.
private func state(of device: DeviceList.Device) -> String {
  guard let keyboard = device.keyboard else { return "" }
  let place = keyboard.internal ? "internal" : "external"
  if let reason = keyboard.inactiveBecause { return "\(place), \(reason.rawValue)" }
  return "\(place), \(keyboard.counts ? "active" : "ignored")"
}

private func line(_ device: DeviceList.Device) -> String {
  let isOpen = device.nodes.contains { ["proof", "typing"].contains($0.reads.rawValue) }
  return "\(device.name): \(device.reason)\(isOpen ? " (all keys are read)" : "")"
}

private func systemClassifier() throws -> DeviceClassifier {
  DeviceClassifier(knowledge: try .system { complain($0) }, host: .ofThisMachine())
}

private func traits(of node: NodeDescription) -> String {
  let traits: [(Bool, String)] = [
    (node.hasTypingBlock, "typing block"), (node.hasLockLEDs, "lock LEDs"), (node.isMouse, "mouse"),
    (node.isTouchpad, "touchpad"), (node.isTouchscreen, "touchscreen"), (node.isPen, "pen"),
    (node.isGamepad, "game controller"),
  ]
  let names = traits.filter(\.0).map(\.1)
  return names.isEmpty ? "none that matter" : names.joined(separator: ", ")
}

/// Text with spaces behind it up to a width.
private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
