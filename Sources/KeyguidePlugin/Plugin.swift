import EventLoop
import Glibc
import JSON
import KeyguideAPI
import KeyguideClient
import Varlink

/// What a plugin is told.
public enum PluginEvent {
  /// The seat wants something; answer it by a report, or by `finish`.
  case request(ProviderRequest)
  /// The request with this id is not to be carried out any more.
  case cancelled(Int)
  /// The daemon knows nothing of the plugin: report everything anew. Comes once at the start as well.
  case resynced
}

/// A plugin of keyguided: registers, hands on what the seat wants, and sends reports (`io.keyguide.Provider`).
///
/// A host that has started it hands over both connections to the daemon (`KEYGUIDE_CONNECTIONS`): the plugin ends with
/// them. Started by hand, it connects to the daemon's socket by itself, and again whenever the daemon was restarted.
public final class Plugin {
  /// The loop for the plugin's own descriptors, timers and buses.
  public let loop: EventLoop
  private let registration: Registration
  private let handler: (Plugin, PluginEvent) -> Void
  private let source: ConnectionSource
  private var requests: PluginConnection?
  private var reports: PluginConnection?
  private var queue = ReportQueue()
  /// The daemon's name for the registration; nil while there is none.
  private var provider: String?
  private var backoff = Backoff()
  private var retry: TimerSource?

  /// What the plugin says of itself.
  private struct Registration {
    let name: String
    let version: String?
    let seat: String?
    let roles: [ProviderRole]
  }

  /// Connects, and registers as soon as the loop runs.
  ///
  /// `name` is for a plugin that is started by hand; else the host's manifest has it (`KEYGUIDE_PLUGIN`). `seat` is seat0
  /// for none. `socket` is where the daemon listens: without one, what `KEYGUIDE_SOCKET` says, or the standard path.
  /// Throws when nobody serves the socket, or when what the host handed over is no connection.
  public convenience init(
    name: String, version: String? = nil, roles: [ProviderRole], seat: String? = nil, socket: String? = nil,
    loop: EventLoop, handler: @escaping (_ plugin: Plugin, _ event: PluginEvent) -> Void
  ) throws {
    try self.init(
      name: name, version: version, roles: roles, seat: seat, socket: socket,
      environment: { name in getenv(name).map { String(cString: $0) } }, loop: loop, handler: handler)
  }

  /// The same with what the host says from elsewhere.
  init(
    name: String, version: String?, roles: [ProviderRole], seat: String?, socket: String?,
    environment: (String) -> String?, loop: EventLoop, handler: @escaping (Plugin, PluginEvent) -> Void
  ) throws {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    self.loop = loop
    self.handler = handler
    registration = Registration(name: value("KEYGUIDE_PLUGIN") ?? name, version: version, seat: seat, roles: roles)
    source = try ConnectionSource(inherited: value("KEYGUIDE_CONNECTIONS"), socket: socket ?? value("KEYGUIDE_SOCKET"))
    retry = try loop.timer(priority: .clients) { [weak self] in self?.reconnect() }
    try connect()
  }

  /// Runs the loop until the host, the daemon, SIGTERM or SIGINT ends the plugin, and returns the exit code.
  public func run() throws -> Int32 {
    let loop = loop
    let signals = try [SIGTERM, SIGINT].map { signal in try loop.onSignal(signal) { loop.exit(code: 0) } }
    return try withExtendedLifetime(signals) { try loop.run() }
  }

  /// Sends a report, which answers the request of that id if one is given.
  ///
  /// It never waits. While the daemon has not taken the former one, of each kind only the newest is kept.
  public func report(_ report: PluginReport, answering request: Int? = nil) {
    queue.add(report, answering: request)
    sendNext()
  }

  /// Says that a request is done, where there is nothing to report, or that it cannot be done, and why.
  public func finish(_ request: Int, problem: String? = nil) {
    queue.finish(request, problem: problem)
    sendNext()
  }

  // MARK: Connections

  private func connect() throws {
    let descriptors = try source.open()
    queue = ReportQueue()
    provider = nil
    let end: (PluginConnection.End) -> Void = { [weak self] end in self?.hasLost(end) }
    requests = try PluginConnection(
      descriptors.requests, loop: loop, onReply: { [weak self] in self?.take($0) }, onEnd: end)
    reports = try PluginConnection(
      descriptors.reports, loop: loop, onReply: { [weak self] in self?.hasReported($0) }, onEnd: end)
    requests?.send("io.keyguide.Provider.Register", more: true) { writer in
      writer.member("seat", registration.seat)
      writer.member("name", registration.name)
      writer.member("version", registration.version)
      writer.member("apiVersion", providerVersion)
      writer.member("roles", registration.roles)
    }
  }

  private func hasLost(_ end: PluginConnection.End) {
    requests?.close()
    reports?.close()
    (requests, reports) = (nil, nil)
    // Nobody but the host can make connections like those that it has handed over.
    guard source.canReopen else { return loop.exit(code: end == .disconnected ? 0 : 1) }
    var generator = SystemRandomNumberGenerator()
    let (seconds, attoseconds) = backoff.next(using: &generator).components
    retry?.schedule(at: loop.now + UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000))
  }

  private func reconnect() {
    do { try connect() } catch { hasLost(.disconnected) }
  }

  // MARK: Requests

  private func take(_ reply: VarlinkReply) {
    if let error = reply.error {
      // It will not be otherwise by trying again: a role that is taken, a right that is missing.
      complain("the daemon refused '\(registration.name)': \(error) \(reply.parameterText)")
      return loop.exit(code: 1)
    }
    let decoded: RegistrationReply
    do {
      var reader = reply.reader
      decoded = try reader.read()
    } catch {
      complain("the daemon's reply makes no sense: \(error)")
      return loop.exit(code: 1)
    }
    let isNew = provider != decoded.provider
    provider = decoded.provider
    backoff.reset()
    if isNew || decoded.resync { handler(self, .resynced) }
    for request in decoded.cancelled { handler(self, .cancelled(request)) }
    for request in decoded.requests { handler(self, .request(request)) }
    sendNext()
  }

  // MARK: Reports

  private func sendNext() {
    guard let provider, let reports, let call = queue.next() else { return }
    reports.send("io.keyguide.Provider.\(call.method)") { writer in
      writer.member("provider", provider)
      call.encodeMembers(to: &writer)
    }
  }

  private func hasReported(_ reply: VarlinkReply) {
    if let error = reply.error { complain("a report was refused: \(error) \(reply.parameterText)") }
    queue.hasSent()
    sendNext()
  }

  /// Standard error is the journal's, by way of the host.
  private func complain(_ text: String) {
    let line = "\(registration.name): \(text)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
