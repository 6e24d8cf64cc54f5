import EventLoop
import Glibc
import KeyguideAPI
import KeyguideService
import KeyguideSettings
import ServiceLog

// The process around the service: command line, sandbox, sockets, signals, systemd.

let log = Log(program: "keyguided")

do {
  let options = try DaemonOptions(arguments: CommandLine.arguments)
  switch options.action {
  case .help:
    print(DaemonOptions.help)
    exit(ExitCode.success)
  case .version:
    print("keyguided \(keyguideVersion)")
    exit(ExitCode.success)
  case .serve:
    exit(try serve(options))
  }
} catch let error as DaemonOptionsError {
  log.lastWords(error.description)
  exit(ExitCode.usage)
} catch {
  log.lastWords("\(error)")
  exit(ExitCode.failure)
}

/// Runs the daemon until a signal ends it, and returns the exit code.
func serve(_ options: DaemonOptions) throws -> Int32 {
  forbidPrograms()
  let loop = try EventLoop()
  let manager = ServiceNotifier()
  let passed = try PassedDescriptors.take()
  // Whoever does not keep descriptors may not even take them, and clients would never see the end.
  let handover =
    try options.handsOver
    ? ServiceHandover(passed.kept, loop: loop, log: log, keep: manager.store, forget: { manager.unstore($0) }) : nil
  let service = try KeyguideService(
    loop: loop, source: options.source,
    readSettings: { () throws(SettingsError) in try LoadedSettings(files: options.settings.files).settings },
    limits: DescriptorLimit.limitsOnceRaised, handover: handover, log: log, notify: manager.send)
  let sockets = try ListeningSockets(path: options.socket, passed: passed.listeners)
  let signals = try [SIGTERM, SIGINT].map { signal in
    try loop.onSignal(signal) { loop.exit(code: ExitCode.success) }
  }
  // What is wrong with a configuration, the service says.
  let hangup = try loop.onSignal(SIGHUP) { try? service.reload() }
  try service.start(listeners: sockets.descriptors)
  try loop.enableWatchdog()
  manager.send("READY=1\nSTATUS=\(service.statusText)")
  log(.started, "serving \(sockets.description); keyboards come from \(service.sourceDescription)")
  let code = try withExtendedLifetime((signals, hangup)) { try loop.run() }
  manager.send("STOPPING=1")
  service.stop()
  sockets.remove()
  return code
}

/// The daemon starts no program, and whoever would take it over cannot either.
func forbidPrograms() {
  let error = ProgramBan.take()
  guard error != 0 else { return }
  log(.execAllowed, "programs could be started, as the kernel takes no filter: \(String(cString: strerror(error)))")
}
