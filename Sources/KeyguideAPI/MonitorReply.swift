import JSON

/// One reply of `io.keyguide.Monitor.Subscribe`.
public struct MonitorReply: Equatable, Sendable, JSONDecodable {
  /// Names the life of the daemon's state.
  public var epoch: String
  /// The number of this state of the seat.
  public var seq: Int
  /// How many states were passed over; nil for none.
  public var missed: Int?
  /// Whether every part is there.
  public var snapshot: Bool
  /// Whether this snapshot stands for states after `since` that are not known any more.
  public var resync: Bool
  public var seat: String
  public var parts: SeatParts

  public init(
    epoch: String, seq: Int, missed: Int? = nil, snapshot: Bool, resync: Bool = false, seat: String, parts: SeatParts
  ) {
    self.epoch = epoch
    self.seq = seq
    self.missed = missed
    self.snapshot = snapshot
    self.resync = resync
    self.seat = seat
    self.parts = parts
  }

  /// Writes the reply's parameters, as members of the object that is being written.
  public func encodeMembers(to writer: inout JSONWriter) {
    writer.member("epoch", epoch)
    writer.member("seq", seq)
    writer.member("missed", missed)
    writer.member("snapshot", snapshot)
    if resync { writer.member("resync", true) }
    writer.member("seat", seat)
    parts.encodeMembers(to: &writer)
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var epoch: String?
    var seq: Int?
    var missed: Int?
    var snapshot: Bool?
    var resync = false
    var seat: String?
    var parts = SeatParts()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "epoch": epoch = try value.read()
      case "seq": seq = try value.read()
      case "missed": missed = try value.readOptional()
      case "snapshot": snapshot = try value.read()
      case "resync": resync = try value.readOptional() ?? false
      case "seat": seat = try value.read()
      default: try parts.decodeMember(name, &value)
      }
    }
    self.init(
      epoch: try epoch.required("epoch", in: reader), seq: try seq.required("seq", in: reader), missed: missed,
      snapshot: try snapshot.required("snapshot", in: reader), resync: resync,
      seat: try seat.required("seat", in: reader), parts: parts)
  }
}
