import CSystemd
import EventLoop
import Glibc
import KeyguideAPI
import KeyguideService

// The process around the service: command line, sockets, signals, systemd.

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
  log(.error, error.description)
  exit(ExitCode.usage)
} catch {
  log(.error, "\(error)")
  exit(ExitCode.failure)
}

/// Runs the daemon until a signal ends it, and returns the exit code.
func serve(_ options: DaemonOptions) throws -> Int32 {
  let loop = try EventLoop()
  let service = try KeyguideService(
    loop: loop, source: options.source, settings: try DaemonSettings(path: options.settings),
    limits: DescriptorLimit.limitsOnceRaised(), log: log)
  let sockets = try ListeningSockets(path: options.socket)
  let signals = try [SIGTERM, SIGINT].map { signal in
    try loop.onSignal(signal) { loop.exit(code: ExitCode.success) }
  }
  let hangup = try loop.onSignal(SIGHUP) { reload(service, options) }
  try service.start(listeners: sockets.descriptors)
  try loop.enableWatchdog()
  sd_notify(0, "READY=1\nSTATUS=Serving \(sockets.description)")
  log(.info, "serving \(sockets.description); keyboards come from \(service.sourceDescription)")
  let code = try withExtendedLifetime((signals, hangup)) { try loop.run() }
  sd_notify(0, "STOPPING=1")
  service.stop()
  sockets.remove()
  return code
}

/// Reads the settings anew; wrong ones change nothing, and the log says what is wrong.
func reload(_ service: KeyguideService, _ options: DaemonOptions) {
  do {
    service.reload(try DaemonSettings(path: options.settings))
  } catch {
    log(.error, "\(error); the former settings stay")
  }
}
