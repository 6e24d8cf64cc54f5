import Foundation
import Glibc

/// The daemon's end of a plugin's two connections, played by a test: what the plugin really says is read from it.
public final class DaemonEnd {
  /// A call of the plugin on the second connection.
  public struct Report {
    public let method: String
    public let parameters: [String: Any]
  }

  /// What the plugin registered with.
  public let registration: [String: Any]
  public let process: SessionProcess
  private let requests: Line
  private let reports: Line
  private var lastRequest = 0
  /// What was reported last, by method.
  public private(set) var last: [String: [String: Any]] = [:]

  /// Starts a plugin of this package as its host does, and waits until it has registered.
  public init(
    _ name: String, _ arguments: [String] = [], in session: GraphicalSession, environment: [String: String] = [:]
  ) throws {
    let (requests, theirRequests) = try Line.pair()
    let (reports, theirReports) = try Line.pair()
    self.requests = requests
    self.reports = reports
    defer {
      close(theirRequests)
      close(theirReports)
    }
    var variables = environment
    variables["KEYGUIDE_CONNECTIONS"] = "3:4"
    variables["KEYGUIDE_PLUGIN"] = name
    process = try session.start(
      try session.copy(ofProgram: name), arguments, environment: variables, inherited: [theirRequests, theirReports])
    let call = try requests.next(process)
    guard call["method"] as? String == "io.keyguide.Provider.Register", call["more"] as? Bool == true else {
      throw SessionError("the plugin's first call is \(call)")
    }
    registration = call["parameters"] as? [String: Any] ?? [:]
    try reply(requests: [])
  }

  /// Sends a request, and returns its number.
  @discardableResult
  public func request(_ kind: String, _ members: [String: Any] = [:]) throws -> Int {
    lastRequest += 1
    try reply(requests: [members.merging(["id": lastRequest, "kind": kind, "timeout": 2.0]) { $1 }])
    return lastRequest
  }

  /// The next report; waits for it.
  public func nextReport() throws -> Report {
    let call: [String: Any]
    do {
      call = try reports.next(process)
    } catch {
      throw SessionError("\(error); request \(lastRequest), reported last: \(last)")
    }
    try reports.send(["parameters": [String: Any]()])
    let method = (call["method"] as? String ?? "").split(separator: ".").last.map(String.init) ?? ""
    var parameters = call["parameters"] as? [String: Any] ?? [:]
    guard parameters.removeValue(forKey: "provider") as? String == "p1" else {
      throw SessionError("a report without the registration's name: \(call)")
    }
    last[method] = parameters
    return Report(method: method, parameters: parameters)
  }

  /// Waits for a report of that kind.
  @discardableResult
  public func report(_ method: String, where passes: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any] {
    while true {
      let report = try nextReport()
      if report.method == method, passes(report.parameters) { return report.parameters }
    }
  }

  /// Waits until what was reported last of that kind passes, which it may do already.
  public func settle(_ method: String, where passes: ([String: Any]) -> Bool) throws {
    if let last = last[method], passes(last) { return }
    try report(method, where: passes)
  }

  private func reply(requests open: [[String: Any]]) throws {
    try requests.send([
      "parameters": [
        "epoch": "e", "seq": lastRequest + 1, "provider": "p1", "requests": open, "cancelled": [Int](),
      ], "continues": true,
    ])
  }
}

/// One end of a connection: JSON objects with a NUL behind each.
private final class Line {
  private let descriptor: Int32
  private var buffered: [UInt8] = []

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Two ends; the other one is a descriptor that the caller closes.
  static func pair() throws -> (Line, Int32) {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw SessionError("socketpair: \(String(cString: strerror(errno)))")
    }
    return (Line(ends[0]), ends[1])
  }

  func send(_ object: [String: Any]) throws {
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: object)) + [0]
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw SessionError("the plugin has closed a connection")
    }
  }

  func next(_ process: SessionProcess) throws -> [String: Any] {
    while true {
      if let end = buffered.firstIndex(of: 0) {
        defer { buffered.removeFirst(end + 1) }
        let object = try JSONSerialization.jsonObject(with: Data(buffered[..<end]))
        guard let object = object as? [String: Any] else { throw SessionError("\(object) is no object") }
        return object
      }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, SessionProcess.patience) == 1 else {
        throw SessionError("the plugin says nothing; its log: \(process.logText)")
      }
      var piece = [UInt8](repeating: 0, count: 64 << 10)
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { throw SessionError("the plugin has ended; its log: \(process.logText)") }
      buffered += piece.prefix(count)
    }
  }
}
