/// Names a value that one process leaves to the next: what it is, and of whom.
public struct HandoverKey: Hashable, Sendable {
  let rawValue: UInt64

  /// The value of that kind of the object with that number; each user of a handover has kinds of its own.
  public init(kind: UInt8, number: UInt32 = 0) {
    rawValue = UInt64(kind) << 32 | UInt64(number)
  }

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// What it is.
  public var kind: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 32) }
  /// Whose it is.
  public var number: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
}
