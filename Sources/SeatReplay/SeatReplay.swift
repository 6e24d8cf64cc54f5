import JSON
import KeyboardGuide
import KeyguideAPI

/// Runs the seat alone on recorded inputs: no clock, no device, no socket, so that it says the same anywhere.
public struct SeatReplay {
  /// A message that the input brought, as a subscriber gets it.
  public enum Message: Equatable, Sendable {
    case seat(MonitorReply)
    /// What a provider is asked for; each request takes the former one's place (R64, R68).
    case softwareKeyboardWanted(request: Int, SoftwareKeyboardWish?)
    case window(LayoutReply)
  }

  public private(set) var seat: Seat
  private var parts: SeatParts
  private var seq = 0
  private var requests = 0
  private var windows: [WindowID: LayoutReply] = [:]
  /// Inputs that came together with one that is still to come.
  private var unfinished: [SeatInput] = []
  private var hasBegun = false

  public init(_ header: RecordingHeader) {
    seat = Seat(configuration: header.configuration)
    parts = SeatParts()
  }

  /// Takes one input at its time. Deadlines that lie before it come first, each at its own time.
  public mutating func take(_ recorded: RecordedInput) -> [Message] {
    if recorded.continues {
      unfinished.append(recorded.input)
      return []
    }
    var messages = begin()
    let now = Instant(microseconds: UInt64(recorded.time))
    while let deadline = seat.deadline, deadline <= now { messages += apply([.deadlineReached], at: deadline) }
    // The seat has had its deadlines; one that was recorded came a little later than it was due.
    if recorded.input == .deadlineReached { return messages }
    defer { unfinished = [] }
    return messages + apply(unfinished + [recorded.input], at: now)
  }

  /// Lets everything that is under way come to its end.
  public mutating func settle() -> [Message] {
    var messages = begin()
    while let deadline = seat.deadline { messages += apply([.deadlineReached], at: deadline) }
    return messages
  }

  /// The whole state comes first, once.
  private mutating func begin() -> [Message] {
    if hasBegun { return [] }
    hasBegun = true
    return [seatMessage()]
  }

  private mutating func apply(_ inputs: [SeatInput], at now: Instant) -> [Message] {
    seat.apply(inputs, at: now).compactMap { change in
      switch change {
      case .seat: return seatMessage()
      case .softwareKeyboardWanted(let wish):
        requests += 1
        return .softwareKeyboardWanted(request: requests, wish)
      case .window(let id, let notifications):
        guard let guide = seat.guide(of: id) else { return nil }
        let reply = LayoutReply(
          of: seat, id, guide, notifications: notifications, epoch: "replay", seq: (windows[id]?.seq ?? 0) + 1,
          after: windows[id])
        windows[id] = reply
        return .window(reply)
      }
    }
  }

  private mutating func seatMessage() -> Message {
    let former = parts
    parts = SeatParts(of: seat, source: .init(kind: .recording, description: "a recording"))
    seq += 1
    return .seat(
      MonitorReply(
        epoch: "replay", seq: seq, snapshot: seq == 1, seat: "seat0", parts: parts.difference(from: former)))
  }
}

extension SeatReplay.Message: JSONEncodable {
  /// Writes `{"seat": {…}}`, `{"window": {…}}` or `{"softwareKeyboardWanted": {"request": 1, "form": "docked"}}`.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .seat(let reply):
        writer.key("seat")
        writer.object { reply.encodeMembers(to: &$0) }
      case .softwareKeyboardWanted(let request, let wish):
        writer.key("softwareKeyboardWanted")
        writer.object { writer in
          writer.member("request", request)
          writer.member("form", (wish?.form ?? .none).rawValue)
          writer.member("language", wish?.language)
        }
      case .window(let reply):
        writer.key("window")
        writer.object { reply.encodeMembers(to: &$0) }
      }
    }
  }
}

extension SeatRecording {
  /// Every message that the recording brings, one JSON object each; expectations are left out.
  public func replayedLines() -> [String] {
    var replay = SeatReplay(header)
    var messages: [SeatReplay.Message] = []
    for (_, step) in steps { if case .input(let input) = step { messages += replay.take(input) } }
    messages += replay.settle()
    return messages.map { message in
      var writer = JSONWriter()
      message.encode(to: &writer)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }
}
