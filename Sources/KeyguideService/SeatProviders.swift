import EventLoop
import KeyboardGuide
import KeyguideAPI
import Providers
import ServiceLog

/// The providers of one seat at work: the board of them, its deadline in the loop, and their streams.
final class SeatProviders {
  private(set) var board: ProviderBoard
  private unowned let session: SeatSession
  private let loop: EventLoop
  private let log: Log
  /// Called when the list of providers may be another one.
  private let onChange: () -> Void
  private var streams: [ProviderID: ProviderStream] = [:]
  private var binding = WindowBinding()
  /// What the seat was told last.
  private var facts = ProvidedFacts()
  /// Calls `expire`.
  private let timer: TimerSource?

  init(
    session: SeatSession, timeout: Double, timer: TimerSource?, loop: EventLoop, log: Log,
    onChange: @escaping () -> Void
  ) {
    board = ProviderBoard(timeout: timeout)
    self.session = session
    self.loop = loop
    self.log = log
    self.onChange = onChange
    self.timer = timer
  }

  private var now: Instant { Instant(microseconds: loop.now) }

  func stream(_ id: ProviderID) -> ProviderStream? { streams[id] }

  /// What is published of each provider.
  var parts: [SeatParts.Provider] {
    board.providers.map { provider in
      SeatParts.Provider(
        name: provider.registration.name, roles: provider.registration.orderedRoles.map(\.rawValue),
        state: provider.isSlow ? .slow : .ready)
    }
  }

  /// The providers, with their processes; those of one user alone where it is named.
  func list(showingProcessesOf user: UInt32?) -> [ProviderList.Provider] {
    board.providers.map { provider in
      let peer = streams[provider.id]?.peer
      return ProviderList.Provider(
        name: provider.registration.name, version: provider.registration.version,
        apiVersion: provider.registration.apiVersion,
        pid: peer.flatMap { user == nil || $0.userID == user ? Int($0.processID) : nil }, seat: session.name,
        roles: provider.registration.orderedRoles.map(\.rawValue), state: provider.isSlow ? .slow : .ready,
        problem: provider.problem, unanswered: provider.requests.count)
    }
  }

  // MARK: Providers

  func register(
    _ stream: ProviderStream, _ registration: Registration, resumedAt position: Int?
  ) throws(RoleConflict) {
    _ = board.want(ProviderWishes(of: session.seat), at: now)
    try board.register(stream.id, registration, resumedAt: position, at: now)
    streams[stream.id] = stream
    factsMayHaveChanged()
  }

  /// A provider is gone: what it has reported goes with it, and all of that is told at once.
  ///
  /// A host that ends takes all its plugins along; they are as good as gone when the first one is seen to be.
  func leave(_ id: ProviderID) {
    guard let stream = streams.removeValue(forKey: id) else { return }
    board.remove(id)
    let others = streams.values.filter { $0.peer.processID == stream.peer.processID }
    let orphans = others.isEmpty || !stream.peer.hasEnded ? [] : others
    for orphan in orphans {
      streams[orphan.id] = nil
      board.remove(orphan.id)
    }
    factsMayHaveChanged()
    for orphan in orphans { orphan.requestsHaveChanged() }
  }

  func report(_ report: ProviderReport, by id: ProviderID, isAnswer: Bool) {
    if board.report(report, by: id, isAnswer: isAnswer, at: now) { factsMayHaveChanged() } else { schedule() }
  }

  func answer(_ request: Int, problem: String? = nil, by id: ProviderID) {
    board.answer(request, problem: problem, by: id, at: now)
    streams[id]?.hasAnswered(request)
    boardHasChanged()
  }

  /// The person has chosen a language on a provider's keyboard.
  func choose(_ language: String?, by id: ProviderID) {
    if let language { board.note(language: language, by: id) }
    session.apply(.languageChosen(language, context: nil))
    streams[id]?.requestsHaveChanged()
  }

  func configure(timeout: Double) {
    board.timeout = timeout
  }

  // MARK: The seat

  /// The settings have other sizes, which what is reported may have to do with.
  func settingsHaveChanged() {
    if !board.providers.isEmpty { factsMayHaveChanged() }
  }

  /// An input with what follows from it for what providers have reported, to be taken together.
  func inputs(with input: SeatInput) -> [SeatInput] {
    board.providers.isEmpty ? [input] : [input] + inputs()
  }

  /// Asks providers for what the seat wants now.
  func seatHasChanged() {
    guard !board.providers.isEmpty else { return }
    let changed = board.want(ProviderWishes(of: session.seat), at: now)
    for id in changed { streams[id]?.requestsHaveChanged() }
    if !changed.isEmpty { boardHasChanged() }
  }

  private func factsMayHaveChanged() {
    let inputs = inputs()
    if !inputs.isEmpty { session.apply(inputs) }
    boardHasChanged()
  }

  /// The inputs for what is reported now and has not been told to the seat.
  private func inputs() -> [SeatInput] {
    let compositor = board.holder(of: .compositor)
    let clients = compositor.flatMap { streams[$0.id] }.map { windows(boundBy: $0) } ?? []
    binding.update(clients, compositor?.facts.windows ?? [])
    let former = facts
    facts = ProvidedFacts(of: board, screen: session.seat.configuration.screen, binding: binding)
    return facts.inputs(replacing: former)
  }

  /// A compositor knows the windows of its own user's session, and nothing that it says reaches another user's.
  private func windows(boundBy compositor: ProviderStream) -> [BindableWindow] {
    session.windows(of: compositor.servesAll ? nil : compositor.peer.userID).map { window in
      BindableWindow(
        id: window.id, process: Int(window.process), user: window.owner,
        compositorWindow: window.hints.compositorWindow, application: window.hints.application)
    }
  }

  private func boardHasChanged() {
    schedule()
    session.providersMayHaveChanged()
    onChange()
  }

  private func schedule() {
    timer?.schedule(at: board.deadline?.microseconds)
  }

  /// Does what is due.
  func expire() {
    let expiry = board.expire(at: now)
    for id in expiry.slow {
      guard let name = board.provider(id)?.registration.name else { continue }
      log(
        .providerSlow, "the provider '\(name)' on \(session.name) has not answered within \(board.timeout) s",
        ["KEYGUIDE_PROVIDER": name, "KEYGUIDE_SEAT": session.name])
    }
    for id in expiry.asked { streams[id]?.requestsHaveChanged() }
    if expiry.hasNewFacts { factsMayHaveChanged() } else { boardHasChanged() }
  }
}
