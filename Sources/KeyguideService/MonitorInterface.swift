import JSON
import KeyguideAPI
import Varlink
import VarlinkServer

/// Carries out the calls of `io.keyguide.Monitor`.
struct MonitorInterface {
  let seats: SeatDirectory

  var methods: [String: VarlinkMethod] {
    ["Subscribe": subscribe]
  }

  private func subscribe(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var name: String?
    try call.readParameters { (member, value) throws(JSONError) in
      if member == "seat" { name = try value.readOptional() }
    }
    guard let session = seats.session(named: name) else {
      throw VarlinkError("io.keyguide.Monitor.UnknownSeat", ("seat", name ?? ""))
    }
    let stream = MonitorStream(session: session)
    if call.more { return .stream(stream) }
    return .reply { _ = stream.encodeNext(to: &$0) }
  }
}
