import CSystemd
import EventLoop
import Glibc

/// One connection to a message bus, on the loop; nothing here ever waits for the bus.
public final class BusConnection {
  /// Where the system's bus is (D-Bus specification, "System message bus").
  public static var systemAddress: String {
    getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// Where the session's bus is, as sd_bus_open_user(3) finds it; nil without a session.
  public static var sessionAddress: String? {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
    return getenv("XDG_RUNTIME_DIR").map { "unix:path=\(String(cString: $0))/bus" }
  }

  // Only the main thread touches it; a deinit cannot be told so.
  nonisolated(unsafe) private let bus: OpaquePointer

  /// Starts to connect, or to wait for a bus if there is none yet: then inotify tells of its socket, without polling.
  public init(address: String, loop: EventLoop) throws(BusError) {
    var bus: OpaquePointer?
    try BusError.check(sd_bus_new(&bus), "create a bus connection")
    guard let bus else { throw BusError(operation: "create a bus connection", code: ENOMEM) }
    self.bus = bus
    try BusError.check(sd_bus_set_address(bus, address), "use the address of the bus")
    try BusError.check(sd_bus_set_bus_client(bus, 1), "be a client of the bus")
    try BusError.check(sd_bus_set_watch_bind(bus, 1), "wait for the bus")
    try BusError.check(sd_bus_set_connected_signal(bus, 1), "hear of the connection")
    // Nobody can fill our descriptors with theirs.
    try BusError.check(sd_bus_negotiate_fds(bus, 0), "refuse descriptors")
    // The loop would flush the connection at its end, and wait for the bus to read.
    try BusError.check(sd_bus_set_close_on_exit(bus, 0), "keep the loop's end short")
    try BusError.check(sd_bus_start(bus), "connect to the bus")
    do {
      // Anybody may send us signals: they must not go before the loop's own work.
      try loop.attach(bus: bus, priority: .clients)
    } catch {
      throw BusError(error)
    }
  }

  deinit {
    // Not flushed: that would wait for the bus, and nothing of ours in the queue matters to anybody.
    sd_bus_close_unref(bus)
  }

  /// Calls the handler for every signal that the rule matches. A bus that refuses the rule ends the connection.
  ///
  /// The rule's sender is the bus's to check, and it does so for broadcasts alone: handlers must look at it themselves.
  public func subscribe(to rule: String, handler: @escaping (BusMessage) -> Void) throws(BusError) -> BusSlot {
    let subscription = BusSlot(handler: handler)
    var slot: OpaquePointer?
    try BusError.check(
      sd_bus_add_match_async(bus, &slot, rule, BusSlot.dispatch, nil, subscription.context), "subscribe to signals")
    subscription.adopt(slot)
    return subscription
  }

  /// Calls a method, and the handler with its reply, good or bad. It never starts the service.
  public func call(
    _ member: String, of interface: String, at path: String, destination: String, arguments: [BusArgument] = [],
    handler: @escaping (BusMessage) -> Void
  ) throws(BusError) -> BusSlot {
    let call = BusSlot(handler: handler)
    var message: OpaquePointer?
    defer { sd_bus_message_unref(message) }
    try BusError.check(
      sd_bus_message_new_method_call(bus, &message, destination, path, interface, member), "create a message")
    try BusError.check(sd_bus_message_set_auto_start(message, 0), "create a message")
    for argument in arguments { try argument.append(to: message) }
    var slot: OpaquePointer?
    // No time limit: the bus itself answers when the service goes, and a late answer is better than none.
    try BusError.check(
      sd_bus_call_async(bus, &slot, message, BusSlot.dispatch, call.context, UInt64.max), "send a message")
    call.adopt(slot)
    return call
  }
}
