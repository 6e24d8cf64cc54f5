import Foundation
import Glibc
import KeyguideAPI
import KeyguideClient
import ServiceProcess
import Testing

/// The real keyguided as a child process, on a socket of its own, with whatever devices the mock machine has.
final class DaemonUnderTest {
  let socket: String
  let process: ServiceProcess
  private let folder: String

  /// Starts the daemon and waits until it says that it is ready.
  init(arguments: [String] = []) throws {
    folder = NSTemporaryDirectory() + "/keyguide-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    socket = folder + "/socket"
    process = try ServiceProcess(
      path: try Self.program("keyguided"), arguments: ["--socket", socket] + arguments, folder: folder,
      standardError: folder + "/log")
    do {
      try process.waitUntilReady()
    } catch {
      Issue.record("\(error)\n\(log)")
      throw error
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// What the daemon has written to standard error.
  var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

  var descriptorCount: Int { UnderUmockdev.descriptorCount(of: process.processID) }

  /// How often the daemon has gone to sleep, read while it sleeps: it may still be on its way after its last message.
  func switchesOnceAsleep() throws -> Int {
    while true {
      let status = try String(contentsOfFile: "/proc/\(process.processID)/status", encoding: .utf8)
      guard status.contains("State:\tS") else { continue }
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") })
      return try #require(line.split(separator: "\t").last.flatMap { Int($0) })
    }
  }

  /// A connection whose reads give up after a while, so that a failing test ends.
  func client() throws -> VarlinkClient {
    let client = try VarlinkClient(path: socket)
    Self.limit(client.descriptor)
    return client
  }

  static func limit(_ descriptor: Int32) {
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Runs a program of this package to its end.
  static func run(_ name: String, _ arguments: [String]) throws -> (output: String, code: Int32) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: try program(name))
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }

  /// A program of this package: it is built into the folder of the test bundle, which is this process's program.
  static func program(_ name: String) throws -> String {
    let this = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: this).deletingLastPathComponent().appending(path: name).path
  }
}

/// PyPI's varlink as a subscriber: a client that we did not write.
final class PythonSubscriber {
  private let process = Process()
  private let output = Pipe()
  private var buffered = Data()

  /// Starts it; the interpreter is the one that `make test` installs the package for.
  init(socket: String) throws {
    let interpreter = try #require(
      ProcessInfo.processInfo.environment["KEYGUIDE_TEST_PYTHON"],
      "KEYGUIDE_TEST_PYTHON must name a Python that has PyPI's varlink; `make test` sets it")
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients/subscribe.py")
    process.executableURL = URL(filePath: interpreter)
    process.arguments = [script.path, socket]
    process.standardOutput = output
    try process.run()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// The next line of JSON that it prints; waits for it.
  func next() throws -> NSDictionary {
    while true {
      if let end = buffered.firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffered[..<end]
        buffered = Data(buffered[buffered.index(after: end)...])
        return try #require(try JSONSerialization.jsonObject(with: line) as? NSDictionary)
      }
      let piece = output.fileHandleForReading.availableData
      try #require(!piece.isEmpty, "the Python client has ended")
      buffered += piece
    }
  }
}

extension SeatParts.Hardware {
  /// An external keyboard that counts, with these modifiers held.
  static func attached(_ modifiers: [Modifier] = []) -> SeatParts.Hardware {
    SeatParts.Hardware(present: true, external: true, active: true, counts: true, modifiers: modifiers)
  }
}
