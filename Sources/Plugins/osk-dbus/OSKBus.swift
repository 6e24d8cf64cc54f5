import EventLoop
import MessageBus

/// `sm.puri.OSK0` on the session bus, and who has that name.
final class OSKBus {
  enum Event {
    case input(DBusKeyboard.Input)
    /// The bus has ended.
    case disconnected
  }

  static let name = "sm.puri.OSK0"
  static let path = "/sm/puri/OSK0"
  private static let busName = "org.freedesktop.DBus"
  private static let local = "org.freedesktop.DBus.Local"
  private static let properties = "org.freedesktop.DBus.Properties"

  private let bus: BusConnection
  private let handler: (Event) -> Void
  private var subscriptions: [BusSlot] = []
  private var ownerQuestion: BusSlot?
  /// The newest call of each kind; an older one's reply is of no interest any more.
  private var setting: BusSlot?
  private var asking: BusSlot?
  /// The unique name of the keyboard: the only sender to be believed.
  private var owner: String?

  init(address: String, loop: EventLoop, handler: @escaping (Event) -> Void) throws(BusError) {
    self.handler = handler
    bus = try BusConnection(address: address, loop: loop)
    try subscribe("sender='\(Self.local)',path='/org/freedesktop/DBus/Local'") { [weak self] message in
      if message.sender == Self.local, message.member == "Disconnected" { self?.handler(.disconnected) }
    }
    try subscribe(
      "sender='\(Self.busName)',interface='\(Self.busName)',member='NameOwnerChanged',arg0='\(Self.name)'"
    ) { [weak self] message in
      guard message.sender == Self.busName, let change = try? message.readNameOwnerChanged(), change.name == Self.name
      else { return }
      self?.setOwner(change.owner)
    }
    try subscribe(
      "sender='\(Self.name)',path='\(Self.path)',interface='\(Self.properties)',member='PropertiesChanged',"
        + "arg0='\(Self.name)'"
    ) { [weak self] message in
      guard let self, owner != nil, message.sender == owner, let change = try? message.readVisibleChange() else {
        return
      }
      switch change {
      case .value(let isVisible): self.handler(.input(.visible(isVisible)))
      case .invalidated: askVisible()
      case .none: break
      }
    }
    // After the subscriptions, so that nothing can happen between the answer and the first signal.
    ownerQuestion = try bus.call(
      "GetNameOwner", of: Self.busName, at: "/org/freedesktop/DBus", destination: Self.busName,
      arguments: [.string(Self.name)]
    ) { [weak self] reply in
      self?.ownerQuestion = nil
      // An error says that nobody has it.
      self?.setOwner(reply.errorName == nil ? try? reply.readString() : nil)
    }
  }

  private func subscribe(_ rule: String, _ handler: @escaping (BusMessage) -> Void) throws(BusError) {
    subscriptions.append(try bus.subscribe(to: "type='signal'," + rule, handler: handler))
  }

  private func setOwner(_ newOwner: String?) {
    ownerQuestion = nil
    owner = newOwner?.isEmpty == false ? newOwner : nil
    (setting, asking) = (nil, nil)
    handler(.input(.owner(owner)))
  }

  /// Calls SetVisible; the reply is an input.
  func setVisible(_ isVisible: Bool) {
    guard let owner else { return }
    do throws(BusError) {
      setting = try bus.call(
        "SetVisible", of: Self.name, at: Self.path, destination: owner, arguments: [.boolean(isVisible)]
      ) { [weak self] reply in
        self?.setting = nil
        self?.handler(.input(.answered(error: reply.errorName)))
      }
    } catch {
      handler(.input(.answered(error: "\(error)")))
    }
  }

  /// Asks for the property `Visible`; the answer is an input.
  func askVisible() {
    guard let owner else { return }
    asking = try? bus.call(
      "Get", of: Self.properties, at: Self.path, destination: owner,
      arguments: [.string(Self.name), .string("Visible")]
    ) { [weak self] reply in
      self?.asking = nil
      guard reply.errorName == nil else { return }
      let isVisible = try? reply.readVariant("b") { () throws(MalformedMessage) in try reply.readBool() }
      if let isVisible { self?.handler(.input(.visible(isVisible))) }
    }
  }
}

/// What PropertiesChanged says of `Visible`.
private enum VisibleChange {
  case value(Bool)
  /// It has changed; to what must be asked for.
  case invalidated
  case none
}

extension BusMessage {
  /// PropertiesChanged, `sa{sv}as`.
  fileprivate func readVisibleChange() throws(MalformedMessage) -> VisibleChange {
    guard try readString() == OSKBus.name else { return .none }
    var change = VisibleChange.none
    try readDictionary("sv") { () throws(MalformedMessage) in
      if try readString() == "Visible" {
        change = .value(try readVariant("b") { () throws(MalformedMessage) in try readBool() })
      } else {
        try skip("v")
      }
    }
    try readStrings { if $0 == "Visible" { change = .invalidated } }
    return change
  }
}
