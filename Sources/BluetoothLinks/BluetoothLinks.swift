import EventLoop
import MessageBus

/// Which Bluetooth devices are connected, as BlueZ says on the system bus; everything is unknown where there is no BlueZ.
public final class BluetoothLinks {
  /// Whether each device that BlueZ knows is connected, by its address in lower case ("a0:b1:c2:d3:e4:f5").
  ///
  /// Addresses are private: they belong in no log.
  public private(set) var connected: [String: Bool] = [:]

  private let loop: EventLoop
  private let address: String
  private let log: (String) -> Void
  private let onChange: () -> Void

  private var session: BluezSession?
  private var connectedSince: UInt64?
  private var retry: TimerSource?
  private var retryPlan = RetryPlan()
  /// That the bus is gone was said, and not yet that it is back.
  private var isOutageSaid = false
  private var complaints: Set<BluezSession.Complaint> = []

  /// Starts to ask; nothing is known yet, and there need be no bus.
  ///
  /// `onChange` is called on the loop whenever `connected` has changed, `log` with what an operator should know. The
  /// bus is where `DBUS_SYSTEM_BUS_ADDRESS` says, or in its usual place.
  public convenience init(
    loop: EventLoop, log: @escaping (String) -> Void, onChange: @escaping () -> Void
  ) throws(BusError) {
    try self.init(loop: loop, address: BusConnection.systemAddress, log: log, onChange: onChange)
  }

  init(
    loop: EventLoop, address: String, log: @escaping (String) -> Void, onChange: @escaping () -> Void
  ) throws(BusError) {
    self.loop = loop
    self.address = address
    self.log = log
    self.onChange = onChange
    do {
      retry = try loop.timer(priority: .background) { [weak self] in self?.connect() }
    } catch {
      throw BusError(error)
    }
    connect()
  }

  private func connect() {
    do {
      session = try BluezSession(address: address, loop: loop) { [weak self] event in self?.handle(event) }
    } catch {
      lose("the system bus cannot be used (\(error))")
    }
  }

  private func handle(_ event: BluezSession.Event) {
    switch event {
    case .connected:
      connectedSince = loop.now
      guard isOutageSaid else { return }
      isOutageSaid = false
      log("Bluetooth: the system bus is back")
    case .disconnected: lose("the system bus is gone")
    case .devices(let devices): publish(devices.connected)
    case .complaint(let complaint): say(complaint)
    }
  }

  /// Ends the connection and plans the next one.
  private func lose(_ reason: String) {
    session = nil
    let delay = retryPlan.delay(afterConnectionOf: connectedSince.map { loop.now - $0 } ?? 0)
    connectedSince = nil
    retry?.schedule(at: delay.map { loop.now + $0 })
    if !isOutageSaid {
      isOutageSaid = true
      log("Bluetooth: \(reason): which keyboards are connected is unknown")
    }
    if delay == nil { log("Bluetooth: the system bus has failed too often: not tried again") }
    publish([:])
  }

  private func publish(_ now: [String: Bool]) {
    guard now != connected else { return }
    connected = now
    onChange()
  }

  /// Once each: whoever causes them could go on for ever.
  private func say(_ complaint: BluezSession.Complaint) {
    guard complaints.insert(complaint).inserted else { return }
    switch complaint {
    case .malformedMessage: log("Bluetooth: BlueZ has sent a message that cannot be read; it is ignored")
    case .tooManyDevices: log("Bluetooth: BlueZ knows more than \(DeviceLinks.limit) devices; the others are ignored")
    case .noAnswer: log("Bluetooth: BlueZ does not say which devices it knows")
    }
  }
}
