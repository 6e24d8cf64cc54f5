import InputDevices
import JSON
import KeyguideAPI
import Varlink
import VarlinkServer

/// Carries out the calls of `io.keyguide.Monitor`.
struct MonitorInterface {
  let seats: SeatDirectory
  let access: AccessControl
  /// The devices as they are now; none where a recording is played.
  let devices: () -> [DeviceReport]

  var methods: [String: VarlinkMethod] {
    ["Subscribe": subscribe, "Devices": listDevices]
  }

  private func subscribe(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var since: StreamPosition?
    let session = try session(call, peer) { (member, value) throws(JSONError) in
      if member == "since" { since = try value.readOptional() }
    }
    if let position = call.resumedAt { return .stream(MonitorStream(session: session, resumedAt: position)) }
    if call.more { return .stream(MonitorStream(session: session, since: since)) }
    let reply = session.reply(session.parts, snapshot: true)
    return .reply { reply.encodeMembers(to: &$0) }
  }

  private func listDevices(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    let session = try session(call, peer) { (_, _) throws(JSONError) in }
    let list = DeviceList(
      devices: devices().filter { $0.seat == session.name }.map { .init($0, seat: session.seat) })
    return .reply { list.encodeMembers(to: &$0) }
  }

  /// The seat that the call names, if the caller may see it; other parameters go to the closure.
  private func session(
    _ call: VarlinkCall, _ peer: Peer, _ read: (String, inout JSONReader) throws(JSONError) -> Void
  ) throws(VarlinkError) -> SeatSession {
    var name: String?
    try call.readParameters { (member, value) throws(JSONError) in
      if member == "seat" { name = try value.readOptional() } else { try read(member, &value) }
    }
    guard let session = seats.session(named: name) else {
      throw VarlinkError("io.keyguide.Monitor.UnknownSeat", ("seat", name ?? ""))
    }
    try access.require(.monitor, on: session.name, of: peer)
    return session
  }
}
