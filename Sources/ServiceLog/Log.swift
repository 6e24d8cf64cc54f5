import EventLoop
import Glibc

/// Writes to the journal with stable MESSAGE_IDs where standard error is the journal, else lines to standard error.
///
/// Whatever a client or device causes is limited: so many messages of a kind at once, then one now and then, which says
/// how many were left out.
public final class Log {
  /// Messages of one kind at once, and how long it takes until there may be another one, in microseconds.
  public static let limit = (burst: 20, interval: UInt64(10_000_000))

  private let program: String
  private let write: (LogEntry) -> Void
  private let now: () -> UInt64
  private var limits: [LogEvent: (rate: TokenBucket, leftOut: Int)] = [:]

  /// A log of this process.
  public convenience init(program: String) {
    let journal = JournalStream.isStandardError
    let isTerminal = isatty(STDERR_FILENO) == 1
    self.init(program: program, now: { EventLoop.monotonicNow }) { entry in
      if journal { return JournalStream.send(entry.journalFields) }
      Self.writeLine(entry, forPerson: isTerminal)
    }
  }

  /// A log that hands its entries on; the clock is in microseconds.
  public init(program: String, now: @escaping () -> UInt64, write: @escaping (LogEntry) -> Void) {
    self.program = program
    self.now = now
    self.write = write
  }

  /// Notes that something has happened; fields say more to programs, by names of capitals.
  public func callAsFunction(_ event: LogEvent, _ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    var state = limits[event] ?? (TokenBucket(interval: Self.limit.interval, burst: Self.limit.burst), 0)
    defer { limits[event] = state }
    guard state.rate.take(at: now()) == nil else {
      state.leftOut += 1
      return
    }
    let more = state.leftOut > 0 ? " (\(state.leftOut) more like this were left out)" : ""
    state.leftOut = 0
    write(LogEntry(program: program, event: event, message: message + more, fields: fields.map { ($0, $1) }))
  }

  /// Says why the process ends, always on standard error: of a process that has ended by the time that it looks, the
  /// journal cannot tell which unit it was of.
  public func lastWords(_ message: String) {
    Self.writeLine(message, priority: .error, program: isatty(STDERR_FILENO) == 1 ? program : nil)
  }

  /// With the journal's priority in front (sd-daemon(3)), unless a person reads along.
  private static func writeLine(_ entry: LogEntry, forPerson: Bool) {
    writeLine(entry.message, priority: entry.event.priority, program: forPerson ? entry.program : nil)
  }

  private static func writeLine(_ message: String, priority: LogPriority, program: String?) {
    let line = program.map { "\($0): \(message)\n" } ?? "<\(priority.rawValue)>\(message)\n"
    // One write, so that lines do not mix; a lost line must not stop the daemon.
    _ = line.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
  }
}

/// One message to the log.
public struct LogEntry {
  public let program: String
  public let event: LogEvent
  public let message: String
  public let fields: [(name: String, value: String)]

  /// The entry as fields of the journal (systemd.journal-fields(7)).
  public var journalFields: [String] {
    [
      "MESSAGE=\(message)", "PRIORITY=\(event.priority.rawValue)", "MESSAGE_ID=\(event.rawValue)",
      "SYSLOG_IDENTIFIER=\(program)",
    ] + fields.map { "\($0.name)=\($0.value)" }
  }
}
