import KeyboardGuide
import KeyguideAPI

/// What is known of a client's window to find it among a compositor's.
public struct BindableWindow: Equatable, Sendable {
  public var id: WindowID
  /// The process at the other end of its connection, and its user, as the kernel vouches for them.
  public var process: Int
  public var user: UInt32
  /// The compositor's own name for it, if the client knows that.
  public var compositorWindow: String?
  /// The program's name, if the client says it.
  public var application: String?

  public init(
    id: WindowID, process: Int, user: UInt32, compositorWindow: String? = nil, application: String? = nil
  ) {
    self.id = id
    self.process = process
    self.user = user
    self.compositorWindow = compositorWindow
    self.application = application
  }

  /// Whether the compositor's window can be this one: by the best that the client says of itself.
  func canBe(_ window: WindowReport) -> Bool {
    if let compositorWindow { return window.id == compositorWindow }
    if let application { return window.application == application }
    return window.pid == process
  }
}

/// Which of a compositor's windows each client's is.
///
/// Of several that it can be, a window is the first that no other window of its process is bound to, one with the
/// compositor's focus before others; where all are taken it shares one. Once bound it stays so while the compositor has
/// that window: the focus may go elsewhere. A window that shares one is bound to the next that is free.
public struct WindowBinding: Equatable, Sendable {
  /// The compositor's names of the windows that clients' are bound to.
  public private(set) var bound: [WindowID: String] = [:]

  public init() {}

  /// Takes what there is now: clients' windows in the order in which they were opened, and the compositor's.
  public mutating func update(_ clients: [BindableWindow], _ windows: [WindowReport]) {
    guard !windows.isEmpty else { return bound = [:] }
    let former = bound
    bound = [:]
    /// What a process has bound, by the names of the compositor's windows.
    var taken: [Int: Set<String>] = [:]
    var unbound: [BindableWindow] = []
    for client in clients {
      if let name = former[client.id], taken[client.process]?.contains(name) != true,
        windows.contains(where: { $0.id == name && client.canBe($0) })
      {
        bound[client.id] = name
        taken[client.process, default: []].insert(name)
      } else {
        unbound.append(client)
      }
    }
    for client in unbound {
      let candidates = windows.filter(client.canBe)
      let free = candidates.filter { taken[client.process]?.contains($0.id) != true }
      let pool = free.isEmpty ? candidates : free
      guard let window = pool.first(where: \.focused) ?? pool.first else { continue }
      bound[client.id] = window.id
      taken[client.process, default: []].insert(window.id)
    }
  }
}
