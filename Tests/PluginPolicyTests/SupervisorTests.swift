import Testing

@testable import PluginPolicy

/// A plugin, its clock in seconds, and what is to be done.
private struct Run {
  var supervisor: PluginSupervisor
  var now = 0.0
  var effects: [PluginSupervisor.Effect] = []

  init(isEnabled: Bool = true, isDaemonThere: Bool = true) {
    supervisor = PluginSupervisor(isEnabled: isEnabled, isDaemonThere: isDaemonThere, handshake: 10)
    effects = supervisor.begin(at: 0)
  }

  mutating func handle(_ input: PluginSupervisor.Input, at seconds: Double? = nil) {
    if let seconds { now = seconds }
    effects = supervisor.handle(input, at: UInt64(now * 1_000_000))
  }

  /// Lets time pass until the deadline, which is returned as a number of seconds from now.
  mutating func passTime() -> Double? {
    guard let deadline = supervisor.deadline.map({ Double($0) / 1_000_000 }) else { return nil }
    defer { handle(.timePassed, at: deadline) }
    return deadline - now
  }

  /// Has it run, from connecting on.
  mutating func register() {
    handle(.connected)
    handle(.registered(isSlow: false))
  }

  mutating func crash() { handle(.ended(.exited(1))) }
}

@Suite struct SupervisorTests {
  @Test("a plugin is connected, started, and runs when it has registered")
  func start() {
    var run = Run()
    #expect(run.effects == [.connect])
    run.handle(.connected)
    #expect(run.effects == [.launch])
    #expect(run.supervisor.phase == .starting)
    run.handle(.registered(isSlow: false))
    #expect(run.supervisor.phase == .running(isSlow: false))
    #expect(run.supervisor.deadline == nil, "nothing wakes the host while a plugin runs")
    run.handle(.registered(isSlow: true))
    #expect(run.supervisor.phase == .running(isSlow: true))
  }

  @Test("what ends with an error is started again, later each time, and the third time in five minutes it is parked")
  func parked() {
    var run = Run()
    run.handle(.connected)
    run.crash()
    #expect(run.supervisor.phase == .waiting)
    #expect(run.passTime() == 1)
    #expect(run.effects == [.connect])
    run.handle(.connected)
    run.handle(.ended(.killed(signal: 11)))
    #expect(run.supervisor.problem == "signal 11 ended it")
    #expect(run.passTime() == 2)
    run.handle(.connected)
    run.crash()
    #expect(run.supervisor.phase == .parked)
    #expect(run.passTime() == nil)
    run.handle(.daemonLost("gone"), at: run.now + 2)
    run.handle(.daemonConnected)
    #expect(run.supervisor.phase == .parked, "a daemon that comes back is no reason")
  }

  @Test(
    "a parked, finished or waiting plugin is started when its file changes, or somebody asks; then all is forgotten",
    arguments: [
      PluginSupervisor.Input.restart, .executableChanged, .manifestChanged(isEnabled: true, handshake: 10),
    ])
  func woken(input: PluginSupervisor.Input) {
    var parked = Run()
    for _ in 0..<3 {
      parked.handle(.connected)
      parked.crash()
      _ = parked.passTime()
    }
    parked.handle(input)
    #expect(parked.supervisor.phase == .connecting)
    parked.handle(.connected)
    parked.crash()
    #expect(parked.passTime() == 1)
    var finished = Run()
    finished.register()
    finished.handle(.ended(.exited(0)))
    #expect(finished.supervisor.phase == .finished)
    finished.handle(input)
    #expect(finished.effects == [.connect])
  }

  @Test("crashes that are far apart make the wait longer, up to a minute; five good minutes make it short again")
  func delays() {
    var run = Run()
    var waits: [Double] = []
    for _ in 0..<9 {
      run.register()
      run.now += 200
      run.crash()
      waits.append(run.passTime() ?? -1)
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    run.register()
    run.now += 300
    run.crash()
    #expect(run.passTime() == 1)
  }

  @Test("who does not register in time is stopped, and that counts as a crash")
  func handshake() {
    var run = Run()
    run.handle(.connected)
    #expect(run.passTime() == 10)
    #expect(run.effects == [.terminate])
    #expect(run.supervisor.phase == .stopping(.crash))
    run.handle(.ended(.exited(0)))
    #expect(run.supervisor.phase == .waiting)
    #expect(run.supervisor.problem == "it did not register with the daemon within 10 s")
  }

  @Test("who does not end when asked is ended after two seconds")
  func kill() {
    var run = Run()
    run.register()
    run.handle(.enable(false))
    #expect(run.effects == [.terminate])
    #expect(run.passTime() == 2)
    #expect(run.effects == [.kill])
    #expect(run.supervisor.deadline == nil)
    run.handle(.ended(.killed(signal: 9)))
    #expect(run.supervisor.phase == .disabled)
  }

  @Test("without the daemon nothing is started, and what ends is not to blame")
  func daemonLost() {
    var run = Run(isDaemonThere: false)
    #expect(run.supervisor.phase == .awaitingDaemon)
    run.handle(.daemonConnected)
    #expect(run.effects == [.connect])
    for _ in 0..<5 {
      run.register()
      run.handle(.daemonLost("the daemon has hung up"))
      #expect(run.supervisor.deadline == nil)
      run.crash()
      #expect(run.supervisor.phase == .awaitingDaemon)
      run.handle(.daemonConnected)
    }
    run.register()
    run.crash()
    #expect(run.passTime() == 1)
  }

  @Test("what ends just before the daemon is seen to be gone comes with it again, and is not to blame either")
  func daemonLostLater() {
    var run = Run()
    for end in [ProcessEnd.exited(0), .exited(1), .killed(signal: 13), .exited(1), .exited(1)] {
      run.register()
      run.handle(.ended(end))
      run.handle(.daemonLost("gone"), at: run.now + 0.5)
      #expect(run.supervisor.deadline == nil)
      run.handle(.daemonConnected, at: run.now + 2)
      #expect(run.effects == [.connect] && run.supervisor.phase == .connecting)
    }
    run.register()
    run.crash()
    #expect(run.supervisor.deadline == UInt64((run.now + 1) * 1_000_000), "the first crash that counts")
    run.handle(.daemonLost("gone"), at: run.now + 1.5)
    #expect(run.supervisor.phase == .waiting, "it had ended long before")
  }

  @Test("a plugin whose connections outlive the daemon's absence is left alone, and one that is forgotten starts anew")
  func survived() {
    var kept = Run()
    kept.register()
    kept.handle(.daemonLost("gone"))
    kept.handle(.daemonConnected)
    kept.handle(.registered(isSlow: false))
    #expect(kept.effects == [] && kept.supervisor.phase == .running(isSlow: false))
    var forgotten = Run()
    forgotten.register()
    forgotten.handle(.daemonLost("gone"))
    forgotten.handle(.daemonConnected)
    forgotten.handle(.unregistered)
    #expect(forgotten.passTime() == 10)
    #expect(forgotten.effects == [.terminate])
    forgotten.handle(.ended(.exited(0)))
    #expect(forgotten.effects == [.connect])
  }

  @Test("a registration that vanishes while the daemon is there has to come again in time")
  func unregistered() {
    var run = Run()
    run.register()
    run.handle(.unregistered)
    #expect(run.supervisor.phase == .starting)
    run.handle(.registered(isSlow: false))
    #expect(run.supervisor.deadline == nil)
    run.handle(.unregistered)
    #expect(run.passTime() == 10)
    #expect(run.supervisor.phase == .stopping(.crash))
  }

  @Test("a refusal of the daemon is asked again later each time, and never parks")
  func refused() {
    var run = Run()
    var waits: [Double] = []
    for _ in 0..<8 {
      run.handle(.connectionFailed("no"))
      #expect(run.effects == [.disconnect])
      waits.append(run.passTime() ?? -1)
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60])
    #expect(run.passTime() == 10)
    #expect(run.supervisor.problem == "the daemon did not answer within 10 s")
  }

  @Test("a restart stops what runs first; a change of its program alone leaves it")
  func restart() {
    var run = Run()
    run.register()
    run.handle(.executableChanged)
    #expect(run.effects == [] && run.supervisor.phase == .running(isSlow: false))
    run.handle(.restart)
    #expect(run.effects == [.terminate])
    run.handle(.ended(.exited(1)))
    #expect(run.effects == [.connect])
    run.handle(.manifestChanged(isEnabled: false, handshake: 5))
    #expect(run.effects.contains(.disconnect) && run.supervisor.phase == .disabled)
  }

  @Test("when the host ends, everything does, and nothing is started any more")
  func leave() {
    var run = Run()
    run.register()
    run.handle(.leave)
    #expect(run.effects == [.terminate])
    run.handle(.restart)
    run.handle(.enable(true))
    #expect(run.effects == [])
    run.handle(.ended(.exited(0)))
    #expect(run.supervisor.phase == .left)
    var waiting = Run(isDaemonThere: false)
    waiting.handle(.leave)
    waiting.handle(.daemonConnected)
    #expect(waiting.supervisor.phase == .left && waiting.effects == [])
  }

  @Test("whatever happens in whatever order: one process at a time, and no wake-up without a reason")
  func anyOrder() {
    var generator = Dice(state: 8)
    let inputs: [PluginSupervisor.Input] = [
      .daemonConnected, .daemonLost("x"), .connected, .connectionFailed("x"), .launchFailed("x"),
      .registered(isSlow: false), .registered(isSlow: true), .unregistered, .ended(.exited(0)), .ended(.exited(1)),
      .ended(.killed(signal: 9)), .timePassed, .restart, .enable(true), .enable(false),
      .manifestChanged(isEnabled: true, handshake: 3), .executableChanged,
    ]
    for _ in 0..<300 {
      var run = Run()
      var hasProcess = false
      for _ in 0..<200 {
        let input = inputs[Int(generator.next() % UInt64(inputs.count))]
        switch input {
        // What only a process can bring about.
        case .ended where !hasProcess: continue
        case .launchFailed where !hasProcess || run.supervisor.phase != .starting: continue
        case .timePassed: run.now = max(run.now, run.supervisor.deadline.map { Double($0) / 1_000_000 } ?? run.now)
        default: run.now += 0.25
        }
        run.handle(input)
        switch input {
        case .ended, .launchFailed: hasProcess = false
        default: break
        }
        for effect in run.effects {
          switch effect {
          case .launch:
            #expect(!hasProcess)
            hasProcess = true
          case .terminate, .kill: #expect(hasProcess)
          case .connect, .disconnect: break
          }
        }
        #expect(run.supervisor.hasProcess == hasProcess, "\(input) \(run.supervisor.phase)")
        switch run.supervisor.phase {
        case .disabled, .awaitingDaemon, .running, .parked, .finished, .left: #expect(run.supervisor.deadline == nil)
        case .waiting, .connecting: #expect(run.supervisor.deadline != nil)
        case .starting, .stopping: break
        }
      }
    }
  }
}

/// The same numbers in every run (SplitMix64).
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
