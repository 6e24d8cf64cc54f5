import CLinux
import Glibc

/// One option of a program, by its long name.
public struct CommandLineOption: Sendable {
  /// Without dashes, as in "socket".
  public let name: String
  /// Whether a value must follow, as in `--socket PATH` or `--socket=PATH`.
  public let takesValue: Bool

  public init(_ name: String, takesValue: Bool = false) {
    self.name = name
    self.takesValue = takesValue
  }
}

/// A command line that a program cannot understand; the text is for the person who typed it.
public struct CommandLineError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// A program's command line, taken apart by glibc's getopt_long(3): abbreviations, `--name=value` and `--` work.
public struct CommandLineArguments: Equatable, Sendable {
  /// The values of the options that were given, the last one where an option was given twice; "" without a value.
  public private(set) var options: [String: String] = [:]
  /// All values of the options that were given, in order.
  public private(set) var allValues: [String: [String]] = [:]
  /// What is not an option, in order.
  public private(set) var operands: [String] = []

  /// Takes the arguments apart; the first one is the program's name.
  public init(_ arguments: [String], options known: [CommandLineOption]) throws(CommandLineError) {
    // getopt_long permutes the array, and keeps pointers into it until the next call starts anew.
    var argv = arguments.map { strdup($0) } + [nil]
    let names = known.map { strdup($0.name) }
    defer {
      for pointer in argv { free(pointer) }
      for pointer in names { free(pointer) }
    }
    var table = zip(known, names).map { known, name in
      option(name: UnsafePointer(name), has_arg: known.takesValue ? required_argument : no_argument, flag: nil, val: 0)
    }
    table.append(option())
    linux_option_reset()
    var parsed = Result<Void, CommandLineError>.success(())
    var index: Int32 = 0
    scan: while true {
      // ":" as the only short option has getopt report errors instead of printing them.
      switch getopt_long(Int32(arguments.count), &argv, ":", &table, &index) {
      case -1:
        break scan
      case 0:
        let value = linux_option_argument().map { String(cString: $0) } ?? ""
        options[known[Int(index)].name] = value
        allValues[known[Int(index)].name, default: []].append(value)
      case let code:
        let offender = argv[Int(linux_option_index()) - 1].map { String(cString: $0) } ?? ""
        let problem = code == Int32(UInt8(ascii: ":")) ? "needs a value" : "is not an option of this program"
        parsed = .failure(CommandLineError("'\(offender)' \(problem); see --help"))
        break scan
      }
    }
    try parsed.get()
    operands = argv[Int(linux_option_index())..<arguments.count].map { $0.map { String(cString: $0) } ?? "" }
  }
}
