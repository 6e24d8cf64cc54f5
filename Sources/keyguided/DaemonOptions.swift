import CommandLineOptions
import Glibc
import InputDevices
import KeyguideService

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
  /// The settings file; it need not be there.
  var settings = DaemonSettings.defaultPath

  static let help = """
    Usage: keyguided [--socket PATH] [--source SOURCE | --recording FILE]

    Watches the keyboards of this machine, keeps each seat's keyboard guide, and
    publishes it on a Varlink socket. Runs in the foreground until SIGTERM or SIGINT;
    SIGHUP reads the settings and device files and looks at all devices anew.

      --socket PATH     listen here instead of on systemd's sockets
                        (without either: \(ListeningSockets.defaultPath))
      --source SOURCE   devices (the default): this machine's input devices;
                        automatic: those, or a built-in recording if none can be read
      --recording FILE  play a recording of devices again and again
      --settings FILE   read this file of settings, and the folder FILE's name with .d
                        (default: \(DaemonSettings.defaultPath))
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
          CommandLineOption("version"), CommandLineOption("help"),
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
    settings = parsed.options["settings"] ?? settings
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
