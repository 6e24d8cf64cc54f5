import JSON
import KeyguideAPI
import Varlink

/// A window whose keyboard guide the daemon keeps; it lives as long as this object.
public final class GuidedWindow {
  /// Readable when `receive` may have something; owned by the window.
  public var descriptor: Int32 { client.descriptor }
  /// The window's name for `focus`, known from the first reply on.
  public private(set) var name: String?
  private let client: VarlinkClient
  private let path: String

  /// Opens a window on a connection of its own.
  ///
  /// `focus` names the text view that has the focus from the start. With `followsUndockedKeyboard` the guide has the
  /// keyboard's real left and right edges. `layout` is the text of a `LayoutDocument`: then replies have the frames of its
  /// views.
  public init(
    path: String = VarlinkClient.defaultPath, seat: String? = nil, focus: String? = nil,
    followsUndockedKeyboard: Bool = false, layout: String? = nil
  ) throws(ClientError) {
    self.path = path
    client = try VarlinkClient(path: path)
    try client.send("io.keyguide.Layout.Open", more: true) { writer in
      writer.member("seat", seat)
      writer.member("focus", focus)
      writer.member("followsUndockedKeyboard", followsUndockedKeyboard)
      if let layout {
        writer.key("layout")
        writer.verbatim(Array(layout.utf8))
      }
    }
  }

  /// Waits for the window's next state.
  public func next() throws(ClientError) -> LayoutReply {
    try take(client.next())
  }

  /// The window's next state if it is there already; nil when it is not.
  public func receive() throws(ClientError) -> LayoutReply? {
    guard let reply = try client.receive() else { return nil }
    return try take(reply)
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
  }

  private func take(_ reply: VarlinkReply) throws(ClientError) -> LayoutReply {
    do {
      var reader = reply.reader
      let decoded = try LayoutReply(from: &reader)
      name = decoded.window
      return decoded
    } catch {
      throw .invalidReply(error)
    }
  }
}
