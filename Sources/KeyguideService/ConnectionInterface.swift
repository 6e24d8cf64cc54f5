import JSON
import KeyguideSettings
import SeatReplay
import Varlink
import VarlinkServer

/// Carries out the calls of `io.keyguide.Service`.
struct ConnectionInterface {
  var methods: [String: VarlinkMethod] { ["Confine": confine] }

  private func confine(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var name: String?
    var rights: [AccessRight]?
    var roles: [String]?
    try call.readParameters { (member, value) throws(JSONError) in
      switch member {
      case "name": name = try value.readLabel()
      case "rights":
        var list: [AccessRight] = []
        try value.readArray { (value) throws(JSONError) in list.append(try value.readName()) }
        rights = list
      case "roles":
        guard !value.readNull() else { break }
        // More than there are roles makes no difference.
        var list: [String] = []
        try value.readArray { (value) throws(JSONError) in
          let role = try value.readLabel()
          if list.count < 16 { list.append(role) }
        }
        roles = list
      default: break
      }
    }
    guard let name, peer.confinement.map({ $0.name == name }) ?? true else { throw .invalidParameter("name") }
    guard let rights else { throw .invalidParameter("rights") }
    let further = Confinement(name: name, rights: Set(rights.map(\.rawValue)), roles: roles.map { Set($0) })
    return .confine(peer.confinement?.narrowed(by: further) ?? further)
  }
}
