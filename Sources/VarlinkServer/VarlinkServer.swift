import CLinux
import EventLoop
import Glibc
import JSON
import Varlink

/// A Varlink service on Unix sockets: accepts clients, and gives each a connection of its own.
///
/// No call blocks, no client can make another one wait: every client is served a bounded piece at a time.
public final class VarlinkServer {
  let loop: EventLoop
  let limits: VarlinkLimits
  let methods: MethodTable
  private let refusal: (Peer) -> VarlinkError?
  private let onDisconnect: () -> Void
  private let log: (String) -> Void
  private let store: ConnectionStore?
  private var listeners: [(descriptor: Int32, source: IOSource)] = []
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var accounts = ClientAccounts()
  /// Connections that are quicker than they may be, and when they go on.
  private var throttled: [ObjectIdentifier: UInt64] = [:]
  private var throttleEnd: TimerSource?
  private var lastNumber = 0
  /// Connections of a former process that do not go on yet.
  private var takenUp: [Connection] = []
  /// Where replies are written before they are sent, one at a time.
  var scratch = JSONWriter()
  /// Connections that go on, or are closed, when nobody is in the middle of using them.
  private var unfinished: [Connection] = []
  private var revisits: DeferredSource?
  private var acceptRetry: TimerSource?
  private var acceptIsPaused = false

  /// A server that listens nowhere yet.
  ///
  /// `refusal` is asked once for each client, nil lets it in; `onDisconnect` is called when one has gone and its descriptor is free;
  /// `log` is called with what the operator should know. With a store, connections outlive the process.
  public init(
    loop: EventLoop, methods: MethodTable, limits: VarlinkLimits = VarlinkLimits(), store: ConnectionStore? = nil,
    refusal: @escaping (Peer) -> VarlinkError?, onDisconnect: @escaping () -> Void = {}, log: @escaping (String) -> Void
  ) throws(EventLoopError) {
    self.loop = loop
    self.refusal = refusal
    self.onDisconnect = onDisconnect
    self.methods = methods
    self.limits = limits
    self.store = store
    self.log = log
    revisits = try loop.deferred(priority: .clients) { [weak self] in self?.revisitUnfinished() }
    acceptRetry = try loop.timer(priority: .clients) { [weak self] in self?.resumeAccept() }
    throttleEnd = try loop.timer(priority: .clients) { [weak self] in self?.resumeThrottled() }
  }

  /// Connections that are open.
  public var connectionCount: Int { connections.count }

  /// What each connection does now, the oldest first.
  public var clients: [ConnectedClient] {
    connections.values.sorted { $0.number < $1.number }.map(\.client)
  }

  /// Accepts clients on a listening, non-blocking socket, which the server closes in `stop`.
  public func serve(listener descriptor: Int32) throws(EventLoopError) {
    // As urgent as the clients that are there: where these are busy without end, the loop has all take turns.
    let source = try loop.watch(descriptor, for: .readable, priority: .clients) { [weak self] _ in
      self?.accept(on: descriptor)
    }
    listeners.append((descriptor, source))
  }

  /// Takes up connections of a former process, by their names in its store; the descriptors are the server's from now on.
  ///
  /// Streams are opened anew, and nothing is sent, until `goOn` is called. Those of which nothing is known are hung up.
  public func takeUp(_ clients: [(name: String, descriptor: Int32)]) {
    var known: Set<Int> = []
    for (name, descriptor) in clients {
      // Whoever is not known waits for nobody knows what.
      guard let kept = store?.kept(named: name, descriptor: descriptor),
        let peer = Peer(socket: descriptor).flatMap({ kept.confined($0) })
      else {
        shutdown(descriptor, Int32(SHUT_RDWR))
        Glibc.close(descriptor)
        continue
      }
      known.insert(kept.record.number)
      if let connection = add(descriptor, of: peer, kept: kept) { takenUp.append(connection) }
    }
    store?.forgetAll(but: known)
    for connection in takenUp { connection.takeUp() }
  }

  /// Has connections of a former process go on.
  public func goOn() {
    let connections = takenUp
    takenUp = []
    for connection in connections { connection.goOn() }
  }

  /// What is done within is known to the next process together, or not at all.
  func transaction(_ body: () -> Void) {
    if let store { store.memory.transaction(body) } else { body() }
  }

  /// Ends each stream for which there is an error, which its client gets.
  public func endStreams(_ refusal: (Peer, any VarlinkStream) -> VarlinkError?) {
    for connection in Array(connections.values) { connection.endStream(refusal) }
  }

  /// Closes every connection and listener; those that outlive the process are left as they are.
  public func stop() {
    for connection in Array(connections.values) {
      if store != nil { connection.leave() } else { connection.close() }
    }
    for listener in listeners {
      listener.source.cancel()
      Glibc.close(listener.descriptor)
    }
    listeners = []
  }

  // MARK: Connections

  func forget(_ connection: Connection) {
    if connections.removeValue(forKey: ObjectIdentifier(connection)) != nil {
      accounts.close(connection.peer.userID, unreadBytes: connection.accountedBytes)
    }
    throttled[ObjectIdentifier(connection)] = nil
    onDisconnect()
    if acceptIsPaused { resumeAccept() }
  }

  /// Has a connection go on after the present callback, when no publication is under way any more.
  func revisit(_ connection: Connection) {
    unfinished.append(connection)
    revisits?.schedule()
  }

  private func revisitUnfinished() {
    let connections = unfinished
    unfinished = []
    for connection in connections { connection.resume() }
  }

  /// A connection holds more unread bytes than before, or fewer; says whether its user holds too many.
  func account(_ difference: Int, of connection: Connection) -> Bool {
    accounts.change(connection.peer.userID, unreadBytes: difference)
    return difference > 0 && accounts.unreadBytes(of: connection.peer.userID) > limits.unreadBytesPerUser
  }

  /// Has a connection go on at the given moment.
  func throttle(_ connection: Connection, until moment: UInt64) {
    throttled[ObjectIdentifier(connection)] = moment
    throttleEnd?.schedule(at: throttled.values.min())
  }

  private func resumeThrottled() {
    let now = loop.now
    for (id, moment) in throttled where moment <= now {
      throttled[id] = nil
      connections[id]?.endThrottle()
    }
    throttleEnd?.schedule(at: throttled.values.min())
  }

  // MARK: Accepting

  private func accept(on listener: Int32) {
    // A storm of connections must not starve those that are there already: so many in one turn.
    for _ in 0..<16 {
      let descriptor = linux_accept(listener)
      switch -descriptor {
      case ..<1:
        admit(descriptor)
      case EMFILE, ENFILE, ENOMEM, ENOBUFS:
        // The listener stays readable, so waiting for it would spin: wait for a descriptor instead.
        pauseAccept(because: -descriptor)
        return
      case EINTR, ECONNABORTED:
        continue
      default:
        return
      }
    }
  }

  private func admit(_ descriptor: Int32) {
    guard connections.count < limits.connections else {
      Connection.refuse(descriptor, .limitExceeded("connections", maximum: limits.connections))
      return
    }
    guard let peer = Peer(socket: descriptor) else {
      Glibc.close(descriptor)
      return
    }
    if let refusal = refusal(peer) { return Connection.refuse(descriptor, refusal) }
    guard accounts.connections(of: peer.userID) < limits.connectionsPerUser else {
      let error = VarlinkError.limitExceeded("connectionsPerUser", maximum: limits.connectionsPerUser)
      return Connection.refuse(descriptor, error)
    }
    lastNumber = store?.nextNumber() ?? lastNumber + 1
    _ = add(descriptor, of: peer, kept: store?.keep(descriptor, number: lastNumber, loop: loop))
  }

  private func add(_ descriptor: Int32, of peer: Peer, kept: KeptConnection?) -> Connection? {
    do {
      let number = kept?.record.number ?? lastNumber
      let connection = Connection(descriptor: descriptor, peer: peer, number: number, kept: kept, server: self)
      try connection.start()
      connections[ObjectIdentifier(connection)] = connection
      accounts.open(peer.userID)
      return connection
    } catch {
      if let kept { kept.store.forget(kept) }
      Glibc.close(descriptor)
      log("a client was turned away: \(error)")
      return nil
    }
  }

  private func pauseAccept(because code: Int32) {
    guard !acceptIsPaused else { return }
    acceptIsPaused = true
    for listener in listeners { listener.source.pause() }
    acceptRetry?.schedule(at: loop.now + 1_000_000)
    log("no more clients are accepted for now: \(String(cString: strerror(code)))")
  }

  private func resumeAccept() {
    acceptIsPaused = false
    acceptRetry?.schedule(at: nil)
    for listener in listeners { listener.source.resume() }
  }
}
