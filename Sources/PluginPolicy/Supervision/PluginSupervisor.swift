/// Decides what happens to one plugin: when it is started, when again, and when not.
///
/// A pure value: what happens comes in with its moment, in microseconds of the monotonic clock, and what is to be done
/// comes out, with the moment of the next `timePassed`.
public struct PluginSupervisor: Equatable, Sendable {
  /// Seconds between a crash and the next start, the first time; it doubles each time.
  static let firstDelay = 1.0
  static let longestDelay = 60.0
  /// So many crashes within so many seconds park a plugin (the rule of VS Code's extension host).
  static let crashLimit = (count: 3, seconds: 300.0)
  /// Seconds between asking a plugin to end and ending it (go-plugin's).
  static let patience = 2.0
  /// Seconds before the daemon was seen to be gone in which its end may have been what ended a plugin.
  static let blame = 1.0
  /// Characters of a plugin's last words that a person is told.
  static let longestWords = 300

  public private(set) var phase = Phase.awaitingDaemon
  /// When `timePassed` is due.
  public private(set) var deadline: UInt64?
  /// What went wrong last.
  public private(set) var problem: String?
  private var isEnabled: Bool
  private var isDaemonThere: Bool
  private var handshake: Double
  /// Moments of the latest crashes.
  private var crashes: [UInt64] = []
  /// Failures in a row.
  private var failures = 0
  /// Since when it has been registered.
  private var registeredSince: UInt64?
  /// The daemon has gone while it ran: what the plugin does then is no fault of its own.
  private var lostDaemon = false

  /// A plugin that waits for `begin`; `handshake` is the time that it has to register, in seconds.
  public init(isEnabled: Bool, isDaemonThere: Bool, handshake: Double) {
    self.isEnabled = isEnabled
    self.isDaemonThere = isDaemonThere
    self.handshake = handshake
  }

  /// Whether a process of it is there.
  public var hasProcess: Bool {
    switch phase {
    case .starting, .running, .stopping: true
    default: false
    }
  }

  /// Starts it if it can be.
  public mutating func begin(at now: UInt64) -> [Effect] {
    (deadline, registeredSince, lostDaemon) = (nil, nil, false)
    guard isEnabled else { return enter(.disabled) }
    guard isDaemonThere else { return enter(.awaitingDaemon) }
    deadline = Self.moment(handshake, after: now)
    return enter(.connecting, [.connect])
  }

  public mutating func handle(_ input: Input, at now: UInt64) -> [Effect] {
    switch input {
    case .daemonConnected: return daemonConnected(at: now)
    case .daemonLost(let reason): return daemonLost(reason, at: now)
    case .connected:
      guard phase == .connecting else { return [] }
      deadline = Self.moment(handshake, after: now)
      return enter(.starting, [.launch])
    case .connectionFailed(let reason):
      guard phase == .connecting else { return [] }
      problem = reason
      return wait(at: now, [.disconnect])
    case .launchFailed(let reason):
      guard phase == .starting else { return [] }
      return crash(reason, at: now)
    case .registered(let isSlow): return registered(isSlow: isSlow, at: now)
    case .unregistered:
      guard case .running = phase else { return [] }
      deadline = Self.moment(handshake, after: now)
      return enter(.starting)
    case .ended(let end, let lastWords): return ended(end, saying: lastWords, at: now)
    case .timePassed: return timePassed(at: now)
    case .restart: return restart(at: now)
    case .enable(let isEnabled):
      self.isEnabled = isEnabled
      return restart(at: now)
    case .manifestChanged(let isEnabled, let handshake):
      (self.isEnabled, self.handshake) = (isEnabled, handshake)
      return restart(at: now)
    case .executableChanged:
      switch phase {
      case .parked, .waiting, .finished: return restart(at: now)
      default: return []
      }
    case .leave:
      if hasProcess { return stop(.leave, at: now) }
      let effects: [Effect] = phase == .connecting ? [.disconnect] : []
      deadline = nil
      return enter(.left, effects)
    }
  }

  private mutating func registered(isSlow: Bool, at now: UInt64) -> [Effect] {
    switch phase {
    case .starting, .running: break
    default: return []
    }
    (deadline, lostDaemon) = (nil, false)
    registeredSince = registeredSince ?? now
    return enter(.running(isSlow: isSlow))
  }

  // MARK: The daemon

  private mutating func daemonConnected(at now: UInt64) -> [Effect] {
    isDaemonThere = true
    switch phase {
    // What had nothing to do may have had no daemon.
    case .awaitingDaemon, .finished: return begin(at: now)
    case .starting:
      // Its connections may have survived, and then it is left alone; else it has had time to see that they have not.
      deadline = Self.moment(handshake, after: now)
      return []
    default: return []
    }
  }

  private mutating func daemonLost(_ reason: String, at now: UInt64) -> [Effect] {
    isDaemonThere = false
    switch phase {
    case .waiting, .parked:
      // The kernel closes one connection after the other: a plugin may have ended before the host saw anything.
      guard let crash = crashes.last, now - crash <= Self.moment(Self.blame, after: 0) else { return [] }
      crashes.removeLast()
      failures = max(0, failures - 1)
      (deadline, problem) = (nil, reason)
      return enter(.awaitingDaemon)
    case .connecting:
      (deadline, problem) = (nil, reason)
      return enter(.awaitingDaemon, [.disconnect])
    case .starting, .running:
      (deadline, problem, lostDaemon) = (nil, reason, true)
      return enter(.starting)
    case .awaitingDaemon:
      problem = reason
      return []
    default: return []
    }
  }

  // MARK: Ends

  private mutating func ended(_ end: ProcessEnd, saying lastWords: String?, at now: UInt64) -> [Effect] {
    guard hasProcess else { return [] }
    let lastWords = lastWords.map { "; it said last: \($0.prefix(Self.longestWords))" } ?? ""
    if case .stopping(let sequel) = phase {
      switch sequel {
      case .begin: return begin(at: now)
      case .leave:
        deadline = nil
        return enter(.left)
      case .crash: return crash((problem ?? end.description) + lastWords, at: now)
      }
    }
    if lostDaemon { return begin(at: now) }
    guard end != .exited(0) else {
      (deadline, problem) = (nil, lastWords.isEmpty ? nil : end.description + lastWords)
      return enter(.finished)
    }
    return crash(end.description + lastWords, at: now)
  }

  private mutating func crash(_ reason: String, at now: UInt64) -> [Effect] {
    problem = reason
    let window = Self.moment(Self.crashLimit.seconds, after: 0)
    if let since = registeredSince, now - since >= window { failures = 0 }
    registeredSince = nil
    crashes = crashes.filter { now - $0 < window } + [now]
    guard crashes.count < Self.crashLimit.count else {
      deadline = nil
      return enter(.parked)
    }
    return wait(at: now)
  }

  private mutating func wait(at now: UInt64, _ effects: [Effect] = []) -> [Effect] {
    // 2^16 times the first is beyond any limit.
    let delay = min(Self.longestDelay, Self.firstDelay * Double(1 << min(failures, 16)))
    failures += 1
    deadline = Self.moment(delay, after: now)
    return enter(.waiting, effects)
  }

  // MARK: What is asked

  private mutating func restart(at now: UInt64) -> [Effect] {
    (crashes, failures) = ([], 0)
    switch phase {
    case .stopping(.leave), .left: return []
    case .connecting: return [.disconnect] + begin(at: now)
    default: return hasProcess ? stop(.begin, at: now) : begin(at: now)
    }
  }

  private mutating func stop(_ sequel: Sequel, at now: UInt64) -> [Effect] {
    if case .stopping = phase { return enter(.stopping(sequel)) }
    deadline = Self.moment(Self.patience, after: now)
    return enter(.stopping(sequel), [.terminate])
  }

  private mutating func timePassed(at now: UInt64) -> [Effect] {
    guard let moment = deadline, moment <= now else { return [] }
    deadline = nil
    switch phase {
    case .waiting: return begin(at: now)
    case .connecting:
      problem = "the daemon did not answer within \(Self.text(handshake)) s"
      return wait(at: now, [.disconnect])
    case .starting:
      problem = "it did not register with the daemon within \(Self.text(handshake)) s"
      return stop(lostDaemon ? .begin : .crash, at: now)
    case .stopping: return [.kill]
    default: return []
    }
  }

  private mutating func enter(_ next: Phase, _ effects: [Effect] = []) -> [Effect] {
    phase = next
    return effects
  }

  private static func moment(_ seconds: Double, after now: UInt64) -> UInt64 { now + UInt64(seconds * 1_000_000) }

  private static func text(_ seconds: Double) -> String {
    Int(exactly: seconds).map(String.init) ?? "\(seconds)"
  }
}
