import EventLoop
import Glibc
import JSON
import KeyguideAPI
import KeyguideClient

/// Prints the seat's state once.
func showStatus(_ options: ControlOptions) throws(ClientError) {
  let client = try VarlinkClient(path: options.socket ?? VarlinkClient.defaultPath)
  let reply = try client.call("io.keyguide.Monitor.Subscribe") { $0.member("seat", options.seat) }
  if options.json { return printLine(reply.parameterText) }
  do {
    var reader = reply.reader
    let decoded = try MonitorReply(from: &reader)
    for line in SeatDescription.lines(decoded.parts) { printLine(line) }
  } catch {
    throw .invalidReply(error)
  }
}

/// Prints the seat's state, and then what changes, until the user ends it; a daemon that was restarted is found again.
func monitor(_ options: ControlOptions) throws(ClientError) {
  let subscription = try SeatSubscription(path: options.socket ?? VarlinkClient.defaultPath, seat: options.seat)
  while true {
    let isNew = subscription.interruption == nil
    if let reply = try subscription.receive() {
      if options.json {
        printLine(subscription.lastReply?.parameterText ?? "{}")
      } else {
        for line in SeatDescription.lines(reply.parts) { printLine("\(reply.seq)  \(line)") }
      }
      continue
    }
    // Said once, however often it is tried.
    if isNew, let error = subscription.interruption { complain(ConnectionLost(reason: error)) }
    subscription.wait()
  }
}

private struct ConnectionLost: Error, CustomStringConvertible {
  let reason: ClientError
  var description: String { "\(reason); trying again" }
}

/// Shows the seat and a window in focus, until the daemon or the user ends it.
func watch(_ options: ControlOptions) throws {
  let loop = try EventLoop()
  let signals = try [SIGINT, SIGTERM].map { signal in try loop.onSignal(signal) { loop.exit(code: 0) } }
  let view = try LiveView(loop: loop, socket: options.socket ?? VarlinkClient.defaultPath)
  let code = try withExtendedLifetime((signals, view)) { try loop.run() }
  exit(code)
}

/// Prints what happens to a seat as lines of a recording, until the daemon or the user ends it.
func record(_ options: ControlOptions) throws(ClientError) {
  let client = try VarlinkClient(path: options.socket ?? VarlinkClient.defaultPath)
  try client.send("io.keyguide.Control.Record", more: true) { $0.member("seat", options.seat) }
  var hasBegun = false
  while true {
    var reader = try client.next().reader
    var line: ArraySlice<UInt8> = []
    do throws(JSONError) {
      try reader.readObject { (name, value) throws(JSONError) in
        if name == "line" { line = try value.readText() }
      }
    } catch {
      throw .invalidReply(error)
    }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("{\"format\"") {
      if hasBegun {
        complain(DeviceCommandError(description: "too slow: the recording starts anew at the next header"))
      }
      hasBegun = true
    }
    printLine(text)
  }
}
