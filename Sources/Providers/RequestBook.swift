import KeyboardGuide
import KeyguideAPI

/// The requests of one provider: at most one of each group is open, whatever happens.
struct RequestBook: Equatable, Sendable {
  private struct Entry: Equatable {
    var request: ProviderRequest
    var subject: RequestSubject
    /// When it counts as unanswered.
    var due: Instant
    var isOverdue = false
  }

  /// What could not be done, and when it is asked again.
  private struct Failure: Equatable {
    var subject: RequestSubject
    /// How often in a row.
    var count: Int
    var moment: Instant
    /// Nil while it is asked again, and for what would fail again.
    var due: Instant?
  }

  /// Seconds until what failed is asked again, the first time; it doubles each time.
  static let firstDelay = 1.0
  static let longestDelay = 60.0

  private var entries: [RequestGroup: Entry] = [:]
  private var failures: [RequestGroup: Failure] = [:]
  /// What each group was asked last, and has carried out as far as one can tell.
  private var done: [RequestGroup: RequestSubject] = [:]
  private var lastID = 0
  /// Grows with each request that is new or cancelled.
  private(set) var seq = 1
  /// Whether a request was not answered in time, and nothing has been answered since.
  private(set) var isSlow = false

  init() {}

  /// A book whose states and requests have other numbers than those of a former process, which told states up to one.
  init(resumedAt position: Int) {
    seq = position + 1
    // Each state has at most a request of each group.
    lastID = (position + 1) * RequestGroup.allCases.count
  }

  /// Requests without an answer, the oldest first.
  var open: [ProviderRequest] { entries.values.map(\.request).sorted { $0.id < $1.id } }

  /// When the next request counts as unanswered, or is asked again.
  var deadline: Instant? {
    (entries.values.filter { !$0.isOverdue }.map(\.due) + failures.values.compactMap(\.due)).min()
  }

  /// Asks for what is wanted, where that was not asked yet; cancels what it takes the place of.
  mutating func want(_ wishes: ProviderWishes, of roles: Set<ProviderRole>, timeout: Double, at now: Instant) {
    let former = (lastID, entries.count)
    for group in RequestGroup.allCases where roles.contains(group.role) {
      ask(group.subject(of: wishes), in: group, timeout: timeout, at: now)
    }
    if former != (lastID, entries.count) { seq += 1 }
  }

  private mutating func ask(_ subject: RequestSubject?, in group: RequestGroup, timeout: Double, at now: Instant) {
    let open = entries[group]
    guard subject != (open?.subject ?? failures[group]?.subject ?? done[group]) else { return }
    failures[group] = nil
    guard let subject else {
      // There is no need of an answer any more; what was answered is as good as before.
      entries[group] = nil
      return
    }
    put(subject, in: group, timeout: timeout, at: now)
  }

  private mutating func put(_ subject: RequestSubject, in group: RequestGroup, timeout: Double, at now: Instant) {
    let open = entries[group]
    lastID += 1
    var due = now.advanced(bySeconds: timeout)
    // R68: wishes that change quickly do not hide that nothing is answered at all.
    if let open { due = min(due, open.due) }
    let left = due > now ? Double(due.microseconds - now.microseconds) / 1e6 : 0
    // What was not answered may not have been done: what is shown then is not just moved.
    let request = subject.request(lastID, after: open == nil ? done[group] : nil, timeout: left)
    entries[group] = Entry(request: request, subject: subject, due: due, isOverdue: open?.isOverdue ?? false)
  }

  /// Takes an answer; one to a request that was cancelled tells no more than that the provider is alive.
  ///
  /// What failed and is to be shown or hidden is asked again, as what it needs may only just be starting. Other things
  /// cannot be done at all.
  mutating func answer(_ id: Int, hasFailed: Bool, at now: Instant) {
    guard (1...max(1, lastID)).contains(id) else { return }
    if let (group, entry) = entries.first(where: { $0.value.request.id == id }) {
      entries[group] = nil
      if hasFailed {
        let count = (failures[group]?.count ?? 0) + 1
        // 2^16 times the first is beyond any limit.
        let delay = min(Self.longestDelay, Self.firstDelay * Double(1 << min(count - 1, 16)))
        let mayWork = entry.request.kind == .show || entry.request.kind == .hide
        failures[group] = Failure(
          subject: entry.subject, count: count, moment: now, due: mayWork ? now.advanced(bySeconds: delay) : nil)
      } else {
        done[group] = entry.subject
        failures[group] = nil
      }
    }
    isSlow = entries.values.contains { $0.isOverdue }
  }

  /// The provider says itself which language there is: it need not be asked for that, nor for what was chosen before.
  mutating func note(language: String) {
    if entries.removeValue(forKey: .language) != nil { seq += 1 }
    failures[.language] = nil
    done[.language] = .language(language)
  }

  /// The provider's keyboard has changed by itself: what failed may work now, and is asked again soon.
  mutating func noteChange(at now: Instant) {
    for (group, failure) in failures {
      guard let due = failure.due else { continue }
      // Not at once, or one that changes each time that it fails would keep everybody busy.
      failures[group]?.due = min(due, max(now, failure.moment.advanced(bySeconds: Self.firstDelay)))
    }
  }

  /// Asks again for what failed and is due.
  mutating func retry(timeout: Double, at now: Instant) {
    let former = lastID
    for group in RequestGroup.allCases {
      guard let failure = failures[group], let due = failure.due, due <= now else { continue }
      failures[group]?.due = nil
      put(failure.subject, in: group, timeout: timeout, at: now)
    }
    if lastID != former { seq += 1 }
  }

  /// Marks what was not answered in time; says whether the provider has become slow by that.
  mutating func expire(at now: Instant) -> Bool {
    let wasSlow = isSlow
    for (group, entry) in entries where !entry.isOverdue && entry.due <= now {
      entries[group]?.isOverdue = true
      isSlow = true
    }
    return isSlow && !wasSlow
  }
}
