import EventLoop
import KeyguideAPI

/// An on-screen keyboard that is shown and hidden by commands, one at a time.
public final class CommandKeyboard {
  /// What there is to tell the daemon.
  public enum Answer: Equatable, Sendable {
    case report(isShown: Bool, answering: Int?)
    case finish(Int, problem: String)
  }

  private let loop: EventLoop
  private let timeLimit: UInt64
  private let words: (ProviderRequest) -> [String]
  private let handler: (Answer) -> Void
  private var queue = CommandQueue()
  private var command: Command?

  /// `words` is the command for a request to show or to hide, which may take so many microseconds.
  public init(
    loop: EventLoop, timeLimit: UInt64, words: @escaping (ProviderRequest) -> [String],
    handler: @escaping (Answer) -> Void
  ) {
    self.loop = loop
    self.timeLimit = timeLimit
    self.words = words
    self.handler = handler
  }

  public func take(_ request: ProviderRequest) { carryOut(queue.add(request)) }

  public func cancel(_ request: Int) { queue.cancel(request) }

  /// It is so now, by whatever cause.
  public func see(isShown: Bool) { carryOut(queue.see(isShown: isShown)) }

  /// Says anew what is known.
  public func resync() { carryOut(queue.resynced) }

  private func carryOut(_ steps: [CommandQueue.Step]) {
    for step in steps {
      switch step {
      case .run(let request): run(request)
      case .report(let isShown, let request): handler(.report(isShown: isShown, answering: request))
      case .finish(let request, let problem): handler(.finish(request, problem: problem))
      }
    }
  }

  private func run(_ request: ProviderRequest) {
    let words = words(request)
    let name = words.first ?? ""
    // What a command needs to know to show the right keyboard.
    var variables: [String: String] = [:]
    if let language = request.language { variables["KEYGUIDE_LANGUAGE"] = language }
    if let form = request.form { variables["KEYGUIDE_FORM"] = form.rawValue }
    do throws(EventLoopError) {
      command = try Command(words, variables: variables, limit: timeLimit, loop: loop) { [weak self] outcome in
        guard let self else { return }
        carryOut(queue.end(problem: outcome.problem.map { "'\(name)' \($0)" }))
      }
    } catch {
      carryOut(queue.end(problem: "'\(name)' cannot be started: \(error)"))
    }
  }
}
