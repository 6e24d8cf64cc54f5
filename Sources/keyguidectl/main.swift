import Glibc
import KeyguideAPI

// The command-line client: options in, one command run, an exit code out.

do {
  let options = try ControlOptions(arguments: CommandLine.arguments)
  switch options.action {
  case .help: print(ControlOptions.help)
  case .version: print("keyguidectl \(keyguideVersion)")
  case .status: try showStatus(options)
  case .monitor: try monitor(options)
  case .watch: try watch(options)
  case .view(let layout, let screen, let application):
    try openView(layout, screen: screen, application: application, options)
  case .control(let call): try call.send(options)
  case .record: try record(options)
  case .devices: try listDevices(options)
  case .clients: try listClients(options)
  case .plugins: try listPlugins(options)
  case .pluginCall(let call, let name): try callPluginHost(call, name, options)
  case .providers: try listProviders(options)
  case .exportDevices: try exportDevices()
  case .why(let device): try explainDevice(device, options)
  case .classify(let file): try classify(file)
  case .checkDevices(let files): try checkDeviceFiles(files)
  case .replayEvents(let file, let devices): try replaySequences(file, devices: devices)
  case .replay(let file, let check): try replaySeat(file, check: check)
  case .checkConfiguration(let files): exit(checkConfiguration(files) ? 0 : 1)
  case .showConfiguration(let file): try showConfiguration(file)
  case .reloadConfiguration: try reloadConfiguration(options)
  case .solve(let file): try solveWorkloads(file)
  case .demo(let daemon): exit(try Demonstration(daemon: daemon, socket: options.socket).run())
  }
} catch let error as ControlOptionsError {
  complain(error)
  exit(2)
} catch {
  complain(error)
  exit(1)
}
