import Glibc

/// Prints a line at once, also into a pipe; ends the program when nobody reads any more.
func printLine(_ line: String) {
  // nil stands for every stream: Swift 6 rejects the mutable global stdout.
  guard puts(line) >= 0, fflush(nil) == 0 else { exit(0) }
}

/// Tells the person what went wrong, on standard error.
func complain(_ error: any Error) {
  let line = "keyguidectl: \(error)\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}
