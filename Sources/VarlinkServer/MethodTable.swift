import JSON
import Varlink

/// The interfaces of a service and their methods, with those of `org.varlink.service` built in.
public struct MethodTable {
  /// What a call costs, by its method and the bytes of its message: 1 is an ordinary call.
  public typealias Weigher = (_ method: Substring, _ bytes: Int) -> Int

  private var interfaces: [(interface: VarlinkInterface, methods: [String: VarlinkMethod], weigh: Weigher)] = []
  private let information: ServiceInformation

  public init(information: ServiceInformation) {
    self.information = information
    interfaces = [(VarlinkInterface.service, [:], { _, _ in 1 })]
  }

  /// Offers an interface; the methods are named without it, as in "Subscribe". Who calls what is heavy may call less often.
  public mutating func add(
    _ interface: VarlinkInterface, methods: [String: VarlinkMethod], weigh: @escaping Weigher = { _, _ in 1 }
  ) {
    interfaces.append((interface, methods, weigh))
  }

  /// What a call costs, whether or not it was right.
  func weight(of call: VarlinkCall, bytes: Int) -> Int {
    let name = call.interface
    guard let offered = interfaces.first(where: { $0.interface.name == name }) else { return 1 }
    return offered.weigh(call.method.dropFirst(name.count + 1), bytes)
  }

  /// Carries out a call; throws the error that the caller gets.
  func answer(_ call: VarlinkCall, from peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    guard !call.upgrade else { throw .invalidParameter("upgrade") }
    let name = call.interface
    guard !name.isEmpty else { throw .invalidParameter("method") }
    guard let offered = interfaces.first(where: { $0.interface.name == name }) else {
      throw .interfaceNotFound(String(name))
    }
    let method = String(call.method.dropFirst(name.count + 1))
    if name == VarlinkInterface.service.name { return try introspect(method, call) }
    guard let carryOut = offered.methods[method] else { throw .methodNotFound(call.method) }
    return try carryOut(call, peer)
  }

  private func introspect(_ method: String, _ call: VarlinkCall) throws(VarlinkError) -> VarlinkAnswer {
    switch method {
    case "GetInfo":
      try call.readParameters { (_, _) throws(JSONError) in }
      return .reply { [information, interfaces] writer in
        writer.member("vendor", information.vendor)
        writer.member("product", information.product)
        writer.member("version", information.version)
        writer.member("url", information.url)
        writer.member("interfaces", interfaces.map(\.interface.name))
      }
    case "GetInterfaceDescription":
      var wanted: String?
      try call.readParameters { (name, value) throws(JSONError) in
        if name == "interface" { wanted = try value.readString() }
      }
      guard let wanted else { throw .invalidParameter("interface") }
      guard let found = interfaces.first(where: { $0.interface.name == wanted }) else {
        throw .interfaceNotFound(wanted)
      }
      return .reply { $0.member("description", found.interface.description) }
    default:
      throw .methodNotFound(call.method)
    }
  }
}
