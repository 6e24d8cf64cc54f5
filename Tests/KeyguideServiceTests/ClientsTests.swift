import Foundation
import Glibc
import JSON
import KeyguideAPI
import Testing
import Varlink

@testable import KeyguideService
@testable import VarlinkServer

@Suite struct ClientsTests {
  private func clients(_ harness: ServiceHarness) throws -> ClientList {
    let asker = try harness.client()
    asker.call(#"{"method":"io.keyguide.Control.Clients"}"#)
    try harness.run()
    let message = try #require(try asker.messages().first)
    var reader = try VarlinkReply(message: Array(message.utf8)).reader
    return try ClientList(from: &reader)
  }

  @Test("C.7 the kernel says who a client is; what it reads and how far it lags is told")
  func streams() throws {
    let harness = try ServiceHarness()
    let slow = try harness.client()
    slow.call(#"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#)
    try harness.run()
    let window = try harness.client()
    window.call(#"{"method":"io.keyguide.Layout.Open","more":true}"#)
    let recorder = try harness.client()
    recorder.call(#"{"method":"io.keyguide.Control.Record","more":true}"#)
    try harness.run()
    for round in 0..<3000 {
      if round % 2 == 0 { harness.plug("a") } else { harness.unplug("a") }
    }
    let list = try clients(harness)
    #expect(list.clients.count == 1)
    let client = try #require(list.clients.first)
    #expect(client.uid == Int(getuid()) && client.pid == Int(getpid()))
    #expect(client.connections == 4, "the one that asks included")
    #expect(client.streams.map(\.kind) == [.monitor, .window, .recording])
    #expect(client.streams.map(\.window) == [nil, "w1", nil])
    let monitor = try #require(client.streams.first)
    #expect(monitor.seat == "seat0" && monitor.seq == 3001 && monitor.pending > 1000 && monitor.missed == 0)
    while !(try slow.messages().isEmpty) { try harness.run() }
    let caughtUp = try #require(try clients(harness).clients.first?.streams.first)
    #expect(caughtUp.pending == 0 && caughtUp.missed > 1000)
  }

  @Test("nobody but root is told of other users' clients")
  func privacy() {
    func client(_ user: UInt32, _ process: Int32) -> ConnectedClient {
      ConnectedClient(peer: Peer(processID: process, userID: user, groups: []), stream: nil)
    }
    let connected = [client(1000, 1), client(1001, 2), client(1000, 3), client(1000, 1)]
    func pids(_ user: UInt32) -> [[Int]] {
      let peer = Peer(processID: 9, userID: user, groups: [])
      return ClientReports.list(connected, for: peer).clients.map { [$0.pid, $0.connections] }
    }
    #expect(pids(1000) == [[1, 2], [3, 1]])
    #expect(pids(1001) == [[2, 1]])
    #expect(pids(1002) == [])
    #expect(pids(0) == [[1, 2], [2, 1], [3, 1]])
  }

  @Test("the list survives its way over the wire")
  func roundTrip() throws {
    let list = ClientList(clients: [
      .init(
        uid: 1000, pid: 7, connections: 2,
        streams: [
          .init(kind: .window, seat: "seat1", window: "w2", seq: 9, pending: 1, missed: 3),
          .init(kind: .monitor, seat: "seat0", seq: 1, pending: 0, missed: 0),
        ]), .init(uid: 0, pid: 1, connections: 1, streams: []),
    ])
    var writer = JSONWriter()
    writer.object { list.encodeMembers(to: &$0) }
    var reader = JSONReader(writer.bytes)
    #expect(try ClientList(from: &reader) == list)
  }
}
