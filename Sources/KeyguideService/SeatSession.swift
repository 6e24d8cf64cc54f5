import EventLoop
import JSON
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import Providers
import ServiceLog
import SeatReplay

/// One seat at work: the state machine, its deadline in the loop, and everybody who watches.
///
/// Data flows one way: an input comes in, the seat says what changed, the changed streams are told.
final class SeatSession {
  let name: String
  /// Names the life of this daemon's state.
  let epoch: String
  private(set) var seat: Seat
  /// What is published of the seat now.
  private(set) var parts: SeatParts
  /// The number of the published state; it grows by one with each change.
  private(set) var seq = 1
  /// How the seat came to the published state, as far back as it is kept.
  private(set) var history: SeatHistory
  private let loop: EventLoop
  private let source: SeatParts.Source
  private var timer: TimerSource?
  private var monitors: [ObjectIdentifier: MonitorStream] = [:]
  private var windows: [WindowID: WindowStream] = [:]
  private var recorders: [ObjectIdentifier: RecorderStream] = [:]
  /// What the next process is to know; nil: there is none that would go on.
  private let kept: KeptSeat?
  private var keptDecisions: [SeatInput] = []
  /// What a former process had is being brought back: nothing is told before that is done.
  private(set) var isRestoring: Bool
  private var providerTimer: TimerSource?
  private let makeProviders: (SeatSession, TimerSource?) -> SeatProviders
  /// The plugins that supply facts about the seat, and carry out what it wants.
  private(set) lazy var providers = makeProviders(self, providerTimer)

  /// `onProviderChange` is called when the list of providers may be another one.
  init(
    name: String, epoch: String, configuration: SeatConfiguration, source: SeatParts.Source,
    history: HistoryLimits, requestTimeout: Double, kept: KeptSeat? = nil, isRestoring: Bool = false, loop: EventLoop,
    log: Log, onProviderChange: @escaping () -> Void
  ) throws(EventLoopError) {
    self.name = name
    self.kept = kept
    self.isRestoring = isRestoring
    self.epoch = epoch
    self.source = source
    self.loop = loop
    self.history = SeatHistory(limits: history)
    seat = Seat(configuration: configuration)
    parts = SeatParts(of: seat, source: source)
    if !isRestoring { kept?.seq = seq }
    makeProviders = { session, timer in
      SeatProviders(
        session: session, timeout: requestTimeout, timer: timer, loop: loop, log: log, onChange: onProviderChange)
    }
    timer = try loop.timer(priority: .devices) { [weak self] in self?.apply(.deadlineReached) }
    providerTimer = try loop.timer(priority: .clients) { [weak self] in self?.providers.expire() }
  }

  /// Takes one input and tells everybody whom it concerns.
  func apply(_ input: SeatInput) { apply(CollectionOfOne(input)) }

  /// Takes inputs that came together, and tells everybody whom they concern, each once.
  func apply(_ inputs: some Collection<SeatInput>) {
    guard let kept else { return take(inputs, at: now) }
    kept.memory.transaction {
      take(inputs, at: isRestoring ? restorationTime : now)
      keepDecisions(kept)
    }
  }

  /// The monotonic clock, in microseconds.
  var now: UInt64 { loop.now }

  private func take(_ inputs: some Collection<SeatInput>, at moment: UInt64) {
    for recorder in recorders.values { recorder.take(inputs, at: moment) }
    let changes = seat.apply(inputs, at: Instant(microseconds: moment))
    if !isRestoring { timer?.schedule(at: seat.deadline?.microseconds) }
    for change in changes {
      switch change {
      case .seat:
        publish()
      // Providers are asked below, for that and all else that the seat wants.
      case .softwareKeyboardWanted: break
      case .window(let id, let notifications):
        windows[id]?.windowHasChanged(notifications)
      }
    }
    providers.seatHasChanged()
  }

  /// Publishes what is new of the providers themselves, if it has not been.
  func providersMayHaveChanged() {
    if parts.providers != providers.parts { publish() }
  }

  private func keepDecisions(_ kept: KeptSeat) {
    guard !isRestoring else { return }
    let decisions = seat.decisions
    guard decisions != keptDecisions else { return }
    keptDecisions = decisions
    kept.keep(decisions, of: name)
  }

  /// Has what was due at moments that are past happen, and streams go on after the number of a state.
  func finishRestoration(after seq: Int) {
    // A movement that follows another one ends as well; whoever had more to do for ever would be an error of the seat's.
    for _ in 0..<1000 {
      guard let deadline = seat.deadline, deadline.microseconds <= now else { break }
      take(CollectionOfOne(.deadlineReached), at: deadline.microseconds)
    }
    isRestoring = false
    self.seq = seq + 1
    kept?.seq = self.seq
    timer?.schedule(at: seat.deadline?.microseconds)
    if let kept { kept.memory.transaction { keepDecisions(kept) } }
  }

  /// Where the published state stands in the stream of them.
  var position: StreamPosition { StreamPosition(epoch: epoch, seq: seq) }

  /// A reply that tells of the published state.
  func reply(_ parts: SeatParts, missed: Int? = nil, snapshot: Bool = false, resync: Bool = false) -> MonitorReply {
    MonitorReply(
      epoch: epoch, seq: seq, missed: missed, snapshot: snapshot, resync: resync, seat: name, parts: parts)
  }

  private func publish() {
    let former = parts
    parts = SeatParts(of: seat, source: source, providers: providers.parts)
    if isRestoring { return }
    seq += 1
    kept?.seq = seq
    var writer = JSONWriter()
    reply(parts.difference(from: former)).encodeMembers(to: &writer)
    history.append(writer.bytes, seq: seq)
    for monitor in monitors.values { monitor.seatHasChanged() }
  }

  // MARK: Streams

  func add(_ monitor: MonitorStream) {
    monitors[ObjectIdentifier(monitor)] = monitor
  }

  func remove(_ monitor: MonitorStream) {
    monitors[ObjectIdentifier(monitor)] = nil
  }

  /// Starts a recording: what leads to the present state comes first.
  func add(_ recorder: RecorderStream) {
    recorders[ObjectIdentifier(recorder)] = recorder
    recorder.begin(seat, at: loop.now)
  }

  func remove(_ recorder: RecorderStream) {
    recorders[ObjectIdentifier(recorder)] = nil
  }

  /// Begins a recording anew.
  func restart(_ recorder: RecorderStream) {
    recorder.begin(seat, at: loop.now)
  }

  /// Changes a window, and its layout with it: one message tells of both.
  func change(_ stream: WindowStream, to window: Window) {
    let former = stream.seq
    apply(providers.inputs(with: .windowChanged(stream.id, window)))
    stream.layoutMayHaveChanged(since: former)
    stream.keepCall()
  }

  /// Opens a window for its stream, with the given text view in focus.
  func open(_ stream: WindowStream, _ window: Window, focus: TextView?) {
    windows[stream.id] = stream
    stream.hints.application = window.application
    apply(providers.inputs(with: .windowOpened(stream.id, window, focus: focus)))
  }

  /// Closes a window; its stream, if somebody still reads it, ends with the state that the window had.
  func close(_ id: WindowID) {
    // Forgotten first: the stream's end comes back here.
    guard let window = windows.removeValue(forKey: id) else { return }
    window.end()
    apply(providers.inputs(with: .windowClosed(id)))
  }

  /// Has other sizes, languages, motion and policy hold.
  func configure(_ configuration: SeatConfiguration) {
    apply(.configured(configuration))
    providers.settingsHaveChanged()
  }

  func window(_ id: WindowID) -> WindowStream? { windows[id] }

  /// How many windows a user has open here.
  func windowCount(of user: UInt32) -> Int { windows.values.count { $0.owner == user } }

  /// Bytes that the layouts of a user's windows hold here; those of everybody for nil.
  func layoutBytes(of user: UInt32?) -> Int {
    windows.values.reduce(0) { $0 + (user == nil || $1.owner == user ? $1.layoutBytes : 0) }
  }

  /// The windows that a compositor's may be: those of its provider's user, the first that was opened first.
  func windows(of user: UInt32?) -> [WindowStream] {
    windows.values.filter { user == nil || $0.owner == user }.sorted { $0.id < $1.id }
  }
}
