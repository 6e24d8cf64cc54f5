/// How the daemon ends, as `--help` says.
enum ExitCode {
  static let success: Int32 = 0
  /// Something that it needs did not work; the last line of the log says what.
  static let failure: Int32 = 1
  /// The command line was not understood.
  static let usage: Int32 = 2
}
