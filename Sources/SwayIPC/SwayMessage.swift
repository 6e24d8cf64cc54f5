/// One message of the i3 IPC protocol, from the compositor or to it (i3's `docs/ipc`, sway-ipc(7)).
public struct SwayMessage: Equatable, Sendable {
  /// What a message is; a reply has the number of its request, an event the highest bit set.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    public static let subscribe = Kind(rawValue: 2)
    public static let getTree = Kind(rawValue: 4)

    /// Whether the compositor sends it without being asked.
    public var isEvent: Bool { rawValue & 0x8000_0000 != 0 }
  }

  public var kind: Kind
  /// JSON, as the compositor wrote it; not looked at here.
  public var payload: [UInt8]

  public init(_ kind: Kind, payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  static let magic = Array("i3-ipc".utf8)
  static let headerSize = magic.count + 8

  /// As it goes over the socket: the two numbers in the machine's byte order.
  public var bytes: [UInt8] {
    var bytes = Self.magic
    withUnsafeBytes(of: UInt32(payload.count)) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: kind.rawValue) { bytes.append(contentsOf: $0) }
    return bytes + payload
  }
}

/// What is no message of the protocol; nothing behind it can be understood.
public enum SwayProtocolError: Error, Equatable, CustomStringConvertible {
  /// It does not begin as every message does.
  case noMessage
  /// It says that it is longer than what is taken.
  case tooLong(limit: Int)

  public var description: String {
    switch self {
    case .noMessage: "the socket speaks another protocol than i3's"
    case .tooLong(let limit): "a message of the compositor has more than \(limit) bytes"
    }
  }
}
