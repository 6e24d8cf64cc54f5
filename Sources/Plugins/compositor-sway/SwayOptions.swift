import CommandLineOptions

/// The command line of compositor-sway.
struct SwayOptions: Equatable {
  /// Height of a bar that is always at the bottom of every screen, in points; nil: there is none.
  var bottomBar: Double?

  init(_ arguments: [String]) throws(CommandLineError) {
    let parsed = try CommandLineArguments(arguments, options: [CommandLineOption("bottom-bar", takesValue: true)])
    guard parsed.operands.isEmpty else { throw CommandLineError("'\(parsed.operands[0])' is not understood") }
    guard let text = parsed.options["bottom-bar"] else { return }
    guard let height = Double(text), (0...10_000).contains(height) else {
      throw CommandLineError("--bottom-bar needs a height in points, from 0 to 10000, and not '\(text)'")
    }
    bottomBar = height
  }
}
