import JSON
import KeyboardGuide
import KeyguideAPI
import SeatReplay
import Varlink
import VarlinkServer

/// Carries out the calls of `io.keyguide.Layout`.
struct LayoutInterface {
  let seats: SeatDirectory

  var methods: [String: VarlinkMethod] {
    ["Open": open, "Change": change, "Focus": focus, "Close": close]
  }

  private func open(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var seat: String?
    var view: String?
    var window = Window()
    try call.readParameters { (member, value) throws(JSONError) in
      switch member {
      case "seat": seat = try value.readOptional()
      case "focus": view = try value.readOptional()
      default: try window.read(member, &value)
      }
    }
    // A window lives as long as its stream, so without one there is nothing to open.
    guard call.more, !call.oneway else { throw .expectedMore }
    guard let session = seats.session(named: seat) else {
      throw VarlinkError("io.keyguide.Layout.UnknownSeat", ("seat", seat ?? ""))
    }
    let stream = WindowStream(id: seats.nextWindow(), owner: peer.userID, session: session)
    session.open(stream, window, focus: view)
    return .stream(stream)
  }

  private func change(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var name: String?
    try call.readParameters { (member, value) throws(JSONError) in
      if member == "window" { name = try value.readString() }
    }
    let (session, id) = try find(name, of: peer)
    // What the call leaves out stays as it is.
    var window = session.seat.window(id) ?? Window()
    try call.readParameters { (member, value) throws(JSONError) in
      if member != "window" { try window.read(member, &value) }
    }
    session.apply(.windowChanged(id, window))
    return .reply { _ in }
  }

  private func focus(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var name: String?
    var view: String?
    try call.readParameters { (member, value) throws(JSONError) in
      switch member {
      case "window": name = try value.readString()
      case "view": view = try value.readOptional()
      default: break
      }
    }
    let (session, window) = try find(name, of: peer)
    session.apply(.focused(window: window, view: view))
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
    return (session, id)
  }
}
