import Glibc
import KeyguideSettings
import SeatReplay
import Testing
import VarlinkServer

@testable import KeyguideService

@Suite struct AccessPolicyTests {
  /// Group 50 is the configured one; user 1000 has an active session on seat0, user 1001 one on seat1.
  private static let facts = PeerFacts(
    isPrivileged: { $0 == 0 || $0 == 990 },
    hasActiveSession: { user, seat in
      switch user {
      case 1000: seat == nil || seat == "seat0"
      case 1001: seat == nil || seat == "seat1"
      default: false
      }
    },
    groupID: { $0 == "keyguide" ? 50 : nil })

  private func peer(_ user: UInt32, groups: [UInt32] = [100]) -> Peer {
    Peer(processID: 1, userID: user, groups: groups)
  }

  /// A policy in which every right has the rule.
  private func policy(_ rule: AccessRule) -> AccessPolicy {
    var settings = AccessSettings()
    settings.monitor = rule
    settings.layout = rule
    settings.control = rule
    settings.provide = rule
    settings.administer = rule
    return AccessPolicy(settings: settings, groupID: Self.facts.groupID(settings.group), facts: Self.facts)
  }

  @Test(
    "each policy lets in whom it names, and nobody else",
    arguments: [
      // Root, the daemon's user, a session on the seat, one on another seat, a member of the group, neither.
      (AccessRule.activeSession, [true, true, true, false, true, false]),
      (.group, [true, true, false, false, true, false]), (.rootOnly, [true, true, false, false, false, false]),
    ])
  func rules(rule: AccessRule, allowed: [Bool]) {
    let peers = [peer(0), peer(990), peer(1000), peer(1001), peer(1002, groups: [100, 50]), peer(1002)]
    for right in AccessRight.allCases {
      #expect(peers.map { policy(rule).allows(right, on: "seat0", to: $0) } == allowed, "\(right)")
    }
  }

  @Test("rights are separate from each other")
  func separate() {
    var settings = AccessSettings()
    settings.control = .group
    settings.provide = .rootOnly
    let policy = AccessPolicy(settings: settings, groupID: 50, facts: Self.facts)
    let allowed = AccessRight.allCases.filter { policy.allows($0, on: "seat0", to: peer(1000)) }
    #expect(allowed == [.monitor, .layout])
    #expect(policy.allows(.control, on: "seat0", to: peer(1002, groups: [50])))
  }

  @Test("without settings, a session may see, have windows, decide and have plugins, but not record or reload")
  func standard() {
    let policy = AccessPolicy(groupID: 50, facts: Self.facts)
    let allowed = AccessRight.allCases.filter { policy.allows($0, on: "seat0", to: peer(1000)) }
    #expect(allowed == [.monitor, .layout, .control, .provide])
  }

  @Test("a group that there is not lets nobody in, not even those without groups")
  func noGroup() {
    let policy = AccessPolicy(groupID: nil, facts: Self.facts)
    #expect(!policy.allows(.administer, on: nil, to: peer(1002, groups: [])))
    #expect(!policy.allows(.administer, on: nil, to: peer(1002, groups: [0, 50])))
  }

  @Test("who has a right anywhere is let in to use it; who has none is not")
  func connecting() {
    #expect(policy(.activeSession).mayConnect(peer(1001)), "on seat1")
    #expect(!policy(.activeSession).mayConnect(peer(1002)))
    #expect(!policy(.rootOnly).mayConnect(peer(1002, groups: [50])))
  }

  @Test("a group's number needs no file; root's group is in the file of every machine; another name is in none")
  func groups() {
    #expect(PeerFacts.system.groupID("4711") == 4711)
    #expect(PeerFacts.system.groupID("root") == 0)
    #expect(PeerFacts.system.groupID("no such group") == nil)
  }
}

/// The same on the socket: calls of a peer that is nobody special.
@Suite struct AccessTests {
  /// What is said of whoever connects, since the kernel says the truth: that it is this process.
  private final class Somebody {
    var isPrivileged = false
    var seats: Set<String> = []

    var facts: PeerFacts {
      PeerFacts(
        isPrivileged: { _ in self.isPrivileged },
        hasActiveSession: { _, seat in seat.map(self.seats.contains) ?? !self.seats.isEmpty },
        groupID: { _ in nil })
    }
  }

  private let neededRights: [(method: String, right: AccessRight)] = [
    ("Monitor.Subscribe", .monitor), ("Monitor.Devices", .monitor), ("Control.PlaceBar", .control),
    ("Control.SetLanguage", .control), ("Control.Record", .administer), ("Control.Reload", .administer),
  ]

  @Test("each call needs its right on its seat, and the error says which, and how to get it")
  func calls() throws {
    let somebody = Somebody()
    somebody.seats = ["seat1"]
    let harness = try ServiceHarness(peers: somebody.facts)
    harness.plug("a", seat: "seat1")
    for (method, right) in neededRights {
      let reply = try harness.call(method)
      #expect(reply.error == "io.keyguide.Service.PermissionDenied", "\(method)")
      #expect(reply.parameters["right"] as? String == right.rawValue)
      #expect(reply.parameters["seat"] as? String == (method == "Control.Reload" ? nil : "seat0"))
      #expect(reply.parameters["rule"] as? String == (right == .administer ? "group" : "activeSession"))
      let remedy = try #require(reply.parameters["remedy"] as? String)
      #expect(remedy.contains("in [Access] of keyguided.toml") && remedy.contains(right.settingName))
    }
    #expect(try harness.call("Control.PlaceBar", #"{"seat":"seat1"}"#).error == nil, "its own seat")
    let window = try harness.client()
    window.call(#"{"method":"io.keyguide.Layout.Open","more":true}"#)
    try harness.run()
    #expect(try window.message().parameters["right"] as? String == "layout")
  }

  @Test("who has no right at all is told so, and hung up on")
  func stranger() throws {
    let harness = try ServiceHarness(peers: Somebody().facts)
    let client = try harness.client()
    try harness.run()
    let reply = try client.message()
    #expect(reply.error == "io.keyguide.Service.PermissionDenied")
    #expect(reply.parameters["remedy"] as? String != "")
    _ = try client.messages()
    #expect(client.isClosed)
    #expect(harness.service.server.connectionCount == 0)
  }

  @Test("a session that is active no more can decide nothing, and not take the focus with its windows")
  func inactive() throws {
    let somebody = Somebody()
    somebody.seats = ["seat0"]
    let harness = try ServiceHarness(peers: somebody.facts)
    let window = try harness.client()
    window.call(#"{"method":"io.keyguide.Layout.Open","more":true}"#)
    try harness.run()
    let name = try #require(try window.message().parameters["window"] as? String)
    let other = try harness.client()
    try harness.run()
    somebody.seats = []
    for call in [
      #"{"method":"io.keyguide.Layout.Focus","parameters":{"window":"\#(name)","view":"field"}}"#,
      #"{"method":"io.keyguide.Control.OverrideKeyboard","parameters":{"keyboard":"shown"}}"#,
    ] {
      other.call(call)
      try harness.run()
      #expect(try other.message().error == "io.keyguide.Service.PermissionDenied")
    }
    #expect(try harness.seat.focus == nil)
  }

  @Test("streams end with the right to them, and those of others go on")
  func streams() throws {
    let somebody = Somebody()
    somebody.seats = ["seat0"]
    let harness = try ServiceHarness(peers: somebody.facts)
    let clients = try ["Monitor.Subscribe", "Layout.Open"].map { method in
      let client = try harness.client()
      client.call(#"{"method":"io.keyguide.\#(method)","more":true}"#)
      try harness.run()
      _ = try client.message()
      return client
    }
    harness.service.reviewRights()
    for client in clients { #expect(try client.messages().isEmpty) }
    somebody.seats = []
    harness.service.reviewRights()
    for client in clients {
      let message = try client.message()
      #expect(message.error == "io.keyguide.Service.PermissionDenied")
      #expect(["monitor", "layout"].contains(message.parameters["right"] as? String))
    }
    // The window went with its stream, and the connection is there for another call when the right is.
    #expect(try harness.seat.facts.allSatisfy { if case .windowOpened = $0 { false } else { true } })
    somebody.seats = ["seat0"]
    clients[0].call(#"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#)
    try harness.run()
    #expect(try clients[0].message().parameters["snapshot"] as? Bool == true)
  }

  @Test("a policy that is reloaded holds for the next call")
  func reload() throws {
    let somebody = Somebody()
    somebody.seats = ["seat0"]
    let harness = try ServiceHarness(peers: somebody.facts)
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Monitor.Devices"}"#)
    try harness.run()
    #expect(try client.message().error == nil)
    var settings = DaemonSettings()
    settings.access.monitor = .rootOnly
    harness.configuration = .success(settings)
    try harness.service.reload()
    client.call(#"{"method":"io.keyguide.Monitor.Devices"}"#)
    try harness.run()
    #expect(try client.message().parameters["rule"] as? String == "rootOnly")
  }

  @Test("a window is its user's alone: what other names it is as good as none")
  func ownWindows() throws {
    let harness = try ServiceHarness()
    let session = try #require(harness.service.seats.session(named: nil))
    let stranger = WindowStream(
      id: harness.service.seats.nextWindow(), peer: Peer(processID: 1, userID: .max, groups: []), session: session)
    session.open(stranger, .init(), focus: nil)
    for method in ["Focus", "Update", "DragToDismiss", "Close"] {
      let reply = try harness.call("Layout.\(method)", #"{"window":"\#(stranger.id.name)"}"#)
      #expect(reply.error == "io.keyguide.Layout.UnknownWindow", "\(method)")
    }
    #expect(session.window(stranger.id) != nil)
    stranger.detach()
  }

  @Test("a configured group that there is not is told to the log, and looked for again at each reload")
  func unknownGroup() throws {
    var settings = DaemonSettings()
    settings.access.group = "nobody-knows"
    var groups: [String: UInt32] = [:]
    let facts = PeerFacts(
      isPrivileged: { _ in false }, hasActiveSession: { _, _ in false }, groupID: { groups[$0] })
    let harness = try ServiceHarness(settings: settings, peers: facts)
    let entries = harness.logged.filter { $0.event == .groupUnknown }
    #expect(entries.map { $0.fields.first?.value } == ["nobody-knows"])
    #expect(try harness.call("Monitor.Devices").error != nil)
    groups["nobody-knows"] = getegid()
    try harness.service.reload()
    #expect(try harness.call("Monitor.Devices").error == nil)
    #expect(harness.logged.filter { $0.event == .groupUnknown }.count == 1)
  }
}
