import JSON
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import SeatReplay
import VarlinkServer

/// One reader of `io.keyguide.Control.Record`: the inputs of a seat, as lines of a recording.
final class RecorderStream: VarlinkStream {
  private enum Line {
    case header(RecordingHeader)
    case input(RecordedInput)
  }

  /// Lines that wait for a slow reader; with one more the recording begins anew.
  private static let mostLines = 4096

  private let session: SeatSession
  private weak var outlet: (any StreamOutlet)?
  private var lines: [Line] = []
  /// The number of the last line that was sent, and how many were left out since then, and before.
  private var deliveredSeq = 0
  private var leftOut = 0
  private var missed = 0
  private var next = 0
  private var start: UInt64 = 0
  private var hasFallenBehind = false
  private var names = RecordedNames()

  /// Whether the recording begins anew although its reader knows of no reason.
  private var isResync: Bool

  /// A recording from now on, or one that a former process sent up to a line.
  init(session: SeatSession, resumedAt position: Int? = nil) {
    self.session = session
    deliveredSeq = position ?? 0
    isResync = position != nil
  }

  var position: Int { deliveredSeq }

  var hasNews: Bool { next < lines.count || hasFallenBehind }

  func encodeNext(to writer: inout JSONWriter) -> Bool {
    if next == lines.count, hasFallenBehind { session.restart(self) }
    deliveredSeq += leftOut + 1
    writer.member("epoch", session.epoch)
    writer.member("seq", deliveredSeq)
    if leftOut > 0 { writer.member("missed", leftOut) }
    if isResync { writer.member("resync", true) }
    isResync = false
    missed += leftOut
    leftOut = 0
    writer.key("line")
    switch lines[next] {
    case .header(let header): header.encode(to: &writer)
    case .input(let input): input.encode(to: &writer)
    }
    next += 1
    if next == lines.count { (lines, next) = ([], 0) }
    return true
  }

  func attach(to outlet: any StreamOutlet) {
    self.outlet = outlet
    session.add(self)
  }

  func detach() {
    session.remove(self)
  }

  /// Begins the recording with the seat as it is. The connection is about to pull, so it need not be told.
  func begin(_ seat: Seat, at now: UInt64) {
    start = now
    hasFallenBehind = false
    names = RecordedNames()
    lines = [.header(RecordingHeader(configuration: seat.configuration))]
    lines += seat.facts.map { .input(RecordedInput(time: 0, input: names.replace(in: $0))) }
    next = 0
  }

  /// Takes inputs that are about to be applied together.
  func take(_ inputs: some Collection<SeatInput>, at now: UInt64) {
    guard !hasFallenBehind else {
      leftOut += inputs.count
      return
    }
    guard lines.count - next + inputs.count <= Self.mostLines else {
      // What was not read is worth nothing without the rest.
      leftOut += lines.count - next + inputs.count
      (lines, next, hasFallenBehind) = ([], 0, true)
      return
    }
    let time = Int(clamping: now > start ? now - start : 0)
    var left = inputs.count
    for input in inputs {
      left -= 1
      lines.append(.input(RecordedInput(time: time, input: names.replace(in: input), continues: left > 0)))
    }
    outlet?.streamHasNews()
  }
}

extension RecorderStream: GuardedStream {
  var need: (right: AccessRight, seat: String?) { (.administer, session.name) }
}

extension RecorderStream: ReportedStream {
  var report: ClientList.Stream {
    let pending = lines.count - next
    return ClientList.Stream(
      kind: .recording, seat: session.name, seq: deliveredSeq + leftOut + pending, pending: pending + leftOut,
      missed: missed)
  }
}
