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
  private let recording: RecordingLoop?
  private let log: Log
  /// For people: where the keyboards come from.
  public let sourceDescription: String

  /// Puts everything together; nothing is read from devices or clients before `start`.
  public init(
    loop: EventLoop, source choice: DeviceSourceChoice, configuration: SeatConfiguration = SeatConfiguration(),
    limits: VarlinkLimits = VarlinkLimits(), log: Log
  ) throws {
    let resolved = try Self.resolve(choice)
    let source: SeatParts.Source =
      switch resolved {
      case .recording(_, let description): .init(kind: .recording, description: description)
      case .devices, .automatic: .init(kind: .devices, description: "the input devices of this machine")
      }
    let seats = try SeatDirectory(loop: loop, configuration: configuration, source: source, log: log)
    if case .recording(let recording, _) = resolved {
      registry = nil
      self.recording = try RecordingLoop(recording, seat: SeatDirectory.defaultSeat, loop: loop) { seats.apply($0) }
    } else {
      recording = nil
      let knowledge = try DeviceKnowledge.system { log(.warning, "\($0); the file is left out") }
      registry = try DeviceRegistry(
        classifier: DeviceClassifier(knowledge: knowledge, host: .ofThisMachine()), watcher: LoopWatcher(loop: loop),
        log: { error in if !error.isDeviceGone { log(.warning, "\(error)") } },
        onChanges: { seats.apply($0) })
    }
    var methods = MethodTable(
      information: ServiceInformation(
        vendor: "Keyguide", product: "keyguided", version: keyguideVersion, url: "https://keyguide.io"))
    methods.add(.monitor, methods: MonitorInterface(seats: seats).methods)
    methods.add(.layout, methods: LayoutInterface(seats: seats).methods)
    methods.add(.connection, methods: [:])
    server = try VarlinkServer(loop: loop, methods: methods, limits: limits, mayConnect: AccessPolicy.mayConnect) {
      log(.warning, $0)
    }
    self.loop = loop
    self.seats = seats
    self.log = log
    sourceDescription = source.description
  }

  /// Takes the devices that are there, then lets clients in, so that the first snapshot is the truth.
  public func start(listeners: [Int32]) throws {
    try registry?.start()
    for listener in listeners { try server.serve(listener: listener) }
  }

  /// Looks at all devices anew, as if every message about them had been lost.
  public func rescanDevices() {
    do {
      try registry?.rescan()
      log(.notice, "devices were looked at anew; \(registry?.openNodeCount ?? 0) keyboard nodes are open")
    } catch {
      log(.error, "\(error)")
    }
  }

  /// Hangs up on every client.
  public func stop() {
    server.stop()
  }

  private static func resolve(_ choice: DeviceSourceChoice) throws -> DeviceSourceChoice {
    guard case .automatic = choice, !DeviceRegistry.hasReadableDevice else { return choice }
    return .recording(
      try DeviceRecording(text: PackageResources.usb_keyboard_jsonl),
      description: "a recording of a USB keyboard, as no input device of this machine can be read")
  }
}
