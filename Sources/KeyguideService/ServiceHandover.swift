import EventLoop
import Handover
import JSON
import KeyboardGuide
import SeatReplay
import ServiceLog
import VarlinkServer

/// The descriptors that a former process had somebody keep (`FDSTORE=1`, sd_notify(3)), by what they are.
public struct KeptDescriptors {
  /// The name of the memory file.
  public static let memoryName = "state"

  public var memory: Int32?
  public var pipe: (reading: Int32, writing: Int32)?
  public var clients: [(name: String, descriptor: Int32)] = []

  public init() {}
}

/// What the daemon leaves to the next one, which goes on where this one ends, whether it was told to end or died.
public final class ServiceHandover {
  /// Grows when a reader of the former version would go wrong.
  private static let stateVersion = 1
  private static let stateKey = HandoverKey(kind: 10)
  private static let lastWindowCounter = 32
  private static let lastProviderCounter = 33

  let connections: ConnectionStore
  /// Names the life of the state: a former process's where its state is known.
  let epoch: String
  /// Whether a former process left a state that is known.
  let isTakenUp: Bool
  let clients: [(name: String, descriptor: Int32)]
  private let memory: HandoverMemory
  private let log: Log

  /// Takes up what there is, or begins anew where that makes no sense: then every client is told so, or hung up.
  ///
  /// `keep` hands a copy of a descriptor to whoever keeps it, and says whether it was taken; `forget` has all of a name be
  /// closed there.
  public init(
    _ descriptors: KeptDescriptors, loop: EventLoop, log: Log, keep: @escaping (Int32, String) -> Bool,
    forget: (String) -> Void
  ) throws {
    self.log = log
    clients = descriptors.clients
    if let former = Self.memory(descriptors.memory, log) {
      memory = former
    } else {
      if descriptors.memory != nil { forget(KeptDescriptors.memoryName) }
      memory = try HandoverMemory()
      // Without it there is no next process that goes on; the daemon works all the same.
      _ = keep(memory.descriptor, KeptDescriptors.memoryName)
    }
    connections = try ConnectionStore(memory: memory, pipe: descriptors.pipe, loop: loop, keepDescriptor: keep)
    switch Self.state(in: memory) {
    case .known(let epoch):
      (self.epoch, isTakenUp) = (epoch, true)
    case .unknown(let version):
      log(
        .handoverRefused,
        "a former process left its state in version \(version), which is not known here; every client gets a new one")
      fallthrough
    case .none:
      (epoch, isTakenUp) = (Self.newEpoch(), false)
      begin()
    }
  }

  /// The number of the last window that ever was.
  var lastWindow: Int {
    get { Int(clamping: memory[counter: Self.lastWindowCounter]) }
    set { memory[counter: Self.lastWindowCounter] = UInt64(clamping: newValue) }
  }

  /// The number of the last registration of a provider.
  var lastProvider: Int {
    get { Int(clamping: memory[counter: Self.lastProviderCounter]) }
    set { memory[counter: Self.lastProviderCounter] = UInt64(clamping: newValue) }
  }

  /// What the next process is to know of a seat; nil where there is no room for one more.
  func seat(named name: String) -> KeptSeat? {
    let seats = (0..<UInt32(Self.lastWindowCounter)).map { KeptSeat(memory: memory, index: $0) }
    if let known = seats.first(where: { $0.name == name }) { return known }
    guard let free = seats.first(where: { $0.name == nil }) else { return nil }
    free.keep([], of: name)
    return free
  }

  /// The seats that a former process had.
  var formerSeats: [String] {
    memory.keys.filter { $0.kind == KeptSeat.kind }.sorted { $0.number < $1.number }
      .compactMap { KeptSeat(memory: memory, index: $0.number).name }
  }

  /// What is done within is known to the next process together, or not at all.
  func transaction(_ body: () -> Void) { memory.transaction(body) }

  // MARK: Versions

  private enum State {
    case known(epoch: String)
    case unknown(version: Int)
    case none
  }

  private static func memory(_ descriptor: Int32?, _ log: Log) -> HandoverMemory? {
    guard let descriptor else { return nil }
    do throws(HandoverError) {
      return try HandoverMemory(taking: descriptor)
    } catch {
      log(.handoverRefused, "\(error); every client is hung up, and comes back by itself")
      return nil
    }
  }

  private static func state(in memory: HandoverMemory) -> State {
    guard let bytes = memory[stateKey] else { return .none }
    var version: Int?
    var epoch: String?
    var reader = JSONReader(bytes)
    try? reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "version": version = try value.readInt()
      case "epoch": epoch = try value.readString()
      default: try value.skipValue()
      }
    }
    guard version == stateVersion, let epoch else { return .unknown(version: version ?? 0) }
    return .known(epoch: epoch)
  }

  private func begin() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", Self.stateVersion)
      writer.member("epoch", epoch)
    }
    memory.transaction {
      for key in memory.keys where key.kind == KeptSeat.kind { KeptSeat(memory: memory, index: key.number).forget() }
      memory.put(writer.bytes, for: Self.stateKey)
    }
  }

  /// 128 random bits as 32 hex digits: no two daemons ever share an epoch.
  static func newEpoch() -> String {
    (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
