import EventLoop
import Glibc
import InputDevices
import KeyguideService
import KeyguideSettings
import ServiceLog
import Varlink

/// The whole service behind its socket, and a client that sends what the fuzzer makes up: first how many bytes at a time,
/// then the bytes. Whatever they are, an honest client beside it is answered.
nonisolated func fuzzConnection(_ bytes: [UInt8]) {
  MainActor.assumeIsolated { FuzzedService.shared?.feed(bytes) }
}

@MainActor private final class FuzzedService {
  static let shared = try? FuzzedService()

  private let loop: EventLoop
  private let service: KeyguideService
  private let path = "/tmp/keyguide-fuzz-\(getpid())"
  private let honest: Int32
  /// A provider of everything, whose reports the fuzzer may make up, and a window that they concern.
  private let provider: Int32
  private let window: Int32

  private init() throws {
    loop = try EventLoop()
    // The honest client calls more often than anybody may.
    var settings = DaemonSettings()
    settings.limits.varlink.callsPerSecond = 0
    let quiet = try DeviceRecording(text: Array(#"{"t": 3600000000, "do": "end"}"#.utf8))
    // Nobody takes it up, but all is kept for whoever would.
    let log = Log(program: "keyguide-fuzz")
    let handover = try ServiceHandover(
      KeptDescriptors(), loop: loop, log: log, keep: { _, _ in true }, forget: { _ in })
    service = try KeyguideService(
      loop: loop, source: .recording(quiet, description: "nothing"),
      readSettings: { () throws(SettingsError) in settings }, handover: handover, log: log,
      notify: { _ in true })
    try service.start(listeners: [try UnixSocket.listen(at: path, mode: 0o600)])
    honest = try UnixSocket.connect(to: path)
    provider = try UnixSocket.connect(to: path)
    window = try UnixSocket.connect(to: path)
    let roles = #"["softwareKeyboard","compositor","barContent","language"]"#
    call(
      provider,
      #"{"method":"io.keyguide.Provider.Register","more":true,"parameters":{"name":"a","apiVersion":1,"roles":\#(roles)}}"#
    )
    call(window, #"{"method":"io.keyguide.Layout.Open","more":true,"parameters":{"focus":"a","application":"a"}}"#)
  }

  func feed(_ bytes: [UInt8]) {
    guard let first = bytes.first, let client = try? UnixSocket.connect(to: path) else { return }
    let size = 1 + Int(first)
    for start in stride(from: 1, to: bytes.count, by: size) {
      let piece = bytes[start..<min(start + size, bytes.count)]
      _ = piece.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
      run()
    }
    askHonestly()
    close(client)
    run()
  }

  private func askHonestly() {
    call(honest, #"{"method":"org.varlink.service.GetInfo"}"#)
    var reply = [UInt8](repeating: 0, count: 4096)
    let count = recv(honest, &reply, reply.count, Int32(MSG_DONTWAIT))
    precondition(count > 0 && reply[count - 1] == 0, "an honest client is not answered")
    // Those who read streams do read them.
    for stream in [provider, window] {
      while recv(stream, &reply, reply.count, Int32(MSG_DONTWAIT)) > 0 { run() }
    }
  }

  private func call(_ client: Int32, _ text: String) {
    let bytes = Array(text.utf8) + [0]
    _ = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    run()
  }

  private func run() { while (try? loop.runOnce()) == true {} }
}
