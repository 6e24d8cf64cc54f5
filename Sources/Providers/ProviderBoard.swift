import EventLoop
import KeyboardGuide
import KeyguideAPI

/// The providers of one seat: who has which role, what each was asked and has reported, and what is overdue.
///
/// A value: it reads no clock and knows no socket. It asks for wake-ups by its deadline, as the seat does.
public struct ProviderBoard: Equatable, Sendable {
  /// Reports of one provider that count at once, and how long it takes until there may be another one, in microseconds;
  /// what comes in between is passed over but for the newest of each kind. A finger moves a keyboard no quicker.
  public static let reportRate = (burst: 16, interval: UInt64(8000))

  /// One provider.
  public struct Provider: Equatable, Sendable {
    public let id: ProviderID
    public let registration: Registration
    /// What it said last that it cannot do; nil: nothing.
    public fileprivate(set) var problem: String?
    /// What counts of its reports.
    public fileprivate(set) var facts = ReportedFacts()
    fileprivate var book = RequestBook()
    /// What it has reported last.
    fileprivate var newest = ReportedFacts()
    fileprivate var rate = TokenBucket(interval: reportRate.interval, burst: reportRate.burst)
    /// When the newest reports count; nil: they do.
    fileprivate var factsDue: Instant?

    /// Requests without an answer.
    public var requests: [ProviderRequest] { book.open }
    /// Grows with each request that is new or cancelled.
    public var seq: Int { book.seq }
    /// Whether a request was not answered in time, and nothing has been since.
    public var isSlow: Bool { book.isSlow }
  }

  /// What has come of letting time pass.
  public struct Expiry: Equatable, Sendable {
    /// Providers that have become slow.
    public var slow: [ProviderID] = []
    /// Whether other facts count.
    public var hasNewFacts = false
    /// Providers that are asked again for what they could not do.
    public var asked: [ProviderID] = []
  }

  /// Seconds until a request counts as unanswered.
  public var timeout: Double
  /// In the order of their registration.
  public private(set) var providers: [Provider] = []
  private var wishes = ProviderWishes()

  public init(timeout: Double) {
    self.timeout = timeout
  }

  /// When the board wants `expire`, or nil while nothing is under way.
  public var deadline: Instant? {
    providers.flatMap { [$0.book.deadline, $0.factsDue] }.compactMap { $0 }.min()
  }

  public func provider(_ id: ProviderID) -> Provider? { providers.first { $0.id == id } }

  /// The provider that has a role.
  public func holder(of role: ProviderRole) -> Provider? { providers.first { $0.registration.roles.contains(role) } }

  /// Adds a provider, and asks it for what is wanted now; refuses one that wants what another one has.
  ///
  /// With a position, it is taken up from a former process, which has told it states up to there.
  public mutating func register(
    _ id: ProviderID, _ registration: Registration, resumedAt position: Int? = nil, at now: Instant
  ) throws(RoleConflict) {
    for role in registration.orderedRoles {
      if let holder = holder(of: role) { throw RoleConflict(role: role, holder: holder.registration.name) }
    }
    var provider = Provider(id: id, registration: registration)
    if let position { provider.book = RequestBook(resumedAt: position) }
    provider.book.want(wishes, of: registration.roles, timeout: timeout, at: now)
    providers.append(provider)
  }

  /// Forgets a provider, with all that it has reported.
  public mutating func remove(_ id: ProviderID) {
    providers.removeAll { $0.id == id }
  }

  /// Says what the seat wants now; returns the providers whose requests are other ones by that.
  public mutating func want(_ wishes: ProviderWishes, at now: Instant) -> [ProviderID] {
    guard wishes != self.wishes else { return [] }
    self.wishes = wishes
    var changed: [ProviderID] = []
    for index in providers.indices {
      let former = providers[index].seq
      providers[index].book.want(wishes, of: providers[index].registration.roles, timeout: timeout, at: now)
      if providers[index].seq != former { changed.append(providers[index].id) }
    }
    return changed
  }

  /// Takes a report of a provider that has the role for it, which answers a request or not; says whether it counts at
  /// once. If not, it will at the deadline, or a newer one in its place.
  public mutating func report(
    _ report: ProviderReport, by id: ProviderID, isAnswer: Bool = false, at now: Instant
  ) -> Bool {
    guard let index = index(of: id) else { return false }
    if case .keyboard = report, !isAnswer { providers[index].book.noteChange(at: now) }
    providers[index].newest.take(report)
    guard providers[index].factsDue == nil else { return false }
    if let later = providers[index].rate.take(at: now.microseconds) {
      providers[index].factsDue = Instant(microseconds: later)
      return false
    }
    providers[index].facts = providers[index].newest
    return true
  }

  /// Takes an answer to a request, with what the provider cannot do, if there is anything.
  public mutating func answer(_ request: Int, problem: String? = nil, by id: ProviderID, at now: Instant) {
    guard let index = index(of: id) else { return }
    providers[index].book.answer(request, hasFailed: problem != nil, at: now)
    providers[index].problem = problem
  }

  /// A provider says that a person has chosen a language on it.
  public mutating func note(language: String, by id: ProviderID) {
    if let index = index(of: id) { providers[index].book.note(language: language) }
  }

  /// Does what is due.
  public mutating func expire(at now: Instant) -> Expiry {
    var expiry = Expiry()
    for index in providers.indices {
      if providers[index].book.expire(at: now) { expiry.slow.append(providers[index].id) }
      let former = providers[index].seq
      providers[index].book.retry(timeout: timeout, at: now)
      if providers[index].seq != former { expiry.asked.append(providers[index].id) }
      guard let due = providers[index].factsDue, due <= now else { continue }
      providers[index].factsDue = nil
      // The turn that was waited for.
      _ = providers[index].rate.take(at: now.microseconds)
      if providers[index].facts != providers[index].newest { expiry.hasNewFacts = true }
      providers[index].facts = providers[index].newest
    }
    return expiry
  }

  private func index(of id: ProviderID) -> Int? { providers.firstIndex { $0.id == id } }
}
