import CSystemd

extension EventLoop {
  /// Has the loop drive a connection of sd-bus until that is closed (sd_bus_attach_event(3)).
  public func attach(bus: OpaquePointer, priority: Priority) throws(EventLoopError) {
    try EventLoopError.check(sd_bus_attach_event(bus, event, Int32(priority.rawValue)), "attach a bus connection")
  }
}
