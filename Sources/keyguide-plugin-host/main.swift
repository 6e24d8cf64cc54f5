import CLinux
import EventLoop
import Glibc
import KeyguideAPI
import PluginHost
import ServiceLog

// The process around the host: command line, sockets, signals, systemd; or the launcher that becomes a plugin.

if CommandLine.arguments.dropFirst().first == Launcher.option { exit(Launcher.run()) }

let log = Log(program: "keyguide-plugin-host")

do {
  let options = try HostOptions(arguments: CommandLine.arguments)
  switch options.action {
  case .help: print(HostOptions.help)
  case .version: print("keyguide-plugin-host \(keyguideVersion)")
  case .serve: try serve(options)
  }
} catch let error as HostOptionsError {
  log.lastWords(error.description)
  exit(2)
} catch {
  log.lastWords("\(error)")
  exit(1)
}

/// Runs the host until a signal ends it, and all plugins have ended.
func serve(_ options: HostOptions) throws {
  let environment = environmentOfThisProcess()
  let loop = try EventLoop()
  let manager = ServiceNotifier()
  let settings = HostSettings(
    scope: options.scope, daemon: options.daemon, folders: options.folders, state: options.state,
    environment: environment, home: environment["HOME"] ?? "/")
  let host = try PluginHost(loop: loop, settings: settings, log: log) { manager.send("STATUS=\($0)") }
  let socket = try ControlSocket(path: options.control, scope: options.scope, environment: environment)
  let signals = try [SIGTERM, SIGINT].map { signal in
    try loop.onSignal(signal) {
      manager.send("STOPPING=1")
      host.stop { loop.exit(code: 0) }
    }
  }
  try host.start(listener: socket.descriptor)
  manager.send("READY=1\nSTATUS=\(host.statusText)")
  log(.hostStarted, "asked at \(socket.path), \(host.statusText)")
  _ = try withExtendedLifetime(signals) { try loop.run() }
  socket.remove()
}

/// The variables of this process; of one that is there twice, the first counts, as for getenv(3).
func environmentOfThisProcess() -> [String: String] {
  var variables: [String: String] = [:]
  var next = linux_environment()
  while let pointer = next, let text = pointer.pointee {
    let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, variables[String(parts[0])] == nil { variables[String(parts[0])] = String(parts[1]) }
    next = pointer.advanced(by: 1)
  }
  return variables
}
