import BluetoothLinks
import DeviceClassification
import EventLoop
import Glibc
import InputDevices
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import ServiceLog
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
  private let access: AccessControl
  private let handover: ServiceHandover?
  private let log: Log
  private let notify: (String) -> Bool
  private let readSettings: () throws(SettingsError) -> DaemonSettings
  private var settings: DaemonSettings
  private var status: StatusLine?
  private var sessions: SessionWatcher?
  /// What was wrong with the configuration when it was read last; empty: nothing.
  private var settingsProblems: [String] = []
  /// For people: where the keyboards come from.
  public let sourceDescription: String

  /// Puts everything together; nothing is read from devices or clients before `start`.
  ///
  /// `readSettings` is called now and at each reload; `notify` gets what systemd is to know (sd_notify(3)), and says
  /// whether it was taken. `limits` makes of the settings' limits what the process can keep. With a handover, what a former
  /// process had goes on, and what this one has goes on in the next.
  public convenience init(
    loop: EventLoop, source: DeviceSourceChoice,
    readSettings: @escaping () throws(SettingsError) -> DaemonSettings,
    limits: (ServiceLimits) -> ServiceLimits = { $0 }, handover: ServiceHandover? = nil, log: Log,
    notify: @escaping (String) -> Bool
  ) throws {
    try self.init(
      loop: loop, source: source, readSettings: readSettings, limits: limits, handover: handover, peers: .system,
      log: log, notify: notify)
  }

  /// The same with what is known of clients from elsewhere.
  init(
    loop: EventLoop, source choice: DeviceSourceChoice,
    readSettings: @escaping () throws(SettingsError) -> DaemonSettings, limits: (ServiceLimits) -> ServiceLimits,
    handover: ServiceHandover? = nil, peers: PeerFacts, log: Log, notify: @escaping (String) -> Bool
  ) throws {
    let settings: DaemonSettings
    do throws(SettingsError) {
      settings = try readSettings()
    } catch {
      // A file must not keep the daemon from starting, nor open what it may have been meant to close.
      settings = error.fallback
      settingsProblems = error.lines
      let serves = error.fallback.access == .closed ? ", and serves root alone" : ""
      Self.report(error, "until it is right, the daemon runs without it\(serves)", log)
    }
    let limits = limits(settings.limits)
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
      source: source, history: limits.history, requestTimeout: settings.requestTimeout, handover: handover, log: log)
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
        watcher: LoopWatcher(loop: loop), log: { log(.deviceUnusable, "\($0)") }, onChanges: { seats.apply($0) })
    }
    let registry = registry
    let access = AccessControl(settings.access, facts: peers, log: log)
    // Both come into being below, and are there before the first client is.
    weak var service: KeyguideService?
    var methods = MethodTable(
      information: ServiceInformation(
        vendor: "Keyguide", product: "keyguided", version: keyguideVersion, url: "https://keyguide.io"))
    methods.add(.monitor, methods: MonitorInterface(seats: seats, access: access) { registry?.reports ?? [] }.methods)
    let clients = ClientReports()
    let control = ControlInterface(seats: seats, access: access, clients: clients) { () throws(SettingsError) in
      try service?.reload()
    }
    methods.add(.control, methods: control.methods)
    let layout = LayoutInterface(seats: seats, access: access, limits: limits)
    methods.add(.layout, methods: layout.methods)
    methods.add(
      .provider, methods: ProviderInterface(seats: seats, access: access).methods, weigh: ProviderInterface.weight)
    methods.add(.connection, methods: ConnectionInterface().methods)
    server = try VarlinkServer(
      loop: loop, methods: methods, limits: limits.varlink, store: handover?.connections,
      refusal: { peer in
        service?.status?.mayHaveChanged()
        return access.refusal(of: peer)
      },
      onDisconnect: {
        registry?.openWhatCouldNotBe()
        service?.status?.mayHaveChanged()
      }, log: { log(.clientsTurnedAway, $0) })
    clients.server = server
    self.settings = settings
    self.loop = loop
    self.handover = handover
    self.seats = seats
    self.access = access
    self.log = log
    self.notify = notify
    self.readSettings = readSettings
    sourceDescription = source.description
    status = try StatusLine(loop: loop, send: notify, text: { service?.statusText ?? "" })
    seats.onDeviceChange = { service?.status?.mayHaveChanged() }
    service = self
  }

  /// Takes the devices that are there, then lets clients in, so that the first snapshot is the truth.
  public func start(listeners: [Int32]) throws {
    try registry?.start()
    startBluetooth()
    // Without logind nobody has a session, and no right comes or goes with one.
    sessions = try? SessionWatcher(loop: loop) { [weak self] in self?.reviewRights() }
    if let handover {
      server.takeUp(handover.clients)
      handover.transaction { seats.restore() }
      server.goOn()
    }
    for listener in listeners { try server.serve(listener: listener) }
  }

  /// As in `1 keyboard, 3 clients`; also what is wrong with a configuration that was not taken.
  public var statusText: String {
    func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
    let counts = "\(counted(seats.keyboardCount, "keyboard")), \(counted(server.connectionCount, "client"))"
    guard let problem = settingsProblems.first else { return counts }
    // What systemd is told ends with the line, and a file can have keys of any form.
    let line = String(problem.map { $0.isNewline ? " " : $0 })
    return "\(counts); the configuration was not taken: \(line)"
  }

  /// Reads settings and device files anew, and looks at all devices as if every message had been lost.
  ///
  /// Settings with an error change nothing, and the log says what is wrong.
  public func reload() throws(SettingsError) {
    _ = notify("RELOADING=1\nMONOTONIC_USEC=\(loop.now)")
    defer { status?.endReload() }
    do throws(SettingsError) {
      let newer = try readSettings()
      settingsProblems = []
      apply(newer)
      log(.reloaded, "the configuration was read anew")
    } catch {
      settingsProblems = error.lines
      Self.report(error, "the former settings stay", log)
      throw error
    }
  }

  private static func report(_ error: SettingsError, _ consequence: String, _ log: Log) {
    for problem in error.problems.prefix(Log.limit.burst) {
      log(.configurationWrong, "\(problem); \(consequence)", ["KEYGUIDE_FILE": problem.path])
    }
  }

  private func apply(_ newer: DaemonSettings) {
    do {
      registry?.configure(
        classifier: try Self.classifier(.ofThisMachine(), log), noticesTyping: newer.typingActivity,
        chords: newer.chords)
      recording?.configure(chords: newer.chords)
      try registry?.rescan()
      log(.devicesRescanned, "devices were looked at anew; \(registry?.openNodeCount ?? 0) nodes are open")
    } catch {
      log(.rescanFailed, "\(error)")
    }
    // Also where nothing of it is new: the group may have been made in the meantime.
    access.configure(newer.access)
    reviewRights()
    // What was said on the socket since stands, unless the setting itself is another one now.
    if newer.ignoreExternalKeyboards != settings.ignoreExternalKeyboards {
      seats.ignoreExternalKeyboards(newer.ignoreExternalKeyboards)
    }
    seats.configure(requestTimeout: newer.requestTimeout)
    if newer.seat != settings.seat { seats.configure(Self.configuration(newer, .ofThisMachine())) }
    settings = newer
  }

  /// Ends the streams of those who have no right to them any more, such as a user whose session went into the background.
  func reviewRights() {
    server.endStreams { peer, stream in access.refusal(of: stream, to: peer) }
  }

  private static func configuration(_ settings: DaemonSettings, _ host: HostDescription) -> SeatConfiguration {
    var configuration = settings.seat
    configuration.isDetachable = host.isDetachable
    return configuration
  }

  /// Hangs up on every client, unless there may be a next process that goes on.
  public func stop() {
    server.stop()
  }

  /// Without BlueZ, or without a bus, every keyboard that is there counts as connected.
  private func startBluetooth() {
    guard let registry else { return }
    do {
      bluetooth = try BluetoothLinks(loop: loop, log: { [log] in log(.bluetoothUnknown, $0) }) { [weak self] in
        if let connected = self?.bluetooth?.connected { registry.setBluetoothLinks(connected) }
      }
    } catch {
      log(.bluetoothUnknown, "whether Bluetooth keyboards are connected is not known: \(error)")
    }
  }

  private static func classifier(_ host: HostDescription, _ log: Log) throws -> DeviceClassifier {
    let knowledge = try DeviceKnowledge.system { error in
      log(.deviceFileWrong, "\(error); the file is left out", ["KEYGUIDE_FILE": error.path])
    }
    return DeviceClassifier(knowledge: knowledge, host: host)
  }

  private static func resolve(_ choice: DeviceSourceChoice) throws -> DeviceSourceChoice {
    guard case .automatic = choice, !DeviceRegistry.hasReadableDevice else { return choice }
    return .recording(
      try DeviceRecording(text: PackageResources.usb_keyboard_jsonl),
      description: "a recording of a USB keyboard, as no input device of this machine can be read")
  }
}
