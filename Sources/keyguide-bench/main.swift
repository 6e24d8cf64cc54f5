import Glibc

// Measures what Keyguide does, each time beside something to compare it with, or against a bound that is stated.

func attempt(_ measure: () throws -> Void) {
  do {
    try measure()
  } catch {
    print("keyguide-bench: \(error)")
    exit(1)
  }
}

switch CommandLine.arguments.dropFirst().first {
case "seat": SeatBenchmark.run()
case "solver" where CommandLine.arguments.count > 2:
  attempt { try SolverBenchmark.run(CommandLine.arguments[2], json: CommandLine.arguments.contains("--json")) }
case "layout" where CommandLine.arguments.count > 2:
  attempt { try LayoutBenchmark.run(CommandLine.arguments[2]) }
case "service": attempt { try ServiceBenchmark.run() }
default:
  print(
    """
    Usage: keyguide-bench seat
           keyguide-bench solver FOLDER [--json]
           keyguide-bench layout FOLDER
           keyguide-bench service

      seat     a keyboard change in the state machine alone, with 1,000 windows
      solver   the constraint solver, with the workload files of a folder
      layout   a window's layout, with the documents of a folder
      service  how soon clients hear of changes, alone and beside hostile plugins; the daemon of this program's folder
    """)
  exit(CommandLine.arguments.count > 1 ? 2 : 0)
}
