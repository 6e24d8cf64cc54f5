import EventLoop
import InputDevices
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import ServiceLog

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
  private let handover: ServiceHandover?
  /// What a former process had is being brought back.
  private var isRestoring: Bool

  init(
    loop: EventLoop, configuration: SeatConfiguration, ignoresExternalKeyboards: Bool = false,
    source: SeatParts.Source, history: HistoryLimits, handover: ServiceHandover? = nil, log: Log
  ) throws {
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
    for session in sessions.values { session.apply(.configured(configuration)) }
  }

  private func createSession(named name: String, isRestoring: Bool? = nil) throws -> SeatSession {
    let session = try SeatSession(
      name: name, epoch: epoch, configuration: configuration, source: source, history: history,
      kept: handover?.seat(named: name), isRestoring: isRestoring ?? self.isRestoring, loop: loop)
    // What a person said since the settings were read comes back with the rest.
    if ignoresExternalKeyboards, !session.isRestoring { session.apply(.externalKeyboardsIgnored(true)) }
    sessions[name] = session
    return session
  }
}
