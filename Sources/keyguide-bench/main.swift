import Glibc

// Measures what Keyguide does, each time beside something to compare it with, or against a bound that is stated.

switch CommandLine.arguments.dropFirst().first {
case "seat": SeatBenchmark.run()
case "solver" where CommandLine.arguments.count > 2:
  do {
    try SolverBenchmark.run(CommandLine.arguments[2], json: CommandLine.arguments.contains("--json"))
  } catch {
    print("keyguide-bench: \(error)")
    exit(1)
  }
default:
  print(
    """
    Usage: keyguide-bench seat
           keyguide-bench solver FOLDER [--json]

      seat     a keyboard change in the state machine alone, with 1,000 windows
      solver   the constraint solver, with the workload files of a folder
    """)
  exit(CommandLine.arguments.count > 1 ? 2 : 0)
}
