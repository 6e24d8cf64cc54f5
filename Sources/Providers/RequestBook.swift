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

  private var entries: [RequestGroup: Entry] = [:]
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

  /// When the next request counts as unanswered.
  var deadline: Instant? { entries.values.filter { !$0.isOverdue }.map(\.due).min() }

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
    guard subject != (open?.subject ?? done[group]) else { return }
    guard let subject else {
      // There is no need of an answer any more; what was answered is as good as before.
      entries[group] = nil
      return
    }
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
  mutating func answer(_ id: Int) {
    guard (1...max(1, lastID)).contains(id) else { return }
    if let (group, entry) = entries.first(where: { $0.value.request.id == id }) {
      done[group] = entry.subject
      entries[group] = nil
    }
    isSlow = entries.values.contains { $0.isOverdue }
  }

  /// The provider says itself which language there is: it need not be asked for that, nor for what was chosen before.
  mutating func note(language: String) {
    if entries.removeValue(forKey: .language) != nil { seq += 1 }
    done[.language] = .language(language)
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
