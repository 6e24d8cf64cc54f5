import CommandLineOptions
import Glibc
import InputDevices
import KeyguideService
import KeyguideSettings
import TOML

/// A command line that the daemon does not understand.
struct DaemonOptionsError: Error, CustomStringConvertible {
  let description: String
}

/// The daemon's command line.
struct DaemonOptions {
  enum Action {
    case serve, help, version
  }

  var action = Action.serve
  /// Where to listen; nil: systemd's sockets, or the default path.
  var socket: String?
  var source = DeviceSourceChoice.devices
  /// Whether systemd keeps descriptors for the next process.
  var handsOver = false
  /// Where the configuration is; its files need not be there.
  var settings = SettingsLocations.system

  static let help = """
    Usage: keyguided [--socket PATH] [--hand-over] [--source SOURCE | --recording FILE]

    Watches the keyboards of this machine, keeps each seat's keyboard guide, and
    publishes it on a Varlink socket. Runs in the foreground until SIGTERM or SIGINT;
    SIGHUP reads the configuration and device files and looks at all devices anew.

      --socket PATH     listen here instead of on systemd's sockets
                        (without either: \(ListeningSockets.defaultPath))
      --source SOURCE   devices (the default): this machine's input devices;
                        automatic: those, or a built-in recording if none can be read
      --recording FILE  play a recording of devices again and again
      --settings FILE   read this configuration, and the drop-ins in the folder of its name
                        with .d for .toml, instead of keyguided.toml and keyguided.d in
                        \(SettingsLocations.folders.joined(separator: ", "))
      --hand-over       have systemd keep connections and the state for the next process, which
                        goes on with them (FileDescriptorStoreMax= of the unit)
      --version         print the version
      --help            print this text

    Exit codes: 0 ended by a signal, 1 something needed did not work, 2 wrong command line.
    """

  init(arguments: [String]) throws(DaemonOptionsError) {
    let parsed: CommandLineArguments
    do {
      parsed = try CommandLineArguments(
        arguments,
        options: [
          CommandLineOption("socket", takesValue: true), CommandLineOption("source", takesValue: true),
          CommandLineOption("recording", takesValue: true), CommandLineOption("settings", takesValue: true),
          CommandLineOption("hand-over"), CommandLineOption("version"), CommandLineOption("help"),
        ])
    } catch {
      throw DaemonOptionsError(description: error.description)
    }
    if let stray = parsed.operands.first {
      throw DaemonOptionsError(description: "'\(stray)' is not expected; see --help")
    }
    if parsed.options["help"] != nil { action = .help }
    if parsed.options["version"] != nil { action = .version }
    socket = parsed.options["socket"]
    handsOver = parsed.options["hand-over"] != nil
    if let file = parsed.options["settings"] { settings = SettingsLocations(file: file) }
    switch (parsed.options["source"], parsed.options["recording"]) {
    case (nil, let file?): source = try Self.recording(in: file)
    case (nil, nil), ("devices", nil): source = .devices
    case ("automatic", nil): source = .automatic
    case (let name?, nil):
      throw DaemonOptionsError(description: "--source is devices or automatic, not '\(name)'")
    case (_?, _?): throw DaemonOptionsError(description: "--source and --recording exclude each other")
    }
  }

  private static func recording(in file: String) throws(DaemonOptionsError) -> DeviceSourceChoice {
    guard let text = readFile(file, limit: 16 << 20) else {
      throw DaemonOptionsError(description: "cannot read \(file): \(String(cString: strerror(errno)))")
    }
    do {
      return .recording(try DeviceRecording(text: text), description: "the recording \(file)")
    } catch {
      throw DaemonOptionsError(description: "\(file): \(error)")
    }
  }
}
