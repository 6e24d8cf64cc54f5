import EventLoop
import MessageBus

/// BlueZ over one connection: asks for its devices and follows their changes, whoever owns its name.
final class BluezSession {
  /// What there is to tell.
  enum Event {
    /// The bus has let us in.
    case connected
    /// The connection is over, or could not be made; nothing follows.
    case disconnected
    case devices(DeviceLinks)
    case complaint(Complaint)
  }

  /// What an operator should know, though nothing can be done about it here.
  enum Complaint: Hashable {
    case malformedMessage
    case tooManyDevices
    case noAnswer
  }

  private static let name = "org.bluez"
  private static let busName = "org.freedesktop.DBus"
  private static let objectManager = "org.freedesktop.DBus.ObjectManager"
  private static let local = "org.freedesktop.DBus.Local"

  private let bus: BusConnection
  private let handler: (Event) -> Void
  private var subscriptions: [BusSlot] = []
  private var question: BusSlot?
  /// The unique name of BlueZ, once we know it: the only sender to be believed.
  private var owner: String?
  private var devices = DeviceLinks()

  init(address: String, loop: EventLoop, handler: @escaping (Event) -> Void) throws(BusError) {
    self.handler = handler
    bus = try BusConnection(address: address, loop: loop)
    try subscribe("sender='\(Self.local)',path='/org/freedesktop/DBus/Local'", BluezSession.connectionChanged)
    try subscribe(
      "sender='\(Self.busName)',interface='\(Self.busName)',member='NameOwnerChanged',arg0='\(Self.name)'",
      BluezSession.ownerChanged)
    try subscribe(
      "sender='\(Self.name)',path='/',interface='\(Self.objectManager)',member='InterfacesAdded'",
      BluezSession.interfacesAdded)
    try subscribe(
      "sender='\(Self.name)',path='/',interface='\(Self.objectManager)',member='InterfacesRemoved'",
      BluezSession.interfacesRemoved)
    try subscribe(
      "sender='\(Self.name)',path_namespace='/org/bluez',interface='org.freedesktop.DBus.Properties',"
        + "member='PropertiesChanged',arg0='\(deviceInterface)'",
      BluezSession.propertiesChanged)
    // After the subscriptions, so that nothing can happen between the answer and the first signal.
    try ask()
  }

  private func subscribe(_ rule: String, _ reader: @escaping Reader) throws(BusError) {
    let subscription = try bus.subscribe(to: "type='signal'," + rule) { [weak self] in self?.read($0, reader) }
    subscriptions.append(subscription)
  }

  private func ask() throws(BusError) {
    question = try bus.call("GetManagedObjects", of: Self.objectManager, at: "/", destination: Self.name) {
      [weak self] in self?.read($0, BluezSession.answered)
    }
  }

  /// A method of this class that reads one kind of message.
  private typealias Reader = (BluezSession) -> (BusMessage) throws(MalformedMessage) -> Void

  private func read(_ message: BusMessage, _ reader: Reader) {
    do {
      try reader(self)(message)
    } catch {
      handler(.complaint(.malformedMessage))
    }
  }

  private func connectionChanged(_ message: BusMessage) {
    guard message.sender == Self.local else { return }
    switch message.member {
    case "Connected": handler(.connected)
    case "Disconnected": handler(.disconnected)
    default: break
    }
  }

  private func ownerChanged(_ message: BusMessage) throws(MalformedMessage) {
    guard message.sender == Self.busName else { return }
    let (name, newOwner) = try message.readNameOwnerChanged()
    guard name == Self.name else { return }
    owner = newOwner?.isEmpty == false ? newOwner : nil
    question = nil
    update { $0 = DeviceLinks() }
    guard owner != nil else { return }
    do {
      try ask()
    } catch {
      handler(.complaint(.noAnswer))
    }
  }

  private func answered(_ message: BusMessage) throws(MalformedMessage) {
    question = nil
    // The bus answers itself where nobody owns the name: then there is nothing to know.
    let isFromService = message.sender?.hasPrefix(":") == true
    if isFromService { owner = message.sender }
    if let error = message.errorName {
      if isFromService || error == "org.freedesktop.DBus.Error.AccessDenied" { handler(.complaint(.noAnswer)) }
      return
    }
    let answer = try message.readManagedObjects()
    update { $0 = answer }
  }

  private func interfacesAdded(_ message: BusMessage) throws(MalformedMessage) {
    guard isFromOwner(message), let (path, device) = try message.readInterfacesAdded() else { return }
    update { $0.add(path, device) }
  }

  private func interfacesRemoved(_ message: BusMessage) throws(MalformedMessage) {
    guard isFromOwner(message), let path = try message.readInterfacesRemoved() else { return }
    update { $0.remove(path) }
  }

  private func propertiesChanged(_ message: BusMessage) throws(MalformedMessage) {
    guard isFromOwner(message), let path = message.path, let device = try message.readPropertiesChanged() else {
      return
    }
    update { $0.change(path, device) }
  }

  /// What comes before the first answer is in that answer as well: BlueZ's messages arrive in their order.
  private func isFromOwner(_ message: BusMessage) -> Bool {
    owner != nil && message.sender == owner
  }

  private func update(_ change: (inout DeviceLinks) -> Void) {
    let before = devices
    change(&devices)
    guard devices != before else { return }
    handler(.devices(devices))
    if devices.isOverflowing && !before.isOverflowing { handler(.complaint(.tooManyDevices)) }
  }
}
