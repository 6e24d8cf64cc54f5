import CSystemd
import Glibc

/// A message is not what its sender documents; it is left unread from there on.
public nonisolated struct MalformedMessage: Error, Equatable {
  public init() {}
}

/// A message that was received, read from its start to its end; valid during the callback that brought it.
///
/// Every step names the type that it expects and is checked, as anybody on the bus can send us anything.
public struct BusMessage {
  private let message: OpaquePointer

  init(_ message: OpaquePointer) {
    self.message = message
  }

  /// Who sent it, as the bus says, not the sender: a unique name such as ":1.7", or "org.freedesktop.DBus" for the bus.
  public var sender: String? { sd_bus_message_get_sender(message).map { String(cString: $0) } }

  public var path: String? { Self.short(sd_bus_message_get_path(message)) }

  public var member: String? { Self.short(sd_bus_message_get_member(message)) }

  /// The error that a reply is, such as "org.freedesktop.DBus.Error.AccessDenied"; nil for a good one.
  public var errorName: String? { sd_bus_message_get_error(message)?.pointee.name.flatMap { Self.short($0) } }

  /// Nil if the string is longer than anything that we look for: it is not worth a copy, however long it is.
  public func readString() throws(MalformedMessage) -> String? {
    try readText(SD_BUS_TYPE_STRING)
  }

  public func readObjectPath() throws(MalformedMessage) -> String? {
    try readText(SD_BUS_TYPE_OBJECT_PATH)
  }

  public func readBool() throws(MalformedMessage) -> Bool {
    var value: Int32 = 0
    guard sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &value) > 0 else { throw MalformedMessage() }
    return value != 0
  }

  /// Reads over one value of that type.
  public func skip(_ type: String) throws(MalformedMessage) {
    guard sd_bus_message_skip(message, type) > 0 else { throw MalformedMessage() }
  }

  /// Enters a variant of that type and has `body` read what is in it.
  public func readVariant<Value>(
    _ type: String, _ body: () throws(MalformedMessage) -> Value
  ) throws(MalformedMessage) -> Value {
    guard try enter(SD_BUS_TYPE_VARIANT, type) else { throw MalformedMessage() }
    let value = try body()
    try leave()
    return value
  }

  /// Has `body` read every entry of a dictionary of that type, as in "sv", to its end.
  public func readDictionary(_ type: String, _ body: () throws(MalformedMessage) -> Void) throws(MalformedMessage) {
    guard try enter(SD_BUS_TYPE_ARRAY, "{\(type)}") else { throw MalformedMessage() }
    while try enter(SD_BUS_TYPE_DICT_ENTRY, type) {
      try body()
      try leave()
    }
    try leave()
  }

  /// Calls `body` for every string of an array, but for those that `readString` is nil for.
  public func readStrings(_ body: (String) -> Void) throws(MalformedMessage) {
    guard try enter(SD_BUS_TYPE_ARRAY, "s") else { throw MalformedMessage() }
    while sd_bus_message_at_end(message, 0) == 0 {
      guard let text = try readString() else { continue }
      body(text)
    }
    try leave()
  }

  /// False at the end of the array that is being read.
  private func enter(_ container: Int, _ type: String) throws(MalformedMessage) -> Bool {
    let result = sd_bus_message_enter_container(message, CChar(container), type)
    guard result >= 0 else { throw MalformedMessage() }
    return result > 0
  }

  private func leave() throws(MalformedMessage) {
    guard sd_bus_message_exit_container(message) >= 0 else { throw MalformedMessage() }
  }

  private func readText(_ type: Int) throws(MalformedMessage) -> String? {
    // It points into the message.
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, CChar(type), &text) > 0, let text else { throw MalformedMessage() }
    return Self.short(text)
  }

  /// 255 bytes are what the bus allows its own names; the paths of BlueZ have some 40.
  private static func short(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text, strnlen(text, 256) < 256 else { return nil }
    return String(cString: text)
  }
}
