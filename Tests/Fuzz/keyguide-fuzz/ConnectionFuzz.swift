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

  private init() throws {
    loop = try EventLoop()
    // The honest client calls more often than anybody may.
    var settings = DaemonSettings()
    settings.limits.varlink.callsPerSecond = 0
    let quiet = try DeviceRecording(text: Array(#"{"t": 3600000000, "do": "end"}"#.utf8))
    service = try KeyguideService(
      loop: loop, source: .recording(quiet, description: "nothing"),
      readSettings: { () throws(SettingsError) in settings }, log: Log(program: "keyguide-fuzz"),
      notify: { _ in true })
    try service.start(listeners: [try UnixSocket.listen(at: path, mode: 0o600)])
    honest = try UnixSocket.connect(to: path)
    run()
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
    let call = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
    _ = call.withUnsafeBytes { send(honest, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    run()
    var reply = [UInt8](repeating: 0, count: 4096)
    let count = recv(honest, &reply, reply.count, Int32(MSG_DONTWAIT))
    precondition(count > 0 && reply[count - 1] == 0, "an honest client is not answered")
  }

  private func run() { while (try? loop.runOnce()) == true {} }
}
