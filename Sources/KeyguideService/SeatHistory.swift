import KeyguideSettings
/// The latest changes of a seat as they were told, for clients that were away.
///
/// Each is kept as the members of its reply, which are the same for every client that is one change behind: so they are
/// encoded once, whoever and however many read them.
public nonisolated struct SeatHistory: Equatable, Sendable {
  private let limits: HistoryLimits
  /// The oldest first, without a gap.
  private var changes: [[UInt8]] = []
  private var size = 0
  /// The number of the state that the newest change led to.
  private var lastSeq = 0

  init(limits: HistoryLimits = HistoryLimits()) {
    self.limits = limits
  }

  /// Bytes that are kept.
  var bytes: Int { size }

  /// Keeps the change that led to a state, as its reply's members.
  mutating func append(_ members: [UInt8], seq: Int) {
    changes.append(members)
    size += members.count
    lastSeq = seq
    var old = 0
    while changes.count - old > limits.changes || size > limits.bytes, old < changes.count {
      size -= changes[old].count
      old += 1
    }
    changes.removeFirst(old)
  }

  /// The change that followed a state; nil when it is not known any more, or not yet.
  func change(after seq: Int) -> [UInt8]? {
    let (distance, isFar) = lastSeq.subtractingReportingOverflow(seq)
    guard !isFar, distance > 0, distance <= changes.count else { return nil }
    return changes[changes.count - distance]
  }
}
