import Foundation
import Glibc
import KeyguideClient
import KeyguideSettings
import Testing
import VarlinkServer

@testable import KeyguideService

/// Whatever one client does, the others are answered in the same turn, and the culprit is told what was wrong.
@Suite struct HostileClientTests {
  private let getInfo = #"{"method":"org.varlink.service.GetInfo"}"#

  /// Checks that a well-behaved client is answered before anything is handled twice.
  private func expectServed(_ harness: ServiceHarness, hostile: Int) throws {
    let good = try harness.client()
    try harness.run()
    good.call(getInfo)
    // At most one callback for everybody who is ready, and ours.
    for _ in 0...hostile {
      if try !good.messages().isEmpty { return }
      try harness.loop.runOnce()
    }
    #expect(try !good.messages().isEmpty, "not answered while \(hostile) others were served once")
  }

  @Test("C.4 Hyprland#2765 Hyprland#8919 i3#1876 a silent client and half a message hold up nobody")
  func silent() throws {
    let harness = try ServiceHarness()
    let silent = try harness.client()
    let half = try harness.client()
    half.send(Array(#"{"method":"org.varl"#.utf8))
    try expectServed(harness, hostile: 2)
    #expect(try half.messages().isEmpty)
    half.call(#"ink.service.GetInfo"}"#)
    try harness.run()
    #expect(try half.message().error == nil, "the other half makes it whole")
    #expect(try silent.messages().isEmpty)
    #expect(!silent.isClosed)
  }

  @Test("C.4 half a message and then a hang-up is just a hang-up")
  func halfAndGone() throws {
    let harness = try ServiceHarness()
    let half = try harness.client()
    half.send(Array(#"{"method":"#.utf8))
    half.shutdownSending()
    try expectServed(harness, hostile: 1)
    #expect(try half.messages().isEmpty)
    #expect(half.isClosed)
  }

  @Test(
    "garbage is told where it is wrong, and cut off",
    arguments: [
      ("garbage", "expected an object at byte 0"),
      (#"{"method":"a.b.C","#, "the text ends in the middle of a value at byte 18"),
      (#"{"parameters":{}}"#, "'method': is missing at byte 17"),
      ("", "the text ends in the middle of a value at byte 0"),
      (#"{"method":"a.B"}{"method":"a.B"}"#, "expected nothing more at byte 16"),
    ])
  func garbage(text: String, problem: String) throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(text)
    client.call(getInfo)
    try expectServed(harness, hostile: 1)
    let reply = try client.message()
    #expect(reply.error == "io.keyguide.Service.MalformedMessage")
    #expect(reply.parameters["problem"] as? String == problem)
    #expect(client.isClosed, "what follows garbage is not trusted")
  }

  @Test("C.5 a line of 16 MiB is refused at the limit, which is named")
  func longLine() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20)
    var sent = 0
    var served = 0
    while sent < line.count {
      let count = client.send(Array(line[sent...]))
      sent += count
      if try !client.messages().isEmpty { break }
      if client.isClosed { break }
      try harness.loop.runOnce()
      served += 1
    }
    #expect(sent < 1 << 20, "no more is taken in than the limit and what the socket holds")
    #expect(served < 100)
    try expectServed(harness, hostile: 1)
    #expect(harness.service.server.connectionCount <= 1)
  }

  @Test("the limit's error is what a client reads who sent a line that is too long")
  func longLineError() throws {
    var limits = ServiceLimits()
    limits.varlink.messageSize = 100
    let harness = try ServiceHarness(limits: limits)
    let client = try harness.client()
    client.send([UInt8](repeating: UInt8(ascii: "x"), count: 101))
    try harness.run()
    let reply = try client.message()
    #expect(reply.error == "io.keyguide.Service.LimitExceeded")
    #expect(reply.parameters["limit"] as? String == "messageSize")
    #expect(reply.parameters["maximum"] as? Int == 100)
    #expect(client.isClosed)
  }

  @Test("C.4 sway#459 a client that dies while replies are written to it is forgotten")
  func diesWhileWriting() throws {
    let harness = try ServiceHarness()
    var dying: RawClient? = try harness.client()
    dying?.call(#"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#)
    try harness.run()
    // Fill its socket, then die with a reply unsent.
    for round in 0..<3000 {
      if round % 2 == 0 { harness.plug("a") } else { harness.unplug("a") }
    }
    dying = nil
    harness.plug("b")
    try expectServed(harness, hostile: 1)
    #expect(harness.service.server.connectionCount <= 1)
  }

  @Test("C.4 mpv#3422 a client that never reads its replies stops itself, and nobody else")
  func neverReads() throws {
    let harness = try ServiceHarness()
    let deaf = try harness.client()
    let description =
      Array(
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"io.keyguide.Layout"}}"#
          .utf8)
      + [0]
    var sent = 0
    for _ in 0..<5000 {
      sent += deaf.send(description)
      try harness.loop.runOnce()
    }
    #expect(sent < 5000 * description.count, "the server kept reading what it could not answer")
    try expectServed(harness, hostile: 1)
    // When it does read, every call that got through is answered.
    var answers = 0
    while case let messages = try deaf.messages(), !messages.isEmpty {
      answers += messages.count
      try harness.run()
    }
    #expect(answers == sent / description.count)
  }

  @Test("300 connections at once are all let in and all answered")
  func manyConnections() throws {
    let harness = try ServiceHarness()
    let clients = try (0..<300).map { _ in try harness.client() }
    for client in clients { client.call(getInfo) }
    let callbacks = try harness.run()
    #expect(try clients.filter { try $0.messages().count == 1 }.count == 300)
    #expect(callbacks <= 2 * 300 + 10, "\(callbacks) callbacks for 300 clients")
    #expect(harness.service.server.connectionCount == 300)
    try expectServed(harness, hostile: 300)
  }

  @Test("C.5 past the limit of connections a client is told, and the others stay")
  func connectionLimit() throws {
    var limits = ServiceLimits()
    limits.varlink.connections = 3
    let harness = try ServiceHarness(limits: limits)
    let clients = try (0..<4).map { _ in try harness.client() }
    try harness.run()
    let reply = try clients[3].message()
    #expect(reply.error == "io.keyguide.Service.LimitExceeded")
    #expect(reply.parameters["limit"] as? String == "connections")
    clients[0].call(getInfo)
    try harness.run()
    #expect(try clients[0].message().error == nil)
  }

  @Test("a client that is turned away before it has called still learns why")
  func turnedAway() throws {
    var limits = ServiceLimits()
    limits.varlink.connections = 0
    let harness = try ServiceHarness(limits: limits)
    let client = try VarlinkClient(path: harness.path)
    try harness.run()
    let error = #expect(throws: ClientError.self) { try client.call("org.varlink.service.GetInfo") }
    guard case .refused(let name, _) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(name == "io.keyguide.Service.LimitExceeded")
  }

  @Test("a half-closed client still gets its stream")
  func halfClosed() throws {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(#"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#)
    client.shutdownSending()
    #expect(try harness.run() < 20, "the loop spins on the closed half")
    harness.plug("a")
    #expect(try client.messages().count == 2)
  }
}
