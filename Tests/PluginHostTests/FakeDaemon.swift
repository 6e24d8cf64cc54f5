import EventLoop
import Foundation
import JSON
import Varlink
import VarlinkServer

/// The daemon as far as a plugin host sees it: `Confine`, `Register` and `List`, and an ear for what plugins say.
final class FakeDaemon {
  struct Confinement: Equatable {
    var name: String
    var rights: [String]
    var roles: [String]
  }

  private let server: VarlinkServer
  fileprivate let state = State()

  /// What the host has asked for.
  var confinements: [Confinement] { state.confinements }
  /// What plugins have said, in order: the texts of their calls of `Finish`.
  var said: [String] { state.said }

  final class State {
    var confinements: [Confinement] = []
    var said: [String] = []
    var registrations: [Registration] = []
    var lists: [ListStream] = []
    var slow: Set<String> = []
    /// Daemons that are older, or have been told who may do what, refuse.
    var refusesConfinement = false

    func changed() {
      for list in lists { list.changed() }
    }
  }

  init(socket: String, loop: EventLoop) throws {
    let state = state
    var methods = MethodTable(
      information: ServiceInformation(vendor: "Keyguide", product: "fake", version: "0", url: ""))
    methods.add(
      VarlinkInterface(name: "io.keyguide.Service", description: ""),
      methods: [
        "Confine": { (call, _) throws(VarlinkError) in
          if state.refusesConfinement { throw VarlinkError("io.keyguide.Service.PermissionDenied") }
          var confinement = Confinement(name: "", rights: [], roles: [])
          try call.readParameters { (name, value) throws(JSONError) in
            switch name {
            case "name": confinement.name = try value.readString()
            case "rights": confinement.rights = try value.read()
            case "roles": confinement.roles = try value.read()
            default: try value.skipValue()
            }
          }
          state.confinements.append(confinement)
          return .reply { _ in }
        }
      ])
    methods.add(
      VarlinkInterface(name: "io.keyguide.Provider", description: ""),
      methods: [
        "Register": { (call, peer) throws(VarlinkError) in
          var name = ""
          try call.readParameters { (member, value) throws(JSONError) in
            if member == "name" { name = try value.readString() } else { try value.skipValue() }
          }
          return .stream(Registration(name: name, processID: Int(peer.processID), state: state))
        },
        "List": { (_, _) throws(VarlinkError) in .stream(ListStream(state: state)) },
        "Finish": { (call, _) throws(VarlinkError) in
          try call.readParameters { (member, value) throws(JSONError) in
            if member == "problem" { state.said.append(try value.readString()) } else { try value.skipValue() }
          }
          return .reply { _ in }
        },
      ])
    server = try VarlinkServer(loop: loop, methods: methods, refusal: { _ in nil }, log: { _ in })
    try server.serve(listener: UnixSocket.listen(at: socket, mode: 0o600))
  }

  /// Hangs up on everybody, as a daemon that ends.
  func stop() {
    server.stop()
  }

  /// Ends the hosts' own streams, and leaves plugins' connections alone.
  func endLists() {
    for list in state.lists {
      list.hasEnded = true
      list.changed()
    }
  }

  func setSlow(_ name: String, _ isSlow: Bool) {
    if isSlow { state.slow.insert(name) } else { state.slow.remove(name) }
    state.changed()
  }

  func refuse(_ refuses: Bool) { state.refusesConfinement = refuses }

  /// A plugin that is registered: one reply, then silence.
  final class Registration: VarlinkStream {
    let name: String
    let processID: Int
    private let state: State
    private var isTold = false

    init(name: String, processID: Int, state: State) {
      self.name = name
      self.processID = processID
      self.state = state
    }

    var hasNews: Bool { !isTold }

    func encodeNext(to writer: inout JSONWriter) -> Bool {
      isTold = true
      writer.member("epoch", "fake")
      writer.member("seq", 1)
      writer.member("provider", name)
      writer.member("requests", [String]())
      writer.member("cancelled", [Int]())
      return true
    }

    let position = 0

    func attach(to outlet: any StreamOutlet) {
      state.registrations.append(self)
      state.changed()
    }

    func detach() {
      state.registrations.removeAll { $0 === self }
      state.changed()
    }
  }

  final class ListStream: VarlinkStream {
    private let state: State
    private weak var outlet: (any StreamOutlet)?
    private var isTold = false
    var hasEnded = false

    init(state: State) { self.state = state }

    var hasNews: Bool { !isTold }

    func encodeNext(to writer: inout JSONWriter) -> Bool {
      isTold = true
      writer.member("epoch", "fake")
      writer.member("seq", 1)
      writer.key("providers")
      writer.array { writer in
        for registration in state.registrations {
          writer.object { writer in
            writer.member("name", registration.name)
            writer.member("apiVersion", 1)
            writer.member("pid", registration.processID)
            writer.member("seat", "seat0")
            writer.member("roles", [String]())
            writer.member("state", state.slow.contains(registration.name) ? "slow" : "ready")
            writer.member("unanswered", 0)
          }
        }
      }
      return !hasEnded
    }

    let position = 0

    func attach(to outlet: any StreamOutlet) {
      self.outlet = outlet
      state.lists.append(self)
    }

    func detach() {
      state.lists.removeAll { $0 === self }
    }

    func changed() {
      isTold = false
      outlet?.streamHasNews()
    }
  }
}
