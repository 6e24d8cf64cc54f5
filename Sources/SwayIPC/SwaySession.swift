import JSON

/// What is said over one connection: events are subscribed to, and after each the whole tree is asked for.
///
/// The compositor's events tell that something has changed, not what all is: they are never taken for more than that.
/// At most one question is under way, so that a flood of events costs one answer at a time.
public struct SwaySession: Equatable, Sendable {
  public enum Step: Equatable, Sendable {
    case send(SwayMessage)
    /// Screens and windows, as they are now.
    case layout(SwayLayout)
    /// Something that whoever runs this should know; the session goes on.
    case problem(String)
  }

  /// What is asked for, the most first: sway before 1.9 knows no event for outputs, and refuses all for one.
  static let subscriptions = [["window", "workspace", "output"], ["window", "workspace"]]

  private var subscription = 0
  private var isAsking = false
  /// Something has changed since the question that is under way.
  private var isStale = false

  public init() {}

  /// What to say first. The tree is asked for after the subscription, so that nothing happens unseen in between.
  public mutating func start() -> [Step] {
    let names = Self.subscriptions[subscription].map { "\"\($0)\"" }.joined(separator: ",")
    return [.send(SwayMessage(.subscribe, payload: Array("[\(names)]".utf8)))]
  }

  /// Something has changed.
  public mutating func invalidate() -> [Step] {
    guard !isAsking else {
      isStale = true
      return []
    }
    isAsking = true
    isStale = false
    return [.send(SwayMessage(.getTree))]
  }

  public mutating func receive(_ message: SwayMessage) -> [Step] {
    if message.kind.isEvent { return invalidate() }
    switch message.kind {
    case .subscribe: return subscribed(Self.isSuccess(message.payload))
    case .getTree: return answered(message.payload)
    default: return []
    }
  }

  private mutating func subscribed(_ isAccepted: Bool) -> [Step] {
    if isAccepted { return invalidate() }
    subscription += 1
    guard subscription < Self.subscriptions.count else {
      subscription = 0
      return [.problem("the compositor refuses to tell of windows and workspaces")] + invalidate()
    }
    return start()
  }

  private mutating func answered(_ tree: [UInt8]) -> [Step] {
    isAsking = false
    var steps: [Step] = []
    do throws(JSONError) {
      steps = [.layout(try SwayLayout(tree: tree))]
    } catch {
      steps = [.problem("the compositor's tree cannot be read: \(error)")]
    }
    return isStale ? steps + invalidate() : steps
  }

  private static func isSuccess(_ payload: [UInt8]) -> Bool {
    var isSuccess = false
    var reader = JSONReader(payload)
    try? reader.readObject { (name, value) throws(JSONError) in
      if name == "success" { isSuccess = try value.readBool() }
    }
    return isSuccess
  }
}
