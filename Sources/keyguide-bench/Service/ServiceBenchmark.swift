import Glibc
import KeyguideAPI
import KeyguideClient

/// How soon a client hears of a change, alone and beside somebody who wants to keep the daemon busy.
enum ServiceBenchmark {
  /// Each kind of block comes so often, in turn, so that a drift of the machine is in both.
  private static let blocks = 8
  private static let rounds = 400
  private static let windows = 100

  static func run() throws {
    print("from a report of a keyboard to a window's guide: \(try reportToGuide().text)")
    for windows in [0, windows] {
      let daemon = try BenchedDaemon()
      print("from a call to a subscriber, \(windows) windows open")
      let open = try (0..<windows).map { try GuidedWindow(path: daemon.socket, focus: $0 == 0 ? "field" : nil) }
      for disturbance in Disturbance.allCases { print("  \(try compare(disturbance, daemon))") }
      withExtendedLifetime(open) {}
    }
  }

  /// Times of rounds in microseconds, in order.
  private struct Latencies {
    private(set) var times: [Double] = []

    mutating func add(_ time: Double) { times.append(time) }
    mutating func sort() { times.sort() }
    var median: Double { times[times.count / 2] }
    var p99: Double { times[times.count * 99 / 100] }
    var text: String { "median \(Int(median)) µs, p99 \(Int(p99)) µs" }
  }

  private static func compare(_ disturbance: Disturbance, _ daemon: BenchedDaemon) throws -> String {
    var (alone, beside) = (Latencies(), Latencies())
    let seat = try SeatSubscription(VarlinkClient(path: daemon.socket))
    _ = try seat.next()
    var (replies, seconds) = (0, 0.0)
    for _ in 0..<blocks {
      try measure(daemon, seat, into: &alone)
      let thread = try DisturbingThread(disturbance, daemon.socket)
      let start = Measurement.now
      try measure(daemon, seat, into: &beside)
      seconds += (Measurement.now - start) / 1e6
      thread.stop()
      replies += thread.answered.load(ordering: .relaxed)
    }
    alone.sort()
    beside.sort()
    let rate = replies > 0 ? ", \(Int(Double(replies) / seconds)) reports a second" : ""
    return """
      \(disturbance.rawValue)\(rate)
          alone \(alone.text); beside it \(beside.text); \
      median × \(Measurement.rounded(beside.median / alone.median)), p99 × \(Measurement.rounded(beside.p99 / alone.p99))
      """
  }

  /// One client chooses a language, again and again, and another one waits until it hears of it.
  private static func measure(
    _ daemon: BenchedDaemon, _ seat: SeatSubscription, into latencies: inout Latencies
  ) throws {
    // A new one for each block: the daemon slows down who calls too often.
    let caller = try VarlinkClient(path: daemon.socket)
    for round in 0..<rounds {
      let language = BenchedDaemon.languages[round % 2]
      // As often as people do things, so that nothing is measured but one thing at a time.
      usleep(500)
      let start = Measurement.now
      try caller.send("io.keyguide.Control.SetLanguage") { $0.member("language", language) }
      while seat.state.parts.language?.current != language { _ = try seat.next() }
      latencies.add(Measurement.now - start)
      _ = try caller.next()
    }
    _ = try caller.call("io.keyguide.Control.SetLanguage")
    while seat.state.parts.language?.current == BenchedDaemon.languages[(rounds - 1) % 2] { _ = try seat.next() }
  }

  /// The everyday path: an on-screen keyboard has another height, and a window is told its guide.
  private static func reportToGuide() throws -> Latencies {
    let daemon = try BenchedDaemon()
    let requests = try VarlinkClient(path: daemon.socket)
    try requests.send("io.keyguide.Provider.Register", more: true) { writer in
      writer.member("name", "keyboard")
      writer.member("apiVersion", 1)
      writer.member("roles", ["softwareKeyboard"])
    }
    var reader = try requests.next().reader
    let provider = try RegistrationReply(from: &reader).provider
    let reports = try VarlinkClient(path: daemon.socket)
    let window = try GuidedWindow(path: daemon.socket, focus: "field")
    var height = try window.next().guide.frame.height
    var latencies = Latencies()
    for round in 0..<rounds {
      let wanted = 300.0 + Double(round % 2) * 50
      // Slower than reports are passed on at most.
      usleep(10_000)
      let start = Measurement.now
      try reports.send("io.keyguide.Provider.ReportKeyboard") { writer in
        writer.member("provider", provider)
        writer.member("kind", "docked")
        writer.key("frame")
        writer.object { writer in
          writer.member("x", 0.0)
          writer.member("y", 800 - wanted)
          writer.member("width", 1280.0)
          writer.member("height", wanted)
        }
      }
      while height != wanted { height = try window.next().guide.frame.height }
      latencies.add(Measurement.now - start)
      _ = try reports.next()
    }
    latencies.sort()
    return latencies
  }
}
