import JSON
import KeyboardGuide
import KeyguideAPI
import SeatReplay
import Varlink
import VarlinkServer
import ViewLayout
import KeyguideSettings

/// Carries out the calls of `io.keyguide.Layout`.
struct LayoutInterface {
  let seats: SeatDirectory
  let access: AccessControl
  let limits: ServiceLimits

  var methods: [String: VarlinkMethod] {
    ["Open": open, "Update": update, "Focus": focus, "DragToDismiss": dragToDismiss, "Close": close]
  }

  private func open(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var seat: String?
    var view = FocusedView()
    var window = Window()
    var layout = LayoutParameters()
    var former = FormerWindow()
    var compositorWindow: String?
    try call.readParameters { (member, value) throws(JSONError) in
      switch member {
      case "window", "ended", "sizes":
        // Only this daemon itself says these, of a window that a former process had open.
        guard call.resumedAt != nil else { break }
        if member == "sizes" { try layout.read(member, &value) } else { try former.read(member, &value) }
      case "compositorWindow": compositorWindow = value.readNull() ? nil : try value.readLabel()
      case "seat": seat = try value.readOptional()
      case "focus": view.name = try value.readOptional()
      case "context": view.context = try FocusedView.readContext(&value)
      case "layout", "scale": try layout.read(member, &value)
      default: try window.read(member, &value)
      }
    }
    // A window lives as long as its stream, so without one there is nothing to open.
    guard call.more, !call.oneway else { throw .expectedMore }
    guard let session = seats.session(named: seat) else {
      throw VarlinkError("io.keyguide.Layout.UnknownSeat", ("seat", seat ?? ""))
    }
    try access.require(.layout, on: session.name, of: peer)
    guard seats.windowCount(of: peer.userID) < limits.windowsPerUser else {
      throw .limitExceeded("windows", maximum: limits.windowsPerUser)
    }
    let laidOut = try layout.layout(replacing: nil)
    let source = layout.source(replacing: nil)
    try checkRoom(for: laidOut, source, replacing: nil, of: peer)
    let stream = WindowStream(
      id: former.id ?? seats.nextWindow(), peer: peer, session: session, layout: laidOut, source: source,
      resumedAt: call.resumedAt)
    stream.hints.compositorWindow = compositorWindow
    session.open(stream, window, focus: view.textView(of: peer))
    if former.hasEnded { session.close(stream.id) }
    return .stream(stream)
  }

  private func update(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var name: String?
    try call.readParameters { (member, value) throws(JSONError) in
      // The rest needs the window first: it is read below.
      if member == "window" { name = try value.readString() } else { try value.skipValue() }
    }
    let (session, id) = try find(name, of: peer)
    guard let stream = session.window(id) else { return .reply { _ in } }
    // What the call leaves out stays as it is.
    var window = session.seat.window(id) ?? Window()
    var layout = LayoutParameters()
    var hints = stream.hints
    try call.readParameters { (member, value) throws(JSONError) in
      switch member {
      case "window": try value.skipValue()
      case "compositorWindow": hints.compositorWindow = value.readNull() ? nil : try value.readLabel()
      case "layout", "scale", "sizes": try layout.read(member, &value)
      default: try window.read(member, &value)
      }
    }
    // Made first: if it is refused, nothing has changed.
    if layout.isGiven {
      let laidOut = try layout.layout(replacing: stream)
      let source = layout.source(replacing: stream.layoutSource)
      try checkRoom(for: laidOut, source, replacing: stream, of: peer)
      stream.setLayout(laidOut, source: source)
    }
    hints.application = window.application
    stream.hints = hints
    session.change(stream, to: window)
    return .reply { _ in }
  }

  /// Refuses a layout with which its user's, or all, would hold more memory than they may.
  private func checkRoom(
    for layout: WindowLayout?, _ source: LayoutSource?, replacing former: WindowStream?, of peer: Peer
  ) throws(VarlinkError) {
    guard let layout else { return }
    let added = layout.footprint + (source?.bytes ?? 0) - (former?.layoutBytes ?? 0)
    guard seats.layoutBytes(of: peer.userID) + added <= limits.layoutBytesPerUser else {
      throw .limitExceeded("layoutBytesPerUser", maximum: limits.layoutBytesPerUser)
    }
    guard seats.layoutBytes(of: nil) + added <= limits.layoutBytes else {
      throw .limitExceeded("layoutBytes", maximum: limits.layoutBytes)
    }
  }

  private func focus(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var name: String?
    var view = FocusedView()
    try call.readParameters { (member, value) throws(JSONError) in
      switch member {
      case "window": name = try value.readString()
      case "view": view.name = try value.readOptional()
      case "context": view.context = try FocusedView.readContext(&value)
      default: break
      }
    }
    let (session, window) = try find(name, of: peer)
    session.apply(.focused(window: window, view: view.textView(of: peer)))
    return .reply { _ in }
  }

  private func dragToDismiss(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var name: String?
    var y: Double?
    try call.readParameters { (member, value) throws(JSONError) in
      switch member {
      case "window": name = try value.readString()
      case "y": y = try value.readOptional()
      default: break
      }
    }
    let (session, window) = try find(name, of: peer)
    session.apply(.dismissalDragged(window: window, y: y))
    return .reply { _ in }
  }

  private func close(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var name: String?
    try call.readParameters { (member, value) throws(JSONError) in
      if member == "window" { name = try value.readString() }
    }
    let (session, window) = try find(name, of: peer)
    session.close(window)
    return .reply { _ in }
  }

  /// The window of that name, if it is the caller's; another user's is as good as none.
  private func find(_ name: String?, of peer: Peer) throws(VarlinkError) -> (SeatSession, WindowID) {
    guard let name else { throw .invalidParameter("window") }
    guard let id = WindowID(name: name), let session = seats.session(of: id),
      session.window(id)?.owner == peer.userID
    else { throw VarlinkError("io.keyguide.Layout.UnknownWindow", ("window", name)) }
    // A session that is active no more leaves its windows as they are.
    try access.require(.layout, on: session.name, of: peer)
    return (session, id)
  }
}

/// What a former process knew of a window that it had open.
private struct FormerWindow {
  private(set) var id: WindowID?
  private(set) var hasEnded = false

  mutating func read(_ member: String, _ value: inout JSONReader) throws(JSONError) {
    if member == "window" { id = WindowID(name: try value.readString()) } else { hasEnded = try value.readBool() }
  }
}

/// A text view as a client names it.
private struct FocusedView {
  /// Bytes of a context, which is remembered beyond the client's life.
  private static let mostContext = 256

  var name: String?
  var context: String?

  static func readContext(_ value: inout JSONReader) throws(JSONError) -> String? {
    let offset = value.offset
    let context: String? = try value.readOptional()
    guard (context?.utf8.count ?? 0) <= mostContext else {
      throw JSONError(.invalidValue("at most \(mostContext) bytes"), offset: offset)
    }
    return context
  }

  /// Contexts of different users are different ones, whatever their names.
  func textView(of peer: Peer) -> TextView? {
    name.map { TextView($0, context: context.map { "\(peer.userID):\($0)" }) }
  }
}
