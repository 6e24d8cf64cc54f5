import EventLoop
import InputDevices
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import ServiceLog
import Providers

/// All seats of the machine. seat0 is always there; others come with their first device.
final class SeatDirectory {
  /// The seat that is meant when none is named.
  static let defaultSeat = "seat0"

  private let loop: EventLoop
  /// What holds for a seat that is new.
  private var configuration: SeatConfiguration
  private var ignoresExternalKeyboards: Bool
  private let source: SeatParts.Source
  private let history: HistoryLimits
  private let epoch: String
  private let log: Log
  /// Called when devices have come, gone, or become other ones.
  var onDeviceChange: () -> Void = {}
  private var sessions: [String: SeatSession] = [:]
  private var lastWindow = 0
  private var requestTimeout: Double
  private var lastProvider = 0
  /// All providers as they were told last, and how often they were others.
  private var providers: [ProviderList.Provider] = []
  private(set) var providerSeq = 1
  private var providerLists: [ObjectIdentifier: ProviderListStream] = [:]
  private let handover: ServiceHandover?
  /// What a former process had is being brought back.
  private var isRestoring: Bool

  init(
    loop: EventLoop, configuration: SeatConfiguration, ignoresExternalKeyboards: Bool = false,
    source: SeatParts.Source, history: HistoryLimits, requestTimeout: Double, handover: ServiceHandover? = nil, log: Log
  ) throws {
    self.requestTimeout = requestTimeout
    self.handover = handover
    isRestoring = handover?.isTakenUp == true
    self.loop = loop
    self.ignoresExternalKeyboards = ignoresExternalKeyboards
    self.configuration = configuration
    self.source = source
    self.history = history
    self.log = log
    epoch = handover?.epoch ?? ServiceHandover.newEpoch()
    _ = try createSession(named: Self.defaultSeat)
  }

  /// The seat of that name, seat0 for none; nil when there is no such seat.
  func session(named name: String?) -> SeatSession? { sessions[name ?? Self.defaultSeat] }

  /// The seat that has the window.
  func session(of window: WindowID) -> SeatSession? { sessions.values.first { $0.window(window) != nil } }

  /// How many windows a user has open on all seats.
  func windowCount(of user: UInt32) -> Int { sessions.values.reduce(0) { $0 + $1.windowCount(of: user) } }

  /// Bytes that the layouts of a user's windows hold on all seats; those of everybody for nil.
  func layoutBytes(of user: UInt32?) -> Int { sessions.values.reduce(0) { $0 + $1.layoutBytes(of: user) } }

  /// A window name that was never used.
  func nextWindow() -> WindowID {
    lastWindow = (handover?.lastWindow ?? lastWindow) + 1
    handover?.lastWindow = lastWindow
    return WindowID(lastWindow)
  }

  /// Brings back what people and clients had decided in a former process, once devices and windows are there.
  func restore() {
    guard let handover, isRestoring else { return }
    isRestoring = false
    for name in Set(handover.formerSeats).union(sessions.keys).sorted() {
      guard let kept = handover.seat(named: name) else { continue }
      let (decisions, seq) = (kept.decisions, kept.seq)
      do {
        // A seat whose devices have gone in between is one without devices.
        try (sessions[name] ?? createSession(named: name, isRestoring: true)).restore(decisions, seq: seq)
      } catch {
        log(.seatNotServed, "seat \(name) is not served: \(error)", ["KEYGUIDE_SEAT": name])
      }
    }
  }

  // MARK: Providers

  /// A name of a registration that was never used.
  func nextProvider() -> ProviderID {
    lastProvider = (handover?.lastProvider ?? lastProvider) + 1
    handover?.lastProvider = lastProvider
    return ProviderID(lastProvider)
  }

  /// The registration, on whichever seat it is.
  func provider(_ id: ProviderID) -> ProviderStream? {
    sessions.values.lazy.compactMap { $0.providers.stream(id) }.first
  }

  /// The providers of all seats, with the processes of one user alone where it is named.
  func providerList(showingProcessesOf user: UInt32?) -> ProviderList {
    ProviderList(
      epoch: epoch, seq: providerSeq,
      providers: sessions.sorted { $0.key < $1.key }.flatMap { $0.value.providers.list(showingProcessesOf: user) })
  }

  /// Has the list's numbers go on after one that a former process has told.
  func continueProviderList(after seq: Int) { providerSeq = max(providerSeq, seq + 1) }

  func add(_ list: ProviderListStream) {
    providerLists[ObjectIdentifier(list)] = list
  }

  func remove(_ list: ProviderListStream) {
    providerLists[ObjectIdentifier(list)] = nil
  }

  private func providersMayHaveChanged() {
    let current = providerList(showingProcessesOf: nil).providers
    guard current != providers else { return }
    providers = current
    providerSeq += 1
    for list in providerLists.values { list.listHasChanged() }
  }

  /// Has providers be slow after another time, from their next request on.
  func configure(requestTimeout: Double) {
    self.requestTimeout = requestTimeout
    for session in sessions.values { session.providers.configure(timeout: requestTimeout) }
  }

  // MARK: Devices

  /// Hands what happened to devices to their seats, in order.
  func apply(_ changes: [DeviceChange]) {
    for change in changes {
      do {
        let session = try sessions[change.seat] ?? createSession(named: change.seat)
        session.apply(change.input)
      } catch {
        log(.seatNotServed, "seat \(change.seat) is not served: \(error)", ["KEYGUIDE_SEAT": change.seat])
      }
    }
    let concernsDevices = changes.contains { change in
      if case .deviceChanged = change.input { true } else { false }
    }
    if concernsDevices { onDeviceChange() }
  }

  /// How many keyboards are attached, on all seats.
  var keyboardCount: Int { sessions.values.reduce(0) { $0 + $1.seat.hardware.keyboardCount } }

  /// Has external keyboards be ignored, or not, on all seats.
  func ignoreExternalKeyboards(_ ignores: Bool) {
    ignoresExternalKeyboards = ignores
    for session in sessions.values { session.apply(.externalKeyboardsIgnored(ignores)) }
  }

  /// Has other sizes, languages, motion and policy hold on all seats.
  func configure(_ configuration: SeatConfiguration) {
    self.configuration = configuration
    for session in sessions.values { session.configure(configuration) }
  }

  private func createSession(named name: String, isRestoring: Bool? = nil) throws -> SeatSession {
    let kept = handover?.seat(named: name)
    // Only what is kept can come back; another seat begins at once.
    let isRestoring = kept != nil && (isRestoring ?? self.isRestoring)
    let session = try SeatSession(
      name: name, epoch: epoch, configuration: configuration, source: source, history: history,
      requestTimeout: requestTimeout, kept: kept, isRestoring: isRestoring,
      loop: loop, log: log
    ) { [weak self] in self?.providersMayHaveChanged() }
    // What a person said since the settings were read comes back with the rest.
    if ignoresExternalKeyboards, !session.isRestoring { session.apply(.externalKeyboardsIgnored(true)) }
    sessions[name] = session
    return session
  }
}
