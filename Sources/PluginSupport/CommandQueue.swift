import KeyguideAPI

/// Which command runs, and which comes next: one at a time, so that the last wish is what is left.
public struct CommandQueue: Equatable {
  public enum Step: Equatable {
    case run(ProviderRequest)
    /// The keyboard is shown now, or hidden.
    case report(isShown: Bool, answering: Int?)
    case finish(Int, problem: String)
  }

  private var running: ProviderRequest?
  /// Nobody waits for the answer any more; the command itself goes on.
  private var isCancelled = false
  private var waiting: ProviderRequest?
  /// Nil: nothing has been done yet.
  private var isShown: Bool?

  public init() {}

  public mutating func add(_ request: ProviderRequest) -> [Step] {
    guard request.kind == .show || request.kind == .hide else {
      return [.finish(request.id, problem: "there is no command for '\(request.kind.rawValue)'")]
    }
    guard running == nil else {
      // The one that waited was cancelled by this one.
      waiting = request
      return []
    }
    return start(request)
  }

  public mutating func cancel(_ request: Int) {
    if waiting?.id == request { waiting = nil }
    if running?.id == request { isCancelled = true }
  }

  /// The command that ran has ended, well if there is no problem.
  public mutating func end(problem: String?) -> [Step] {
    guard let request = running else { return [] }
    running = nil
    var steps: [Step] = []
    if let problem {
      if !isCancelled { steps = [.finish(request.id, problem: problem)] }
    } else {
      isShown = request.kind == .show
      steps = [.report(isShown: request.kind == .show, answering: isCancelled ? nil : request.id)]
    }
    guard let next = waiting else { return steps }
    waiting = nil
    return steps + start(next)
  }

  /// The keyboard has come or gone by itself, or by a person's hand.
  public mutating func see(isShown now: Bool) -> [Step] {
    guard now != isShown else { return [] }
    isShown = now
    return [.report(isShown: now, answering: nil)]
  }

  /// What a daemon that knows nothing is told.
  public var resynced: [Step] { isShown.map { [.report(isShown: $0, answering: nil)] } ?? [] }

  private mutating func start(_ request: ProviderRequest) -> [Step] {
    running = request
    isCancelled = false
    return [.run(request)]
  }
}
