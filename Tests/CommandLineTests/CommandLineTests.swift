import CommandLineOptions
import Testing

@testable import keyguide_plugin_host
@testable import keyguidectl
@testable import keyguided

/// One after the other: getopt_long keeps its state in globals.
@Suite(.serialized) struct CommandLineTests {
  private let options = [CommandLineOption("socket", takesValue: true), CommandLineOption("json")]

  @Test("options and operands, in any order and both forms")
  func parses() throws {
    let parsed = try CommandLineArguments(["p", "status", "--socket=/a", "--json", "x"], options: options)
    #expect(parsed.options == ["socket": "/a", "json": ""])
    #expect(parsed.operands == ["status", "x"])
    #expect(try CommandLineArguments(["p", "--socket", "/b"], options: options).options == ["socket": "/b"])
    #expect(try CommandLineArguments(["p", "--", "--json"], options: options).operands == ["--json"])
    #expect(try CommandLineArguments(["p"], options: options).options.isEmpty)
  }

  @Test(
    "what is wrong is named",
    arguments: [
      (["p", "--colour"], "'--colour' is not an option of this program; see --help"),
      (["p", "--socket"], "'--socket' needs a value; see --help"),
      (["p", "--json=yes"], "'--json=yes' is not an option of this program; see --help"),
    ])
  func errors(arguments: [String], text: String) {
    let error = #expect(throws: CommandLineError.self) { try CommandLineArguments(arguments, options: options) }
    #expect(error?.description == text)
  }

  @Test("the daemon's command line")
  func daemon() throws {
    let options = try DaemonOptions(arguments: ["keyguided", "--socket", "/s", "--source", "automatic"])
    #expect(options.socket == "/s")
    guard case .automatic = options.source else { return #expect(Bool(false), "--source automatic") }
    #expect(try DaemonOptions(arguments: ["keyguided", "--version"]).action == .version)
    #expect(throws: DaemonOptionsError.self) { try DaemonOptions(arguments: ["keyguided", "stray"]) }
    #expect(throws: DaemonOptionsError.self) { try DaemonOptions(arguments: ["keyguided", "--source", "usb"]) }
    #expect(throws: DaemonOptionsError.self) { try DaemonOptions(arguments: ["keyguided", "--recording", "/nowhere"]) }
    #expect(throws: DaemonOptionsError.self) {
      try DaemonOptions(arguments: ["keyguided", "--recording", "/dev/null"])
    }
  }

  @Test("the plugin host's command line; folders can be named more than once")
  func pluginHost() throws {
    let words = ["keyguide-plugin-host", "--scope", "system", "--plugins=/a", "--plugins", "/b", "--control", "/c"]
    let options = try HostOptions(arguments: words)
    #expect(options.scope == .system && options.folders == ["/a", "/b"] && options.control == "/c")
    #expect(options.state == nil && options.daemon == "/run/keyguide/io.keyguide")
    for wrong in [["--scope", "user"], ["stray"], ["--launch", "x"]] {
      #expect(throws: HostOptionsError.self) { try HostOptions(arguments: ["keyguide-plugin-host"] + wrong) }
    }
  }

  @Test("the client's command line")
  func control() throws {
    let options = try ControlOptions(arguments: ["keyguidectl", "monitor", "--json", "--seat", "seat1"])
    #expect(options.action == .monitor)
    #expect(options.json)
    #expect(options.seat == "seat1")
    #expect(try ControlOptions(arguments: ["keyguidectl", "--help"]).action == .help)
    #expect(try ControlOptions(arguments: ["keyguidectl", "demo", "--daemon", "/d"]).action == .demo(daemon: "/d"))
    let calls: [(String, ControlCall)] = [
      ("keyboard float", .perform("floatKeyboard")), ("keyboard auto", .overrideKeyboard(nil)),
      ("bar off", .enableBar(false)), ("language set de", .setLanguage("de")),
      ("language next", .perform("nextLanguage")),
      ("ignore-external on", .ignoreExternalKeyboards(true)),
    ]
    for (line, call) in calls {
      let words = line.split(separator: " ").map(String.init)
      #expect(try ControlOptions(arguments: ["keyguidectl"] + words).action == .control(call))
    }
    let commands: [(String, ControlOptions.Action)] = [
      ("config check", .checkConfiguration(files: [])), ("config check a b", .checkConfiguration(files: ["a", "b"])),
      ("config show", .showConfiguration(file: nil)), ("config show a", .showConfiguration(file: "a")),
      ("config reload", .reloadConfiguration), ("plugins", .plugins),
      ("plugins disable a", .pluginCall(.disable, name: "a")), ("plugins restart a", .pluginCall(.restart, name: "a")),
      ("clients", .clients), ("providers", .providers),
    ]
    for (line, action) in commands {
      let words = line.split(separator: " ").map(String.init)
      #expect(try ControlOptions(arguments: ["keyguidectl"] + words).action == action)
    }
    for wrong in [
      ["keyguidectl"], ["keyguidectl", "bar"], ["keyguidectl", "language", "set"], ["keyguidectl", "dance"],
      ["keyguidectl", "status", "x"], ["keyguidectl", "plugins", "kill", "a"], ["keyguidectl", "plugins", "enable"],
      ["keyguidectl", "config"], ["keyguidectl", "config", "show", "a", "b"],
    ] {
      #expect(throws: ControlOptionsError.self) { try ControlOptions(arguments: wrong) }
    }
  }
}
