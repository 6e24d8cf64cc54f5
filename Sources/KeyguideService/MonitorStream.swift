import JSON
import KeyguideAPI
import VarlinkServer

/// One subscriber of `io.keyguide.Monitor`: remembers what it has, and is sent the difference to what is.
final class MonitorStream: VarlinkStream {
  private let session: SeatSession
  private weak var outlet: (any StreamOutlet)?
  /// What the client has got; nil before the snapshot.
  private var delivered: (seq: Int, parts: SeatParts)?

  init(session: SeatSession) {
    self.session = session
  }

  var hasNews: Bool { delivered?.seq != session.seq }

  func encodeNext(to writer: inout JSONWriter) -> Bool {
    let missed = delivered.map { session.seq - $0.seq - 1 } ?? 0
    let reply = MonitorReply(
      epoch: session.epoch, seq: session.seq, missed: missed > 0 ? missed : nil, snapshot: delivered == nil,
      seat: session.name, parts: delivered.map { session.parts.difference(from: $0.parts) } ?? session.parts)
    reply.encodeMembers(to: &writer)
    delivered = (session.seq, session.parts)
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
}
