import KeyguideAPI
import KeyguideSettings
import KeyguideClient
import Testing

@testable import KeyguideService

/// The reducer, the wait before another connection, and what is kept for it: values all of them.
@Suite struct SeatStateTests {
  private func reply(
    _ seq: Int, epoch: String = "e", missed: Int? = nil, snapshot: Bool = false, resync: Bool = false,
    _ parts: SeatParts = SeatParts()
  ) -> MonitorReply {
    MonitorReply(
      epoch: epoch, seq: seq, missed: missed, snapshot: snapshot, resync: resync, seat: "seat0", parts: parts)
  }

  private let full = SeatParts(hardware: .init(), focus: .init(textView: true))

  @Test("C.1 snapshots, changes, changes that stand for several, and resynchronisations make one state")
  func reduces() throws {
    var state = SeatState()
    try state.apply(reply(7, snapshot: true, full))
    #expect(state.parts == full && state.position == StreamPosition(epoch: "e", seq: 7))
    try state.apply(reply(8, SeatParts(hardware: .attached())))
    #expect(state.parts.hardware == .attached() && state.parts.focus == full.focus)
    try state.apply(reply(12, missed: 3, SeatParts(focus: .init(textView: false))))
    #expect(state.parts == SeatParts(hardware: .attached(), focus: .init(textView: false)) && state.missed == 3)
    try state.apply(reply(2, epoch: "f", snapshot: true, resync: true, SeatParts(hardware: .init())))
    #expect(state.parts == SeatParts(hardware: .init()), "a snapshot leaves nothing of what was")
    #expect(state.position == StreamPosition(epoch: "f", seq: 2))
  }

  @Test("C.2 a gap, a repetition, another epoch and a change without a snapshot are found, and change nothing")
  func breaks() throws {
    var state = SeatState()
    let first = #expect(throws: StreamBreak.self) { try state.apply(reply(1, full)) }
    #expect(first == .changeOfUnknownState(StreamPosition(epoch: "e", seq: 1)))
    try state.apply(reply(7, snapshot: true, full))
    let before = state
    for (wrong, expected) in [
      (reply(9), StreamBreak.gap(expected: 8, found: 9)), (reply(7), .gap(expected: 8, found: 7)),
      (reply(9, missed: 2), .gap(expected: 10, found: 9)),
      (reply(0, missed: .max), .gap(expected: 8 &+ .max, found: 0)),
      (reply(8, epoch: "f"), .changeOfUnknownState(StreamPosition(epoch: "f", seq: 8))),
    ] {
      #expect(throws: expected) { try state.apply(wrong) }
      #expect(state == before)
    }
  }

  @Test("the wait before another connection grows, has a limit, and is never the same for all")
  func backoff() {
    var generator = SystemRandomNumberGenerator()
    var even = Backoff(first: .milliseconds(100), longest: .seconds(1), jitter: 0)
    let waits = (0..<6).map { _ in even.next(using: &generator) }
    #expect(waits == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
    even.reset()
    #expect(even.next(using: &generator) == .milliseconds(100))
    var uneven = Backoff(first: .seconds(1), longest: .seconds(1), jitter: 0.5)
    let spread = (0..<100).map { _ in uneven.next(using: &generator) }
    #expect(spread.allSatisfy { $0 >= .milliseconds(499) && $0 <= .seconds(1) })
    #expect(Set(spread).count > 50)
  }

  @Test("what is kept of changes is bounded by count and by bytes, and has no gap")
  func history() {
    var limits = HistoryLimits()
    limits.changes = 3
    limits.bytes = 20
    var history = SeatHistory(limits: limits)
    #expect(history.change(after: 0) == nil)
    for seq in 2...6 { history.append([UInt8(seq)], seq: seq) }
    #expect((0...7).map { history.change(after: $0) } == [nil, nil, nil, [4], [5], [6], nil, nil])
    history.append([UInt8](repeating: 7, count: 19), seq: 7)
    #expect(history.change(after: 5) == [6] && history.change(after: 4) == nil && history.bytes == 20)
    history.append([UInt8](repeating: 8, count: 21), seq: 8)
    #expect(history.change(after: 7) == nil && history.bytes == 0, "one that is too large alone is not kept")
    history.append([9], seq: 9)
    #expect(history.change(after: 8) == [9] && history.change(after: 7) == nil)
    #expect(history.change(after: .min) == nil && history.change(after: .max) == nil)
  }
}
