import JSON
import KeyboardGuide
import KeyguideAPI
import SeatReplay
import VarlinkServer

/// One window of `io.keyguide.Layout`: what its client is told, newest state only.
final class WindowStream: VarlinkStream {
  let id: WindowID
  /// The user who opened the window, and alone may change it.
  let owner: UInt32
  private let session: SeatSession
  private weak var outlet: (any StreamOutlet)?
  private var hasEnded = false
  private var seq = 0
  private var deliveredSeq = 0
  private var notifications: [KeyboardNotification] = []
  /// The window's last reply, kept for the end: the seat has forgotten the window by then.
  private var state: LayoutReply?

  init(id: WindowID, owner: UInt32, session: SeatSession) {
    self.id = id
    self.owner = owner
    self.session = session
  }

  var hasNews: Bool { seq != deliveredSeq || hasEnded }

  func encodeNext(to writer: inout JSONWriter) -> Bool {
    let missed = seq - deliveredSeq - 1
    guard var reply = state else { return false }
    reply.missed = missed > 0 ? missed : nil
    reply.encodeMembers(to: &writer)
    deliveredSeq = seq
    return !hasEnded
  }

  func attach(to outlet: any StreamOutlet) {
    self.outlet = outlet
  }

  func detach() {
    session.close(id)
  }

  /// Takes the window's state from the seat.
  func windowHasChanged(_ notifications: [KeyboardNotification]) {
    guard let guide = session.seat.guide(of: id) else { return }
    seq += 1
    state = LayoutReply(
      of: session.seat, id, guide, notifications: notifications, epoch: session.epoch, seq: seq, after: state)
    outlet?.streamHasNews()
  }

  /// The window is closed: one last reply, and the call is over.
  func end() {
    hasEnded = true
    seq += 1
    state?.seq = seq
    state?.notifications = []
    outlet?.streamHasNews()
  }
}
