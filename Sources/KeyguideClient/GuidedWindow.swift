import JSON
import KeyguideAPI
import Varlink

/// A window whose keyboard guide the daemon keeps; it lives as long as this object.
///
/// When the connection breaks, the window is opened anew as it was, as soon as there is a daemon again. It belongs to one
/// thread. A program with an event loop watches `descriptor`, which stays the same, and calls `receive` until there is
/// nothing more; others call `next`.
public final class GuidedWindow {
  /// Readable when `receive` may have something, or has to connect again; owned by the window.
  public var descriptor: Int32 { reconnection.descriptor }
  /// The window's name for `focus`, known from the first reply on; another one when it was opened anew.
  public private(set) var name: String?
  /// Why there is no connection now; nil while there is one.
  public private(set) var interruption: ClientError?
  private let reconnection: Reconnection
  private let path: String
  private let seat: String?
  private let followsUndockedKeyboard: Bool
  private let layout: [UInt8]?
  private let application: String?
  private var focused: String?
  /// Whether there has been a reply yet: until then every error is one.
  private var hasOpened = false
  /// Somebody has closed the window.
  private var hasEnded = false

  /// Opens a window on a connection of its own.
  ///
  /// `focus` names the text view that has the focus from the start. With `followsUndockedKeyboard` the guide has the
  /// keyboard's real left and right edges. `layout` is the text of a `LayoutDocument`: then replies have the frames of its
  /// views. `application` names the program as the compositor has it, for a window in another program's, as in a
  /// terminal. The first time it must succeed: throws when nobody serves the socket.
  public init(
    path: String = VarlinkClient.defaultPath, seat: String? = nil, focus: String? = nil,
    followsUndockedKeyboard: Bool = false, layout: String? = nil, application: String? = nil,
    backoff: Backoff = Backoff(), timer: (any RetryTimer)? = nil
  ) throws(ClientError) {
    self.path = path
    self.seat = seat
    self.followsUndockedKeyboard = followsUndockedKeyboard
    self.layout = layout.map { Array($0.utf8) }
    self.application = application
    focused = focus
    // `??` rethrows untyped.
    let timer: any RetryTimer = if let timer { timer } else { try MonotonicTimer() }
    reconnection = try Reconnection(path: path, backoff: backoff, timer: timer)
    _ = try reconnection.connection(greet: open)
  }

  /// Waits for the window's next state; throws `disconnected` when somebody has closed the window.
  public func next() throws(ClientError) -> LayoutReply {
    while true {
      if let reply = try receive() { return reply }
      reconnection.wait()
    }
  }

  /// The window's next state if it is there already; nil when it is not.
  public func receive() throws(ClientError) -> LayoutReply? {
    guard !hasEnded else { throw .disconnected }
    do throws(ClientError) {
      guard let client = try reconnection.connection(greet: open), let reply = try client.receive() else { return nil }
      let decoded = try take(reply)
      reconnection.succeed()
      interruption = nil
      return decoded
    } catch {
      try survive(error)
      reconnection.fail()
      interruption = error
      name = nil
      return nil
    }
  }

  /// Gives the focus to a text view of the window, or takes it away; the result is told by `next`.
  ///
  /// The window's own connection is busy with its stream, so the call takes another one.
  public func focus(_ view: String?) throws(ClientError) {
    // `??` rethrows untyped.
    let window = if let name { name } else { try next().window }
    _ = try VarlinkClient(path: path).call("io.keyguide.Layout.Focus") { writer in
      writer.member("window", window)
      writer.member("view", view)
    }
    focused = view
  }

  private func open(on client: VarlinkClient) throws(ClientError) {
    try client.send("io.keyguide.Layout.Open", more: true) { writer in
      writer.member("seat", seat)
      writer.member("focus", focused)
      writer.member("followsUndockedKeyboard", followsUndockedKeyboard)
      writer.member("application", application)
      if let layout {
        writer.key("layout")
        writer.verbatim(layout)
      }
    }
  }

  /// Throws an error that connecting again does not help against.
  private func survive(_ error: ClientError) throws(ClientError) {
    guard hasOpened else { throw error }
    switch error {
    case .invalidReply, .replyTooLong: throw error
    // Whatever it is, it was not so before, and may be otherwise again: no session, no seat, too many windows.
    case .refused, .socket, .disconnected, .brokenStream: break
    }
  }

  private func take(_ reply: VarlinkReply) throws(ClientError) -> LayoutReply {
    do {
      var reader = reply.reader
      let decoded = try LayoutReply(from: &reader)
      name = decoded.window
      hasOpened = true
      hasEnded = !reply.continues
      return decoded
    } catch {
      throw .invalidReply(error)
    }
  }
}
