import Foundation
import Geometry
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import Providers
import Testing
import Varlink
import VarlinkServer

@testable import KeyguideService

/// Plugins that lie, flood, or want what is not theirs.
@Suite struct HostileProviderTests {
  nonisolated private static let huge = #"{"x":0,"y":0,"width":1e300,"height":1}"#

  @Test(
    "numbers that no screen has are errors, and change nothing",
    arguments: [
      ("ReportKeyboard", #""kind":"docked","frame":\#(huge)"#),
      ("ReportKeyboard", #""kind":"docked","frame":{"x":0,"y":0,"width":-1,"height":1}"#),
      ("ReportKeyboard", #""kind":"docked","frame":{"x":1e999,"y":0,"width":1,"height":1}"#),
      ("ReportKeyboard", #""kind":"docked","frame":{"x":null,"y":0,"width":1,"height":1}"#),
      ("ReportKeyboard", #""kind":"docked","duration":-1"#), ("ReportKeyboard", #""kind":"docked","duration":1e6"#),
      ("ReportKeyboard", #""kind":"fullBar""#), ("ReportKeyboard", ""),
      ("ReportScreens", #""screens":[{"name":"a","frame":\#(huge)}]"#),
      ("ReportScreens", #""screens":[{"name":"a","frame":{"x":0,"y":0,"width":0,"height":0}}]"#),
      ("ReportScreens", #""screens":[{"name":"","frame":{"x":0,"y":0,"width":1,"height":1}}]"#),
      ("ReportScreens", #""screens":[{"name":"a","frame":{"x":0,"y":0,"width":1,"height":1},"bottomSafeArea":-1}]"#),
      ("ReportScreens", #""screens":[{"name":"a","frame":{"x":0,"y":0,"width":1,"height":1},"usable":\#(huge)}]"#),
      ("ReportWindows", #""windows":[{"id":"a","pid":1,"screen":"a","frame":\#(huge)}]"#),
      ("ReportWindows", #""windows":[{"id":"a","pid":1.5,"screen":"a","frame":{"x":0,"y":0,"width":1,"height":1}}]"#),
      ("ReportWindows", #""windows":{}"#), ("ReportBarContent", #""content":{"leading":[{"items":[]}]}"#),
      ("Finish", #""request":"one""#),
    ])
  func lies(method: String, members: String) throws {
    let harness = try ServiceHarness()
    let plugin = try TestProvider(harness, "softwareKeyboard", "compositor", "barContent")
    let before = try harness.seat
    #expect(try plugin.call(method, members).error == "org.varlink.service.InvalidParameter")
    #expect(try harness.seat == before)
    #expect(try plugin.call("ReportKeyboard", #""kind":"none""#).error == nil, "the connection goes on")
  }

  @Test("reports are bounded, and the error names the limit", arguments: [("Screens", 16), ("Windows", 512)])
  func limits(kind: String, most: Int) throws {
    let harness = try ServiceHarness()
    let plugin = try TestProvider(harness, "compositor")
    func report(_ count: Int) throws -> [String: Any] {
      let list = (0..<count).map {
        #"{"id":"\#($0)","name":"\#($0)","pid":1,"screen":"0","frame":{"x":0,"y":0,"width":1,"height":1}}"#
      }
      return try plugin.call("Report\(kind)", #""\#(kind.lowercased())":[\#(list.joined(separator: ","))]"#)
    }
    #expect(try report(most).error == nil)
    let refused = try report(most + 1)
    #expect(refused.error == "io.keyguide.Service.LimitExceeded")
    #expect(refused.parameters["limit"] as? String == "provider\(kind)")
    #expect(refused.parameters["maximum"] as? Int == most)
    #expect(
      VarlinkInterface.connection.description.contains("# provider\(kind): "), "the interface does not explain it")
    #expect(try report(1).error == nil, "the connection goes on")
  }

  @Test("100,000 reports at once: a few are told, the newest is, and others are answered in their turn")
  func flood() throws {
    var limits = ServiceLimits()
    // Without the limit of calls, to see that reports are bounded by themselves.
    limits.varlink.callsPerSecond = 0
    var settings = DaemonSettings()
    settings.seat.transitionDuration = 0
    let harness = try ServiceHarness(limits: limits, settings: settings)
    let osk = try TestProvider(harness, "softwareKeyboard", "compositor")
    let window = try harness.window()
    let honest = try harness.client()
    let rude = try harness.client()
    try harness.run()
    _ = try window.messages()
    let start = harness.loop.now
    var sent = 0
    var answered = 0
    var turns = 0
    var unsent: [UInt8] = []
    while answered < 100_000 {
      while unsent.count < 32 << 10, sent < 100_000 {
        sent += 1
        let call =
          #"{"method":"io.keyguide.Provider.ReportKeyboard","parameters":{"provider":"\#(osk.name)","kind":"docked","frame":{"x":0,"y":\#(300 + sent % 200),"width":1280,"height":\#(500 - sent % 200)}}}"#
        unsent += Array(call.utf8) + [0]
      }
      unsent.removeFirst(rude.send(unsent))
      if answered % 500 == 0 { honest.call(#"{"method":"org.varlink.service.GetInfo"}"#) }
      try harness.loop.runOnce(timeoutMicroseconds: 1_000_000)
      turns += 1
      answered += try rude.messages().count
      // One turn for the flood, one for the honest client.
      if answered % 500 == 0 { try harness.loop.runOnce() }
    }
    try harness.run()
    #expect(try honest.messages().count > 0)
    let seconds = Double(harness.loop.now - start) / 1e6
    let most = ProviderBoard.reportRate.burst + Int(seconds * 1e6) / Int(ProviderBoard.reportRate.interval) + 1
    let told = try window.windows()
    let states = told.last.map { $0.seq - 1 } ?? 0
    #expect(states > 0 && states <= most, "\(states) states in \(seconds) s")
    // What was not told yet is, and then nothing is due any more.
    while harness.service.seats.session(named: nil)?.providers.board.provider(try #require(ProviderID(name: osk.name)))?
      .facts.keyboard?.frame?.y != 300
    {
      try harness.loop.runOnce(timeoutMicroseconds: 1_000_000)
    }
    #expect(try harness.seat.keyboard.frame?.y == 300, "the newest of them counts")
  }

  @Test("a flood of reports is answered a piece at a time: an honest client waits for one piece of it")
  func turns() throws {
    let harness = try ServiceHarness()
    let osk = try TestProvider(harness, "softwareKeyboard")
    let rude = try harness.client()
    let call =
      #"{"method":"io.keyguide.Provider.ReportKeyboard","parameters":{"provider":"\#(osk.name)","kind":"none"}}"#
    let honest = try harness.client()
    try harness.run()
    rude.send(Array(Array(repeating: call + "\0", count: 1500).joined().utf8))
    honest.call(#"{"method":"org.varlink.service.GetInfo"}"#)
    var turns = 0
    while turns < 20, try honest.messages().isEmpty {
      try harness.loop.runOnce()
      turns += 1
    }
    #expect(turns <= 4)
    #expect(try rude.messages().count <= 8, "so few are answered in a turn that nobody waits for long")
  }

  @Test("a report costs as much as it is work: after a burst there are some hundred of a keyboard a second")
  func weights() throws {
    let harness = try ServiceHarness()
    let osk = try TestProvider(harness, "softwareKeyboard", "compositor")
    func answered(_ call: String) throws -> Int {
      let rude = try harness.client()
      rude.send(Array(Array(repeating: call + "\0", count: 500).joined().utf8))
      let start = harness.loop.now
      // It goes on for as long as its replies are read.
      var (count, former) = (0, -1)
      while count != former {
        former = count
        try harness.run()
        count += try rude.messages().count
      }
      // So many may have come by since.
      return count - Int(Double(harness.loop.now - start) / 1e6 * 2000 / 16) - 1
    }
    let parameters = #""provider":"\#(osk.name)","kind":"none""#
    let keyboard = #"{"method":"io.keyguide.Provider.ReportKeyboard","parameters":{\#(parameters)}}"#
    #expect(try (1...2000 / 16).contains(answered(keyboard)))
    let window = #"{"id":"a","pid":1,"screen":"a","frame":{"x":0,"y":0,"width":1,"height":1}}"#
    let windows = Array(repeating: window, count: 20).joined(separator: ",")
    let large =
      #"{"method":"io.keyguide.Provider.ReportWindows","parameters":{"provider":"\#(osk.name)","windows":[\#(windows)]}}"#
    #expect(try answered(large) <= 2000 / (16 + large.utf8.count / 64) + 1)
    // Others pay nothing for it.
    #expect(try answered(#"{"method":"io.keyguide.Provider.Finish","parameters":{}}"#) > 400)
  }

  @Test("reports are the registered process's alone, for its own roles")
  func strangers() throws {
    let harness = try ServiceHarness()
    let osk = try TestProvider(harness, "softwareKeyboard")
    let missing = try osk.call("ReportScreens", #""screens":[]"#)
    #expect(missing.error == "io.keyguide.Provider.MissingRole")
    #expect(missing.parameters["role"] as? String == "compositor")
    for name in ["p999", "", "w1", "p"] {
      let reply = try harness.call("Provider.ReportKeyboard", #"{"provider":"\#(name)","kind":"none"}"#)
      #expect(reply.error == "io.keyguide.Provider.UnknownProvider")
    }
    let session = try #require(harness.service.seats.session(named: nil))
    let id = try #require(ProviderID(name: osk.name))
    let stream = try #require(session.providers.stream(id))
    let own = stream.peer
    #expect(stream.belongs(to: own))
    #expect(!stream.belongs(to: Peer(processID: own.processID + 1, userID: own.userID, groups: own.groups)))
    #expect(!stream.belongs(to: Peer(processID: own.processID, userID: own.userID &+ 1, groups: own.groups)))
    var confined = own
    confined.confinement = Confinement(name: "other", rights: ["provide"])
    #expect(!stream.belongs(to: confined), "a plugin of the same host is another one")
  }

  @Test("without the right to provide nobody registers, reports, or learns of other users' processes")
  func rights() throws {
    var isPrivileged = true
    let facts = PeerFacts(
      isPrivileged: { _ in isPrivileged }, hasActiveSession: { _, _ in true }, groupID: { _ in nil })
    var settings = DaemonSettings()
    settings.access.provide = .group
    let harness = try ServiceHarness(settings: settings, peers: facts)
    let osk = try TestProvider(harness, "softwareKeyboard")
    isPrivileged = false
    let refusal = try osk.call("ReportKeyboard", #""kind":"docked""#)
    #expect(refusal.error == "io.keyguide.Service.PermissionDenied")
    #expect(refusal.parameters["right"] as? String == "provide")
    #expect(throws: TestProvider.Refusal.self) { try TestProvider(harness, "compositor") }
    let providers = harness.service.seats.providerList(showingProcessesOf: getuid() &+ 1).providers
    #expect(providers.map(\.pid) == [nil])
    #expect(try harness.providers().map(\.pid) == [Int(getpid())], "one's own are told")
  }
}
