import CommandLineOptions
import DeviceClassification
import Glibc
import InputDevices
import KeyguideClient
import KeyguideSettings

/// A command line that keyguidectl does not understand.
struct ControlOptionsError: Error, CustomStringConvertible {
  let description: String
}

/// The client's command line.
struct ControlOptions {
  enum Action: Equatable {
    case help, version, status, monitor, watch
    /// With the path of the daemon to start.
    case demo(daemon: String)
    case devices
    case clients, providers
    case plugins
    case pluginCall(PluginCall, name: String)
    case exportDevices
    case control(ControlCall)
    case record
    case why(device: String)
    case classify(file: String)
    case checkDevices(files: [String])
    case replayEvents(file: String, devices: String)
    case replay(file: String, check: Bool)
    /// A window with the layout of a file, as large as `WIDTHxHEIGHT`, or as its screen.
    case view(layout: String, screen: String?, application: String?)
    case solve(file: String)
    /// Without files: the configuration of this machine.
    case checkConfiguration(files: [String])
    case showConfiguration(file: String?)
    case reloadConfiguration
  }

  var action: Action
  /// Where the daemon listens; nil: the default path.
  var socket: String?
  var seat: String?
  var json = false

  static let help = """
    Usage: keyguidectl [--socket PATH] COMMAND

    Shows what keyguided knows of a seat's keyboard.

      status            the state of the seat now
      monitor           the state, and then every change, until Ctrl-C
      watch             the same for seat0, with a window whose text view has the focus
      view --layout FILE
                        the same for a window with a layout, and where its views go;
                        with --screen WIDTHxHEIGHT a window of that size, with
                        --application NAME one that is in that program's window
      demo              start a private daemon and watch it

      keyboard show|hide|toggle|auto
                        call the on-screen keyboard or send it away while a text view has the
                        focus, or have the policy decide again
      keyboard dock|undock|split|float
                        the form that the on-screen keyboard is to have
      bar full|leading|trailing|off|on
                        put the shortcut bar somewhere, or switch it off and on
      bar hide-items|show-items
                        hide the buttons of applications that allow it, or show them again
      language next|previous|set LANGUAGE|default
                        choose the keyboard language, or take the choice back
      record            everything that happens to the seat, as lines for replay, until Ctrl-C
      ignore-external on|off
                        have external keyboards not count, or count again
      devices           the input devices: what each is taken for, its state, and why
      why DEVICE        all that decided about a device, by its name or syspath
      clients           who is connected, what each reads, and how far behind it is; your own
                        programs, and for root everybody's
      plugins           the plugins of this session and of the machine: what each does, and what
                        went wrong
      plugins enable|disable|restart NAME
                        let a plugin run, stop it for good, or start it anew
      providers         the plugins that have registered: what each does for which seat, and
                        whether it answers
      check-devices FILE...
                        check device files for \(DeviceKnowledge.administratorFolder)
      classify FILE     judge the device records of a file, one JSON object a line
      replay-events FILE
                        replay recorded events, with --devices FILE to say of what

      config check [FILE...]
                        check the configuration of this machine, or files by themselves
      config show [FILE]
                        every setting, its value, and the file and line that it comes from
      config reload     have the daemon read its configuration anew

      replay FILE       run the inputs of a seat that a file holds, and print every message
                        that they bring; with --check compare with its expectations
      solve FILE        run the layout constraints of a workload file, and print the values

      --socket PATH     where the daemon listens, or will listen for demo
                        (default: \(VarlinkClient.defaultPath));
                        for plugins, where one plugin host does
      --seat NAME       another seat than seat0
      --json            JSON, one object a line, for status, monitor, view, devices,
                        clients, plugins and providers
      --export          devices as records for a bug report, without addresses
      --devices FILE    the device records for replay-events
      --daemon PATH     the daemon that demo starts (default: keyguided beside this program)
      --version         print the version
      --help            print this text

    Exit codes: 0 done, 1 it could not be done, or something is wrong with a file,
    2 wrong command line.
    """

  init(arguments: [String]) throws(ControlOptionsError) {
    let parsed: CommandLineArguments
    do {
      parsed = try CommandLineArguments(
        arguments,
        options: [
          CommandLineOption("socket", takesValue: true), CommandLineOption("seat", takesValue: true),
          CommandLineOption("json"), CommandLineOption("daemon", takesValue: true),
          CommandLineOption("export"), CommandLineOption("devices", takesValue: true),
          CommandLineOption("check"), CommandLineOption("layout", takesValue: true),
          CommandLineOption("screen", takesValue: true), CommandLineOption("application", takesValue: true),
          CommandLineOption("version"), CommandLineOption("help"),
        ])
    } catch {
      throw ControlOptionsError(description: error.description)
    }
    socket = parsed.options["socket"]
    seat = parsed.options["seat"]
    json = parsed.options["json"] != nil
    if parsed.options["help"] != nil {
      action = .help
    } else if parsed.options["version"] != nil {
      action = .version
    } else {
      switch parsed.operands {
      case ["devices"]: action = parsed.options["export"] != nil ? .exportDevices : .devices
      case ["clients"]: action = .clients
      case ["plugins"]: action = .plugins
      case let operands where operands.count == 3 && operands[0] == "plugins":
        guard let call = PluginCall(rawValue: operands[1]) else {
          throw ControlOptionsError(description: "plugins can be enabled, disabled or restarted; see --help")
        }
        action = .pluginCall(call, name: operands[2])
      case ["providers"]: action = .providers
      case ["record"]: action = .record
      case let operands where operands.starts(with: ["config", "check"]):
        action = .checkConfiguration(files: Array(operands.dropFirst(2)))
      case let operands where operands.starts(with: ["config", "show"]) && operands.count < 4:
        action = .showConfiguration(file: operands.count == 3 ? operands[2] : nil)
      case ["config", "reload"]: action = .reloadConfiguration
      case let operands where operands.count == 2 && operands[0] == "why": action = .why(device: operands[1])
      case let operands where operands.count == 2 && operands[0] == "classify": action = .classify(file: operands[1])
      case let operands where operands.count == 2 && operands[0] == "replay":
        action = .replay(file: operands[1], check: parsed.options["check"] != nil)
      case let operands where operands.count == 2 && operands[0] == "solve": action = .solve(file: operands[1])
      case let operands where operands.count > 1 && operands[0] == "check-devices":
        action = .checkDevices(files: Array(operands.dropFirst()))
      case let operands where operands.count == 2 && operands[0] == "replay-events":
        guard let devices = parsed.options["devices"] else {
          throw ControlOptionsError(description: "replay-events needs --devices FILE; see --help")
        }
        action = .replayEvents(file: operands[1], devices: devices)
      case ["status"]: action = .status
      case ["monitor"]: action = .monitor
      case ["watch"]: action = .watch
      case ["view"]:
        guard let layout = parsed.options["layout"] else {
          throw ControlOptionsError(description: "view needs --layout FILE; see --help")
        }
        action = .view(
          layout: layout, screen: parsed.options["screen"], application: parsed.options["application"])
      case ["demo"]: action = .demo(daemon: parsed.options["daemon"] ?? Self.daemonBesideThisProgram)
      case []: throw ControlOptionsError(description: "a command is missing; see --help")
      case let operands:
        if let call = ControlCall(operands) {
          action = .control(call)
          break
        }
        throw ControlOptionsError(description: "'\(operands.joined(separator: " "))' is not a command; see --help")
      }
    }
  }

  /// Both programs are installed, and built, in one folder.
  private static var daemonBesideThisProgram: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let program = length > 0 ? String(decoding: path[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
    return program.lastIndex(of: "/").map { "\(program[..<$0])/keyguided" } ?? "/usr/bin/keyguided"
  }
}
