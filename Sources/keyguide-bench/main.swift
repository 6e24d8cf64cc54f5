import Glibc

// Measures what Keyguide does, each time beside something to compare it with, or against a bound that is stated.

switch CommandLine.arguments.dropFirst().first {
case "seat": SeatBenchmark.run()
default:
  print("Usage: keyguide-bench seat\n\n  seat   a keyboard change in the state machine alone, with 1,000 windows")
  exit(CommandLine.arguments.count > 1 ? 2 : 0)
}
