import BluetoothLinks
import DeviceClassification
import EventLoop
import Glibc
import InputDevices
import KeyboardGuide
import KeyguideAPI
import Varlink
import VarlinkServer

/// Where the keyboards are to come from.
public enum DeviceSourceChoice: Sendable {
  /// This machine's input devices, whether there are any or not.
  case devices
  /// A recording, played again and again.
  case recording(DeviceRecording, description: String)
  /// This machine's devices if at least one can be read, else the built-in recording of a USB keyboard.
  case automatic
}

/// The daemon without its process: devices, seats and socket put together on one loop.
public final class KeyguideService {
  private let loop: EventLoop
  let seats: SeatDirectory
  let server: VarlinkServer
  private let registry: DeviceRegistry?
  private var bluetooth: BluetoothLinks?
  private let recording: RecordingLoop?
  private let log: Log
  private var settings: DaemonSettings
  /// For people: where the keyboards come from.
  public let sourceDescription: String

  /// Puts everything together; nothing is read from devices or clients before `start`.
  public init(
    loop: EventLoop, source choice: DeviceSourceChoice, settings: DaemonSettings = DaemonSettings(),
    limits: VarlinkLimits = VarlinkLimits(), log: Log
  ) throws {
    let resolved = try Self.resolve(choice)
    let host = HostDescription.ofThisMachine()
    let source: SeatParts.Source =
      switch resolved {
      case .recording(_, let description): .init(kind: .recording, description: description)
      case .devices, .automatic: .init(kind: .devices, description: "the input devices of this machine")
      }
    let seats = try SeatDirectory(
      loop: loop, configuration: Self.configuration(settings, host),
      ignoresExternalKeyboards: settings.ignoreExternalKeyboards,
      source: source, log: log)
    if case .recording(let recording, _) = resolved {
      registry = nil
      self.recording = try RecordingLoop(
        recording, seat: SeatDirectory.defaultSeat, chords: settings.chords, loop: loop
      ) { seats.apply($0) }
    } else {
      recording = nil
      registry = try DeviceRegistry(
        classifier: try Self.classifier(host, log), noticesTyping: settings.typingActivity,
        chords: settings.chords,
        watcher: LoopWatcher(loop: loop), log: { log(.warning, "\($0)") }, onChanges: { seats.apply($0) })
    }
    let registry = registry
    var methods = MethodTable(
      information: ServiceInformation(
        vendor: "Keyguide", product: "keyguided", version: keyguideVersion, url: "https://keyguide.io"))
    methods.add(.monitor, methods: MonitorInterface(seats: seats) { registry?.reports ?? [] }.methods)
    methods.add(.control, methods: ControlInterface(seats: seats).methods)
    methods.add(.layout, methods: LayoutInterface(seats: seats).methods)
    methods.add(.connection, methods: [:])
    server = try VarlinkServer(
      loop: loop, methods: methods, limits: limits, mayConnect: AccessPolicy.mayConnect,
      onDisconnect: { registry?.openWhatCouldNotBe() }, log: { log(.warning, $0) })
    self.settings = settings
    self.loop = loop
    self.seats = seats
    self.log = log
    sourceDescription = source.description
  }

  /// Takes the devices that are there, then lets clients in, so that the first snapshot is the truth.
  public func start(listeners: [Int32]) throws {
    try registry?.start()
    startBluetooth()
    for listener in listeners { try server.serve(listener: listener) }
  }

  /// Has other settings hold, reads device files anew, and looks at all devices as if every message had been lost.
  public func reload(_ newer: DaemonSettings) {
    do {
      registry?.configure(
        classifier: try Self.classifier(.ofThisMachine(), log), noticesTyping: newer.typingActivity,
        chords: newer.chords)
      recording?.configure(chords: newer.chords)
      try registry?.rescan()
      log(.notice, "devices were looked at anew; \(registry?.openNodeCount ?? 0) nodes are open")
    } catch {
      log(.error, "\(error)")
    }
    // What was said on the socket since stands, unless the setting itself is another one now.
    if newer.ignoreExternalKeyboards != settings.ignoreExternalKeyboards {
      seats.ignoreExternalKeyboards(newer.ignoreExternalKeyboards)
    }
    if newer.seat != settings.seat { seats.configure(Self.configuration(newer, .ofThisMachine())) }
    settings = newer
  }

  private static func configuration(_ settings: DaemonSettings, _ host: HostDescription) -> SeatConfiguration {
    var configuration = settings.seat
    configuration.isDetachable = host.isDetachable
    return configuration
  }

  /// Hangs up on every client.
  public func stop() {
    server.stop()
  }

  /// Without BlueZ, or without a bus, every keyboard that is there counts as connected.
  private func startBluetooth() {
    guard let registry else { return }
    do {
      bluetooth = try BluetoothLinks(loop: loop, log: { [log] in log(.warning, $0) }) { [weak self] in
        if let connected = self?.bluetooth?.connected { registry.setBluetoothLinks(connected) }
      }
    } catch {
      log(.warning, "whether Bluetooth keyboards are connected is not known: \(error)")
    }
  }

  private static func classifier(_ host: HostDescription, _ log: Log) throws -> DeviceClassifier {
    let knowledge = try DeviceKnowledge.system { log(.warning, "\($0); the file is left out") }
    return DeviceClassifier(knowledge: knowledge, host: host)
  }

  private static func resolve(_ choice: DeviceSourceChoice) throws -> DeviceSourceChoice {
    guard case .automatic = choice, !DeviceRegistry.hasReadableDevice else { return choice }
    return .recording(
      try DeviceRecording(text: PackageResources.usb_keyboard_jsonl),
      description: "a recording of a USB keyboard, as no input device of this machine can be read")
  }
}
