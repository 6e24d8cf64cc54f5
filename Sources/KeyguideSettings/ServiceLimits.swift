import VarlinkServer

/// How much clients may ask of the daemon, all in one place; holds from the daemon's next start.
///
/// The limits of one layout are its document's: `LayoutDocument.mostViews` and its neighbours.
public struct ServiceLimits: Equatable, Sendable {
  /// Messages, connections and calls.
  public var varlink = VarlinkLimits()
  /// Windows of one user at the same time. One more is refused, with the limit's name `windows`.
  public var windowsPerUser = 1024
  /// Bytes that the layouts of one user's windows hold together. One more is refused, with the name `layoutBytesPerUser`.
  public var layoutBytesPerUser = 12 << 20
  /// The same for the layouts of all users; its name is `layoutBytes`.
  public var layoutBytes = 24 << 20
  /// What a seat keeps of its latest changes for clients that connect again.
  public var history = HistoryLimits()

  public init() {}
}

/// How much is kept of a seat's latest changes; what is older goes.
public nonisolated struct HistoryLimits: Equatable, Sendable {
  public var changes = 256
  public var bytes = 128 << 10

  public init() {}
}
