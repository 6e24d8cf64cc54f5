import JSON

/// The source of a stream of replies to one call.
///
/// Nothing is queued: the connection asks for the next reply when the client can take one, so a slow reader costs no
/// memory, and what it gets is the newest state. The stream says when there is news, and the connection pulls.
public protocol VarlinkStream: AnyObject {
  /// Whether there is something that the client has not got.
  var hasNews: Bool { get }

  /// Writes the members of the next reply's parameters; returns whether more replies will follow.
  func encodeNext(to writer: inout JSONWriter) -> Bool

  /// The number of the reply that was written last (`seq`); where another process takes the stream up, its numbers go on
  /// from there (`VarlinkCall.resumedAt`).
  var position: Int { get }

  /// Tells the stream where to say that there is news. Called once, before anything is pulled.
  func attach(to outlet: any StreamOutlet)

  /// The client is gone, or has the last reply.
  func detach()
}

/// The connection's side of a stream. The stream keeps it weakly.
public protocol StreamOutlet: AnyObject {
  /// Sends what there is now if the client can take it, and else as soon as it can.
  func streamHasNews()

  /// Says by which call another process would open the stream as it is now, in place of the one that opened it; not asked
  /// for where there will be no such process.
  func streamIsNow(_ call: () -> [UInt8])
}

extension JSONWriter {
  /// Writes one reply of a stream; the closure writes the parameters' members and says whether more replies follow.
  mutating func varlinkStreamReply(_ parameters: (inout JSONWriter) -> Bool) {
    object { writer in
      var continues = false
      writer.key("parameters")
      writer.object { continues = parameters(&$0) }
      if continues { writer.member("continues", true) }
    }
    terminate(with: 0)
  }
}
