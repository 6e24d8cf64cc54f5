import Glibc

/// Says a line on standard error, which goes to the journal under the plugin's name.
public func complain(_ text: String) {
  let line = text + "\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

/// Runs a plugin's program and ends the process with its exit code; an error is said, and is code 1.
public func runPlugin(_ body: () throws -> Int32) -> Never {
  do {
    exit(try body())
  } catch {
    complain("\(error)")
    exit(1)
  }
}
