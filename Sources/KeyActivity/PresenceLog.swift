import JSON

/// Whether a keyboard was there, from a time in microseconds on.
public struct PresenceChange: Equatable, Sendable, JSONEncodable {
  public var time: Int
  public var isPresent: Bool

  public init(time: Int, isPresent: Bool) {
    self.time = time
    self.isPresent = isPresent
  }

  /// Writes `[4001500, false]`.
  public func encode(to writer: inout JSONWriter) {
    writer.array { writer in
      writer.value(time)
      writer.value(isPresent)
    }
  }
}

/// The changes of presence; what lasts no time at all is left out.
struct PresenceLog: Equatable {
  private(set) var changes: [PresenceChange] = []

  mutating func note(_ isPresent: Bool, at time: Int) {
    guard changes.last?.isPresent != isPresent else { return }
    if changes.last?.time == time { changes.removeLast() }
    if changes.last?.isPresent != isPresent { changes.append(PresenceChange(time: time, isPresent: isPresent)) }
  }
}
