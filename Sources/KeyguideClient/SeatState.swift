import KeyguideAPI

/// A stream whose numbers do not follow each other: what was lost cannot be known, so the state must be asked for anew.
public enum StreamBreak: Error, Equatable, Sendable, CustomStringConvertible {
  /// A change came before the whole state, or of another epoch than that.
  case changeOfUnknownState(StreamPosition)
  /// The state with this number should have come, and not the other one.
  case gap(expected: Int, found: Int)

  public var description: String {
    switch self {
    case .changeOfUnknownState(let position):
      "change \(position.seq) of epoch \(position.epoch) came, but not the state before it; subscribe anew"
    case .gap(let expected, let found):
      "state \(found) came where \(expected) was due; subscribe anew"
    }
  }
}

/// The reducer: a seat's state as the replies of `io.keyguide.Monitor.Subscribe` make it, one after the other.
///
/// A pure value, for every client and for the daemon's own tests. A snapshot, with or without `resync`, is the new
/// state; a change replaces the parts that it has, also where it stands for several that were missed.
public struct SeatState: Equatable, Sendable {
  /// What is known of the seat; every part after the first snapshot.
  public private(set) var parts = SeatParts()
  /// Where the stream stands: what `since` is to be when it goes on. nil before the first snapshot.
  public private(set) var position: StreamPosition?
  /// How many states were passed over so far.
  public private(set) var missed = 0

  public init() {}

  /// Takes the next reply. An error changes nothing.
  public mutating func apply(_ reply: MonitorReply) throws(StreamBreak) {
    let next = StreamPosition(epoch: reply.epoch, seq: reply.seq)
    if !reply.snapshot {
      guard let position, position.epoch == reply.epoch else { throw .changeOfUnknownState(next) }
      // Wrapping: numbers are the other side's, and no reason to end a program.
      let expected = position.seq &+ 1 &+ (reply.missed ?? 0)
      guard reply.seq == expected else { throw .gap(expected: expected, found: reply.seq) }
    }
    if reply.snapshot { parts = SeatParts() }
    parts.apply(reply.parts)
    position = next
    missed &+= reply.missed ?? 0
  }
}
