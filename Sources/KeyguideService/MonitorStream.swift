import JSON
import KeyguideAPI
import KeyguideSettings
import VarlinkServer

/// One subscriber of `io.keyguide.Monitor`: remembers what it has, and is sent the difference to what is.
///
/// Nothing is kept for a reader that is slow but the state that it has: what it is sent next leads from there to the
/// newest state, however many there were in between.
final class MonitorStream: VarlinkStream {
  /// What the client has got.
  private enum Delivered {
    case nothing
    /// It had this state before it connected, and is to get what the history has after it.
    case before(StreamPosition)
    case state(seq: Int, parts: SeatParts)
  }

  private let session: SeatSession
  private weak var outlet: (any StreamOutlet)?
  private var delivered = Delivered.nothing
  /// States that were passed over for this client so far.
  private var missed = 0
  private(set) var position = 0

  /// A subscriber that goes on after `since`, or begins with the whole state.
  init(session: SeatSession, since: StreamPosition? = nil) {
    self.session = session
    guard let since else { return }
    if since == session.position {
      delivered = .state(seq: session.seq, parts: session.parts)
    } else {
      delivered = .before(since)
    }
  }

  /// A subscriber that a former process has sent the states up to a number: it gets the whole state, and is told so.
  init(session: SeatSession, resumedAt position: Int) {
    self.session = session
    delivered = .before(StreamPosition(epoch: session.epoch, seq: position))
  }

  var hasNews: Bool {
    if case .state(session.seq, _) = delivered { false } else { true }
  }

  func encodeNext(to writer: inout JSONWriter) -> Bool {
    var seq = session.seq
    switch delivered {
    case .nothing:
      session.reply(session.parts, snapshot: true).encodeMembers(to: &writer)
    case .state(let former, let parts):
      if former + 1 == seq, let change = session.history.change(after: former) {
        writer.verbatim(change)
      } else {
        let missed = pass(over: seq - former - 1)
        session.reply(session.parts.difference(from: parts), missed: missed).encodeMembers(to: &writer)
      }
    case .before(let position):
      if position.epoch == session.epoch, let change = session.history.change(after: position.seq) {
        writer.verbatim(change)
        seq = position.seq + 1
      } else {
        let isOurs = position.epoch == session.epoch && (1..<seq).contains(position.seq)
        let missed = pass(over: isOurs ? seq - position.seq - 1 : 0)
        session.reply(session.parts, missed: missed, snapshot: true, resync: true).encodeMembers(to: &writer)
      }
    }
    position = seq
    if seq == session.seq {
      delivered = .state(seq: seq, parts: session.parts)
    } else {
      delivered = .before(StreamPosition(epoch: session.epoch, seq: seq))
    }
    return true
  }

  func attach(to outlet: any StreamOutlet) {
    self.outlet = outlet
    session.add(self)
  }

  func detach() {
    session.remove(self)
  }

  func seatHasChanged() {
    outlet?.streamHasNews()
  }

  /// Counts states that this client will not see; nil for none, as replies have it.
  private func pass(over count: Int) -> Int? {
    missed += count
    return count > 0 ? count : nil
  }
}

extension MonitorStream: GuardedStream {
  var need: (right: AccessRight, seat: String?) { (.monitor, session.name) }
}

extension MonitorStream: ReportedStream {
  var report: ClientList.Stream {
    let pending =
      switch delivered {
      case .nothing: 1
      case .state(let seq, _): session.seq - seq
      // Whoever names a place that never was is to get one snapshot.
      case .before(let position): max(1, position.epoch == session.epoch ? session.seq &- position.seq : 1)
      }
    return ClientList.Stream(kind: .monitor, seat: session.name, seq: session.seq, pending: pending, missed: missed)
  }
}
