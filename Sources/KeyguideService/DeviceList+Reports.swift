import InputDevices
import KeyboardGuide
import KeyguideAPI

extension DeviceList.Device {
  /// What is told of a device, as its seat sees it.
  init(_ report: DeviceReport, seat: Seat) {
    self.init(
      syspath: report.syspath, name: report.name, verdict: .init(rawValue: report.judgement.verdict.rawValue),
      reason: report.judgement.reason,
      keyboard: report.facts?.keyboard.map { .init($0, inactivity: seat.hardware.inactivity(of: report.id), seat) },
      nodes: report.nodes.map { node in
        DeviceList.Node(
          syspath: node.description.id, name: node.description.name,
          verdict: .init(rawValue: node.judgement.verdict.rawValue), reason: node.judgement.reason,
          reads: .init(rawValue: node.reading.rawValue))
      })
  }
}

extension DeviceList.KeyboardFacts {
  init(_ keyboard: HardwareKeyboard, inactivity: KeyboardInactivity?, _ seat: Seat) {
    self.init()
    `internal` = keyboard.isInternal
    connected = keyboard.isConnected
    inhibited = keyboard.isInhibited
    inactiveBecause = inactivity.map { .init(rawValue: $0.rawValue) }
    counts = inactivity == nil && (keyboard.isInternal || !seat.hardware.facts.ignoresExternal)
  }
}
