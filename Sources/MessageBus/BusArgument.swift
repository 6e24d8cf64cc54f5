import CSystemd

/// An argument of a call over the bus, of one of the types that we send.
public nonisolated enum BusArgument: Equatable, Sendable {
  case string(String)
  case boolean(Bool)

  /// Puts it at the end of a message.
  func append(to message: OpaquePointer?) throws(BusError) {
    switch self {
    case .string(let text):
      let result = text.withCString { sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), $0) }
      try BusError.check(result, "write a message")
    case .boolean(let value):
      var number: Int32 = value ? 1 : 0
      try BusError.check(sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &number), "write a message")
    }
  }
}
