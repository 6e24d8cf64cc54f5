import EventLoop
import Foundation
import Glibc
import KeyguideAPI
import KeyguideSettings
import Testing
import Varlink

@testable import KeyguideService
@testable import VarlinkServer

/// C.5: whatever a client can ask for has a limit, and the error of that names it.
@Suite struct LimitTests {
  private let getInfo = #"{"method":"org.varlink.service.GetInfo"}"#
  private let subscribe = #"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#

  private func expect(_ limit: String, _ maximum: Int, _ message: String?) throws {
    let text = try #require(message)
    let reply = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(reply.error == "io.keyguide.Service.LimitExceeded")
    #expect(reply.parameters["limit"] as? String == limit)
    #expect(reply.parameters["maximum"] as? Int == maximum)
    #expect(VarlinkInterface.connection.description.contains("# \(limit): "), "the interface does not explain it")
  }

  @Test("C.5 a user has so many connections, and gets another one when one is closed")
  func connectionsPerUser() throws {
    var limits = ServiceLimits()
    limits.varlink.connectionsPerUser = 2
    let harness = try ServiceHarness(limits: limits)
    let first = try harness.client()
    var second: RawClient? = try harness.client()
    let third = try harness.client()
    try harness.run()
    try expect("connectionsPerUser", 2, third.messages().first)
    #expect(third.isClosed)
    second?.call(getInfo)
    try harness.run()
    #expect(try second?.messages().count == 1)
    second = nil
    try harness.run()
    let fourth = try harness.client()
    fourth.call(getInfo)
    try harness.run()
    #expect(try fourth.message().error == nil)
    #expect(!first.isClosed)
  }

  @Test("C.5 users are counted apart, and leave nothing behind")
  func accounts() {
    var accounts = ClientAccounts()
    accounts.open(1)
    accounts.open(1)
    accounts.open(2)
    accounts.change(1, unreadBytes: 70)
    accounts.change(1, unreadBytes: -20)
    #expect(accounts.connections(of: 1) == 2 && accounts.connections(of: 2) == 1)
    #expect(accounts.unreadBytes(of: 1) == 50 && accounts.unreadBytes(of: 2) == 0)
    accounts.close(1, unreadBytes: 50)
    accounts.close(1, unreadBytes: 0)
    accounts.close(2, unreadBytes: 0)
    #expect(accounts == ClientAccounts())
  }

  @Test("C.5 half messages of one user are bounded together")
  func unreadBytes() throws {
    var limits = ServiceLimits()
    limits.varlink.unreadBytesPerUser = 30_000
    let harness = try ServiceHarness(limits: limits)
    let clients = try (0..<4).map { _ in try harness.client() }
    for client in clients {
      client.send([UInt8](repeating: UInt8(ascii: " "), count: 9000))
      try harness.run()
    }
    try expect("unreadBytesPerUser", 30_000, clients[3].messages().first)
    #expect(clients[3].isClosed)
    // A message that gets whole gives its room back.
    clients[0].call(getInfo)
    try harness.run()
    #expect(try clients[0].message().error == nil)
    let fifth = try harness.client()
    fifth.send([UInt8](repeating: UInt8(ascii: " "), count: 9000))
    try harness.run()
    #expect(try fifth.messages().isEmpty && !fifth.isClosed)
  }

  @Test("C.5 calls behind an open stream are bounded, and end it with the reason")
  func unansweredCalls() throws {
    var limits = ServiceLimits()
    limits.varlink.unansweredCalls = 3
    let harness = try ServiceHarness(limits: limits)
    let polite = try harness.client()
    polite.send(Array((subscribe + "\0" + Array(repeating: getInfo + "\0", count: 3).joined()).utf8))
    let rude = try harness.client()
    rude.send(Array((subscribe + "\0" + Array(repeating: getInfo + "\0", count: 4).joined()).utf8))
    try harness.run()
    #expect(try polite.messages().count == 1 && !polite.isClosed)
    let messages = try rude.messages()
    #expect(messages.count == 2, "the snapshot, and why there is no more")
    try expect("unansweredCalls", 3, messages.last)
    #expect(rude.isClosed)
  }

  @Test("C.5 calls that are answered at once may be as many as a client likes to send together")
  func pipelined() throws {
    var limits = ServiceLimits()
    limits.varlink.unansweredCalls = 3
    let harness = try ServiceHarness(limits: limits)
    let client = try harness.client()
    client.send(Array(Array(repeating: getInfo + "\0", count: 100).joined().utf8))
    var answered = 0
    while try harness.run() > 0 { answered += try client.messages().count }
    #expect(answered == 100)
  }

  @Test("C.5 windows of one user are bounded; the connection stays, and closing one makes room")
  func windows() throws {
    var limits = ServiceLimits()
    limits.windowsPerUser = 2
    let harness = try ServiceHarness(limits: limits)
    let open = #"{"method":"io.keyguide.Layout.Open","more":true}"#
    var clients = try (0..<3).map { _ in try harness.client() }
    for client in clients {
      client.call(open)
      try harness.run()
    }
    try expect("windows", 2, clients[2].messages().first)
    #expect(!clients[2].isClosed)
    clients.removeFirst()
    try harness.run()
    clients[1].call(open)
    try harness.run()
    #expect(try clients[1].message().error == nil)
  }

  @Test(
    "C.5 views and constraints of a layout are bounded, and the error says which and how many",
    arguments: ["views", "constraints"])
  func layout(part: String) throws {
    let harness = try ServiceHarness()
    let names = (0...1000).map { #""v\#($0)":{}"# }.joined(separator: ",")
    let constraints = (0...5000).map { _ in #""v.top == view.top""# }.joined(separator: ",")
    let document = part == "views" ? #"{"views":{\#(names)}}"# : #"{"views":{"v":{}},"constraints":[\#(constraints)]}"#
    let client = try harness.client()
    client.send(
      Array(#"{"method":"io.keyguide.Layout.Open","more":true,"parameters":{"layout":\#(document)}}"#.utf8) + [0])
    try harness.run()
    let reply = try client.message()
    #expect(reply.error == "io.keyguide.Layout.InvalidLayout")
    #expect(reply.parameters["place"] as? String == "layout.\(part)")
    let problem = try #require(reply.parameters["problem"] as? String)
    #expect(problem.contains(part == "views" ? "1000" : "5000"), "\(problem)")
  }

  @Test(
    "C.5 the memory that layouts hold is bounded, by user and in all", arguments: ["layoutBytesPerUser", "layoutBytes"])
  func layoutBytes(_ limit: String) throws {
    var limits = ServiceLimits()
    let most = 60_000
    if limit == "layoutBytes" { limits.layoutBytes = most } else { limits.layoutBytesPerUser = most }
    let harness = try ServiceHarness(limits: limits)
    let views = (0..<10).map { #""v\#($0)":{}"# }.joined(separator: ",")
    let chain = (1..<10).map { #""v\#($0).top == v\#($0 - 1).bottom""# }.joined(separator: ",")
    let layout = #"{"views":{\#(views)},"constraints":[\#(chain)]}"#
    var refusals = 0
    var clients: [RawClient] = []
    for _ in 0..<12 {
      let client = try harness.client()
      client.call(#"{"method":"io.keyguide.Layout.Open","more":true,"parameters":{"layout":\#(layout)}}"#)
      try harness.run()
      let reply = try #require(try client.messages().first)
      if reply.contains("\"error\"") {
        try expect(limit, most, reply)
        refusals += 1
      } else {
        clients.append(client)
      }
    }
    #expect(clients.count > 0 && refusals > 0)
    #expect(harness.service.seats.layoutBytes(of: nil) <= most)
    // One that goes makes room, and a window without a layout needs none.
    clients.removeFirst()
    try harness.run()
    let next = try harness.client()
    next.call(#"{"method":"io.keyguide.Layout.Open","more":true,"parameters":{"layout":\#(layout)}}"#)
    try harness.run()
    #expect(try next.message().error == nil)
  }

  @Test("C.5 who calls more often than it may waits, loses nothing, and holds up nobody")
  func rate() throws {
    var limits = ServiceLimits()
    limits.varlink.callsPerSecond = 200
    limits.varlink.callBurst = 10
    let harness = try ServiceHarness(limits: limits)
    let eager = try harness.client()
    let start = harness.loop.now
    let calls = 60
    for number in 0..<calls { eager.call(#"{"method":"a.b\#(number)"}"#) }
    eager.shutdownSending()
    try harness.run()
    let other = try harness.client()
    other.call(getInfo)
    try harness.run()
    #expect(try other.message().error == nil)
    var answers: [String] = []
    var callbacks = 0
    while !eager.isClosed {
      answers += try eager.messages()
      if try harness.loop.runOnce(timeoutMicroseconds: 1_000_000) { callbacks += 1 }
    }
    #expect(answers.count == calls)
    // A hundred and ninety, less what the burst allows, take a quarter of a second: no clock makes it shorter.
    #expect(harness.loop.now - start >= UInt64((calls - 10 - 1) * 5000))
    // The client has hung up on its side, which is seen all the time: it must not be looked at all the time.
    #expect(callbacks < 4 * calls, "\(callbacks) callbacks for \(calls) calls")
  }

  @Test("a bucket of tokens keeps a rate, and lets a burst through")
  func bucket() throws {
    #expect(TokenBucket(perSecond: 0, burst: 1) == nil)
    var bucket = try #require(TokenBucket(perSecond: 1000, burst: 3))
    let start: UInt64 = 5_000_000
    #expect((0..<5).map { _ in bucket.pay(at: start) } == [nil, nil, start + 1000, start + 2000, start + 3000])
    // All that was taken is paid for after five spans; then there is a burst again.
    #expect((0..<3).map { _ in bucket.pay(at: start + 5000) } == [nil, nil, start + 6000])
    var heavy = try #require(TokenBucket(perSecond: 1000, burst: 3))
    // Two of the three that there are, then ten: the last one, and what comes in ten spans.
    #expect([2, 10].map { heavy.pay($0, at: 5000) } == [nil, 5000 + 10_000])
    var slow = try #require(TokenBucket(perSecond: 1, burst: 1))
    #expect(slow.pay(at: 0) == 1_000_000)
  }

  @Test("a connection that had a long message keeps no memory for it")
  func framerMemory() throws {
    var framer = MessageFramer(limit: 1 << 20)
    framer.append([UInt8](repeating: 1, count: 500_000) + [0, 2])
    #expect(try framer.next()?.count == 500_000)
    #expect(framer.unreadBytes == 1 && !framer.holds(moreMessagesThan: 0))
    framer.append([0, 3, 0])
    #expect(framer.holds(moreMessagesThan: 1) && !framer.holds(moreMessagesThan: 2))
    #expect(try framer.next() == [2])
    #expect(try framer.next() == [3])
    #expect(try framer.next() == nil)
    #expect(framer.unreadBytes == 0)
    framer.append([4, 0])
    #expect(try framer.next() == [4])
  }
}
