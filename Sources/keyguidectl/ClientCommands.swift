import JSON
import KeyguideAPI
import KeyguideClient

/// Prints who is connected to the daemon, what each reads, and how far behind it is.
func listClients(_ options: ControlOptions) throws(ClientError) {
  let client = try VarlinkClient(path: options.socket ?? VarlinkClient.defaultPath)
  let reply = try client.call("io.keyguide.Control.Clients")
  if options.json { return printLine(reply.parameterText) }
  do {
    var reader = reply.reader
    for client in try ClientList(from: &reader).clients {
      for line in ClientDescription.lines(client) { printLine(line) }
    }
  } catch {
    throw .invalidReply(error)
  }
}

/// Says in words what a client does.
enum ClientDescription {
  static func lines(_ client: ClientList.Client) -> [String] {
    let connections = client.connections == 1 ? "1 connection" : "\(client.connections) connections"
    return ["process \(client.pid) of user \(client.uid), \(connections)"] + client.streams.map { "  \(line($0))" }
  }

  private static func line(_ stream: ClientList.Stream) -> String {
    let name = [stream.kind.rawValue, stream.window, "on", stream.seat].compactMap { $0 }.joined(separator: " ")
    let pending = stream.pending > 0 ? ", \(stream.pending) behind" : ""
    let missed = stream.missed > 0 ? ", \(stream.missed) passed over" : ""
    return "\(name): message \(stream.seq)\(pending)\(missed)"
  }
}
