import DeviceClassification
import EventLoop
import KeyboardGuide
import Testing

@testable import InputDevices
@testable import KeyguideService

/// What a test wants to know of the keyboards of a seat.
enum KeyboardNews: Equatable {
  case attached(String = "seat0")
  case detached(String = "seat0")
  case held(Modifiers)
  case performed(KeyAction)
}

extension [KeyboardNews] {
  var held: [Modifiers] { compactMap { if case .held(let modifiers) = $0 { modifiers } else { nil } } }
}

/// A registry on a loop of its own, the seats that it feeds, and what is new of their keyboards.
final class RegistryHarness {
  let loop: EventLoop
  let registry: DeviceRegistry
  private(set) var seats: [String: Seat] = [:]
  /// The devices of what was performed, in order.
  private(set) var performedOn: [DeviceID?] = []
  /// How often somebody typed.
  private(set) var typedCount = 0
  private(set) var problems: [InputDeviceError] = []
  private var pending: [KeyboardNews] = []
  private var keyboards: Set<DeviceID> = []

  init(
    host: HostDescription = HostDescription(), noticesTyping: Bool = false, chords: ChordTable = .standard
  ) throws {
    loop = try EventLoop()
    var take: ([DeviceChange]) -> Void = { _ in }
    var complain: (InputDeviceError) -> Void = { _ in }
    registry = try DeviceRegistry(
      classifier: DeviceClassifier(knowledge: .standard(), host: host), noticesTyping: noticesTyping,
      chords: chords, watcher: LoopWatcher(loop: loop), log: { complain($0) }, onChanges: { take($0) })
    take = { [unowned self] in $0.forEach(self.take) }
    complain = { [unowned self] in problems.append($0) }
    try registry.start()
  }

  var seat: Seat { seats["seat0"] ?? Seat() }
  var facts: HardwareFacts { seat.hardware.facts }

  private func take(_ change: DeviceChange) {
    _ = seats[change.seat, default: Seat()].apply(change.input, at: Instant(microseconds: 0))
    switch change.input {
    case .deviceChanged(let id, let device):
      let isKeyboard = device?.keyboard != nil
      let name = DeviceID("\(change.seat) \(id.rawValue)")
      if isKeyboard, keyboards.insert(name).inserted { pending.append(.attached(change.seat)) }
      if !isKeyboard, keyboards.remove(name) != nil { pending.append(.detached(change.seat)) }
    case .modifiersHeld(let modifiers, _): pending.append(.held(modifiers))
    case .performed(let action, let id):
      pending.append(.performed(action))
      performedOn.append(id)
    case .typed: typedCount += 1
    default: break
    }
  }

  /// What has happened since the last call, once nothing is ready any more.
  func changes() throws -> [KeyboardNews] {
    while try loop.runOnce() {}
    defer { pending = [] }
    return pending
  }

  /// The next news, waited for.
  func nextChanges() throws -> [KeyboardNews] {
    try wait { !pending.isEmpty }
    return try changes()
  }

  /// Runs the loop until something is so.
  func wait(until condition: () -> Bool) throws {
    while !condition() { try #require(try loop.runOnce(timeoutMicroseconds: 20_000_000), "nothing came") }
  }
}
