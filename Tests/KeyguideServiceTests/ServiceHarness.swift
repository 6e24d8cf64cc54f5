import EventLoop
import Foundation
import Glibc
import InputDevices
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import ServiceLog
import Testing
import Varlink
import VarlinkServer

@testable import KeyguideService

/// The whole service in this process, on a real socket, stepped by the test; keyboards come from the test.
final class ServiceHarness {
  let loop: EventLoop
  let service: KeyguideService
  let path: String
  private let folder: String
  /// What goes in and out beside the socket.
  private let surroundings: Surroundings

  private final class Surroundings {
    var configuration: Result<DaemonSettings, SettingsError>
    var notifications: [String] = []
    var logged: [LogEntry] = []
    var isListening = true

    init(_ configuration: Result<DaemonSettings, SettingsError>) {
      self.configuration = configuration
    }
  }

  /// What the service finds when it reads its configuration.
  var configuration: Result<DaemonSettings, SettingsError> {
    get { surroundings.configuration }
    set { surroundings.configuration = newValue }
  }

  /// What systemd was told, and whether it listens.
  var notifications: [String] { surroundings.notifications }
  var logged: [LogEntry] { surroundings.logged }
  var isManagerListening: Bool {
    get { surroundings.isListening }
    set { surroundings.isListening = newValue }
  }

  /// With the problem, the configuration is wrong from the start. With a keeper, what a former harness had goes on.
  init(
    limits: ServiceLimits = ServiceLimits(), settings: DaemonSettings = DaemonSettings(), peers: PeerFacts = .system,
    startingWith problem: SettingsError? = nil, keeper: DescriptorKeeper? = nil
  ) throws {
    let surroundings = Surroundings(problem.map { .failure($0) } ?? .success(settings))
    self.surroundings = surroundings
    loop = try EventLoop()
    folder = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = folder + "/socket"
    // A recording in which nothing happens for an hour: no real device can come in between.
    let quiet = try DeviceRecording(text: Array(#"{"t": 3600000000, "do": "end"}"#.utf8))
    let log = Log(program: "test", now: { 0 }) { surroundings.logged.append($0) }
    service = try KeyguideService(
      loop: loop, source: .recording(quiet, description: "nothing"),
      readSettings: { () throws(SettingsError) in try surroundings.configuration.get() },
      limits: { _ in limits }, handover: try keeper?.handover(loop: loop, log: log), peers: peers, log: log,
      notify: { assignments in
        if surroundings.isListening { surroundings.notifications.append(assignments) }
        return surroundings.isListening
      })
    try service.start(listeners: [try UnixSocket.listen(at: path, mode: 0o600)])
  }

  isolated deinit {
    service.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Handles everything that is ready, and returns how many callbacks that took.
  @discardableResult
  func run() throws -> Int {
    var callbacks = 0
    while try loop.runOnce() { callbacks += 1 }
    return callbacks
  }

  func plug(_ keyboard: String, seat: String = "seat0") {
    service.seats.apply([
      DeviceChange(
        seat: seat, input: .deviceChanged(DeviceID(keyboard), AttachedDevice(keyboard: HardwareKeyboard())))
    ])
  }

  func unplug(_ keyboard: String, seat: String = "seat0") {
    service.seats.apply([DeviceChange(seat: seat, input: .deviceChanged(DeviceID(keyboard), nil))])
  }

  /// The state of seat0.
  var seat: Seat {
    get throws { try #require(service.seats.session(named: nil)).seat }
  }

  /// Calls a method once, from a client of its own, and returns the reply.
  @discardableResult
  func call(_ method: String, _ parameters: String = "{}") throws -> [String: Any] {
    let client = try client()
    client.call(#"{"method":"io.keyguide.\#(method)","parameters":\#(parameters)}"#)
    try run()
    return try client.message()
  }

  func client() throws -> RawClient { try RawClient(path: path) }
}

/// A client that sends whatever bytes the test wants, and never blocks.
final class RawClient {
  private let descriptor: Int32
  private var framer = MessageFramer(limit: 1 << 20)
  private(set) var isClosed = false

  init(path: String) throws {
    descriptor = try UnixSocket.connect(to: path)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(descriptor)
  }

  /// Sends as much as the socket takes, and says how much that was.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Sends one message with its NUL.
  func call(_ text: String) {
    send(Array(text.utf8) + [0])
  }

  func shutdownSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// The bytes that have come by now, or at most so many of them.
  func bytes(atMost limit: Int = .max) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: min(limit, 256 << 10))
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let count = recv(descriptor, &buffer, min(buffer.count, limit - bytes.count), 0)
      if count == 0 || (count < 0 && errno != EAGAIN) { isClosed = true }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// The messages that have come by now.
  func messages() throws -> [String] { try messages(of: bytes()) }

  /// The messages that are whole with these bytes.
  func messages(of bytes: [UInt8]) throws -> [String] {
    framer.append(bytes)
    var messages: [String] = []
    while let message = try framer.next() { messages.append(String(decoding: message, as: UTF8.self)) }
    return messages
  }

  /// The only message that has come by now, as a dictionary.
  func message() throws -> [String: Any] {
    let messages = try messages()
    #expect(messages.count == 1, "\(messages)")
    let object = try JSONSerialization.jsonObject(with: Data(try #require(messages.first).utf8))
    return try #require(object as? [String: Any])
  }
}

extension [String: Any] {
  var parameters: [String: Any] { self["parameters"] as? [String: Any] ?? [:] }
  var error: String? { self["error"] as? String }
}

extension MonitorReply {
  /// Replies as they stand in messages.
  static func decode(_ messages: [String]) throws -> [MonitorReply] {
    try messages.map { message in
      var reader = try VarlinkReply(message: Array(message.utf8)).reader
      return try MonitorReply(from: &reader)
    }
  }
}

extension SeatParts.Hardware {
  /// An external keyboard that counts, with these modifiers held.
  static func attached(_ modifiers: [Modifier] = []) -> SeatParts.Hardware {
    SeatParts.Hardware(present: true, external: true, active: true, counts: true, modifiers: modifiers)
  }
}
