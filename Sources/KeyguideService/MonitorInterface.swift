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
    let session = try session(call, peer)
    let stream = MonitorStream(session: session)
    if call.more { return .stream(stream) }
    return .reply { _ = stream.encodeNext(to: &$0) }
  }

  private func listDevices(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    let session = try session(call, peer)
    let list = DeviceList(
      devices: devices().filter { $0.seat == session.name }.map { .init($0, seat: session.seat) })
    return .reply { list.encodeMembers(to: &$0) }
  }

  /// The seat that the call names, if the caller may see it.
  private func session(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> SeatSession {
    var name: String?
    try call.readParameters { (member, value) throws(JSONError) in
      if member == "seat" { name = try value.readOptional() }
    }
    guard let session = seats.session(named: name) else {
      throw VarlinkError("io.keyguide.Monitor.UnknownSeat", ("seat", name ?? ""))
    }
    try access.require(.monitor, on: session.name, of: peer)
    return session
  }
}
