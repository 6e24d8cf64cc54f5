import Geometry
import JSON
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import SeatReplay
import VarlinkServer
import ViewLayout

/// One window of `io.keyguide.Layout`: what its client is told, newest state only.
final class WindowStream: VarlinkStream {
  let id: WindowID
  /// The user who opened the window, and alone may change it.
  let owner: UInt32
  /// The process that it did so from.
  let process: Int32
  /// What the client says to have it found among a compositor's windows.
  var hints = Hints()
  private let session: SeatSession
  private weak var outlet: (any StreamOutlet)?
  private var hasEnded = false
  private(set) var seq: Int
  private var deliveredSeq: Int
  /// Whether the next reply is the first one of this process on a stream of a former one's.
  private var isResync: Bool
  /// States that were passed over for the client so far.
  private var missed = 0
  private var notifications: [KeyboardNotification] = []
  /// The window's last reply, kept for the end: the seat has forgotten the window by then.
  private var state: LayoutReply?
  /// nil: the client lays its views out by itself.
  private var layout: WindowLayout?
  /// The layout as the client gave it.
  private(set) var layoutSource: LayoutSource?
  /// What of the layout the client has not been told yet: views by their places, and the rest.
  private var untold: (views: Set<Int>, report: Bool) = ([], false)

  struct Hints {
    var compositorWindow: String?
    var application: String?
  }

  /// A window that is new, or one of which a former process has sent replies up to a number.
  init(
    id: WindowID, peer: Peer, session: SeatSession, layout: WindowLayout? = nil, source: LayoutSource? = nil,
    resumedAt position: Int? = nil
  ) {
    self.id = id
    owner = peer.userID
    process = peer.processID
    self.session = session
    seq = position ?? 0
    deliveredSeq = seq
    isResync = position != nil
    setLayout(layout, source: source)
  }

  var hasNews: Bool { seq != deliveredSeq || hasEnded }

  var position: Int { deliveredSeq }

  func encodeNext(to writer: inout JSONWriter) -> Bool {
    guard var reply = state else { return false }
    let passedOver = seq - deliveredSeq - 1
    missed += passedOver
    reply.missed = passedOver > 0 ? passedOver : nil
    reply.resync = isResync
    isResync = false
    if let layout {
      // However many states were passed over: each view that is another one for this client, once, and where it is now.
      reply.views = untold.views.sorted().map { layout.reply(ofView: $0) }
      reply.layout = untold.report ? layout.report : nil
      untold = ([], false)
    }
    reply.encodeMembers(to: &writer)
    deliveredSeq = seq
    return !hasEnded
  }

  func attach(to outlet: any StreamOutlet) {
    self.outlet = outlet
    keepCall()
  }

  func detach() {
    session.close(id)
  }

  /// Says by which call another process would open the window as it is now.
  func keepCall() {
    outlet?.streamIsNow { call }
  }

  private var call: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("method", "io.keyguide.Layout.Open")
      writer.member("more", true)
      writer.key("parameters")
      writer.object { writer in
        writer.member("seat", session.name)
        writer.member("window", id.name)
        if hasEnded { writer.member("ended", true) }
        session.seat.window(id)?.encodeParameters(to: &writer)
        writer.member("compositorWindow", hints.compositorWindow)
        layoutSource?.encodeParameters(to: &writer)
      }
    }
    return writer.bytes
  }

  /// Takes the window's state from the seat, and brings its layout up to date: one message for one input.
  func windowHasChanged(_ notifications: [KeyboardNotification]) {
    guard let guide = session.seat.guide(of: id) else { return }
    updateLayout()
    // While a former process's state comes back there is one message, about all of it.
    if !session.isRestoring || seq == deliveredSeq { seq += 1 }
    state = LayoutReply(
      of: session.seat, id, guide, notifications: session.isRestoring ? [] : notifications, epoch: session.epoch,
      seq: seq, after: state)
    outlet?.streamHasNews()
  }

  /// The window is closed: one last reply, and the call is over.
  func end() {
    hasEnded = true
    seq += 1
    state?.seq = seq
    state?.notifications = []
    // Its reader may be slow, and the next process must not open the window again.
    keepCall()
    outlet?.streamHasNews()
  }

  // MARK: Layout

  /// The window's layout as a document; nil: it has none.
  var document: LayoutDocument? { layout?.document }

  /// Where the layout was laid out last.
  var layoutGeometry: LayoutGeometry? { layout?.geometry }

  /// Roughly the bytes that the layout holds.
  var layoutBytes: Int { (layout?.footprint ?? 0) + (layoutSource?.bytes ?? 0) }

  /// Has a layout hold from the next message on, or none; the client is told all of it.
  func setLayout(_ layout: WindowLayout?, source: LayoutSource?) {
    self.layout = layout
    layoutSource = source
    untold = layout.map { (Set($0.document.views.indices), true) } ?? ([], false)
  }

  /// Tells what is new of the layout, if the seat had nothing to tell of the window.
  func layoutMayHaveChanged(since former: Int) {
    if seq == former, let layout, !untold.views.isEmpty || untold.report || geometry != layout.geometry {
      windowHasChanged([])
    }
  }

  private func updateLayout() {
    // Not held while it is updated: a second holder would have all of it copied.
    guard let former = layout.map({ ($0.activeSets, $0.conflicts, $0.ambiguousViews) }) else { return }
    let geometry = geometry
    do throws(LayoutError) {
      untold.views.formUnion(try self.layout?.update(geometry) ?? [])
    } catch {
      // The former frames stay: they are the best that there is.
      return
    }
    guard let layout = self.layout else { return }
    if (layout.activeSets, layout.conflicts, layout.ambiguousViews) != former { untold.report = true }
  }

  private var geometry: LayoutGeometry {
    let place = session.seat.place(of: id)
    let window = session.seat.window(id)
    let guide = session.seat.guide(of: id)
    return LayoutGeometry(
      width: place?.frame.width ?? 0, height: place?.frame.height ?? 0, bottomSafeArea: place?.bottomSafeArea ?? 0,
      isRightToLeft: window?.isRightToLeft ?? false,
      keyboard: guide?.frame ?? Rectangle(x: 0, y: 0, width: 0, height: 0), near: guide?.near ?? .bottom,
      followsUndockedKeyboard: window?.followsUndockedKeyboard ?? false, scale: layout?.geometry.scale ?? 1)
  }
}

extension WindowStream: GuardedStream {
  var need: (right: AccessRight, seat: String?) { (.layout, session.name) }
}

extension WindowStream: ReportedStream {
  var report: ClientList.Stream {
    ClientList.Stream(
      kind: .window, seat: session.name, window: id.name, seq: seq, pending: seq - deliveredSeq, missed: missed)
  }
}

extension WindowLayout {
  func reply(ofView view: Int) -> LayoutReply.View {
    LayoutReply.View(name: document.views[view].name, frame: frames[view])
  }

  var report: LayoutReply.Layout {
    LayoutReply.Layout(
      activeSets: activeSets,
      conflicts: conflicts.map { .init(broken: $0.broken, constraints: $0.constraints) },
      ambiguous: ambiguousViews.map { document.views[$0].name })
  }
}
