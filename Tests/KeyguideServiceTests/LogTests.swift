import EventLoop
import Foundation
import Testing

@testable import ServiceLog

@Suite struct LogTests {
  @Test("the journal gets a message with its MESSAGE_ID, and what programs want to know of it")
  func fields() throws {
    var entries: [LogEntry] = []
    let log = Log(program: "keyguided", now: { 0 }) { entries.append($0) }
    log(.seatNotServed, "two\nlines", ["KEYGUIDE_SEAT": "seat1"])
    #expect(
      try #require(entries.first).journalFields == [
        "MESSAGE=two\nlines", "PRIORITY=3", "MESSAGE_ID=\(LogEvent.seatNotServed.rawValue)",
        "SYSLOG_IDENTIFIER=keyguided", "KEYGUIDE_SEAT=seat1",
      ])
  }

  @Test("what a client or device causes without end is told a few times, and later how often it was left out")
  func limit() {
    var now: UInt64 = 5
    var messages: [String] = []
    let log = Log(program: "keyguided", now: { now }) { messages.append($0.message) }
    for _ in 0..<1000 { log(.deviceUnusable, "it broke") }
    #expect(messages.count == Log.limit.burst)
    log(.clientsTurnedAway, "another kind")
    #expect(messages.last == "another kind")
    now += Log.limit.interval
    for _ in 0..<10 { log(.deviceUnusable, "it broke") }
    #expect(messages.count == Log.limit.burst + 2)
    #expect(messages.last == "it broke (\(1000 - Log.limit.burst) more like this were left out)")
  }

  @Test("a turn comes back after each interval, and no more than the burst is saved up")
  func rate() {
    var rate = TokenBucket(interval: 10, burst: 2)
    #expect(rate.take(at: 100) == nil && rate.take(at: 100) == nil)
    #expect(rate.take(at: 103) == 110)
    #expect(rate.take(at: 109) == 110)
    #expect(rate.take(at: 110) == nil)
    #expect(rate.take(at: 111) == 120)
    #expect(rate.take(at: 1000) == nil && rate.take(at: 1000) == nil)
    #expect(rate.take(at: 1000) == 1010)
    #expect(rate.take(at: 900) != nil, "a clock that went back gives nothing away")
  }

  @Test("every MESSAGE_ID is in the catalog, and the catalog has no other one")
  func catalog() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../systemd/keyguide.catalog")
    let entries = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n-- ").dropFirst()
    let ids = entries.map { String($0.prefix { $0 != "\n" }) }
    #expect(ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    #expect(Set(ids).count == ids.count)
    #expect(Set(ids) == Set(LogEvent.allCases.map(\.rawValue)))
    for entry in entries {
      let parts = entry.components(separatedBy: "\n\n")
      #expect(parts[0].contains("\nSubject: ") && parts[0].contains("\nDefined-By: Keyguide"), "\(parts[0])")
      #expect(parts.count > 1 && !parts[1].isEmpty)
    }
  }
}
