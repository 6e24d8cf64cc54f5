import JSON
import KeyguideAPI
import Varlink
import VarlinkServer

/// Carries out the calls of `io.keyguide.Control`.
struct ControlInterface {
  let seats: SeatDirectory

  var methods: [String: VarlinkMethod] {
    ["IgnoreExternalKeyboards": ignoreExternalKeyboards]
  }

  private func ignoreExternalKeyboards(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var name: String?
    var ignores: Bool?
    try call.readParameters { (member, value) throws(JSONError) in
      switch member {
      case "seat": name = try value.readOptional()
      case "ignore": ignores = try value.readBool()
      default: break
      }
    }
    guard let ignores else { throw .invalidParameter("ignore") }
    guard let session = seats.session(named: name) else {
      throw VarlinkError("io.keyguide.Control.UnknownSeat", ("seat", name ?? ""))
    }
    guard AccessPolicy.mayControl(session.name, peer) else { throw .permissionDenied }
    session.apply(.externalKeyboardsIgnored(ignores))
    return .reply { _ in }
  }
}
