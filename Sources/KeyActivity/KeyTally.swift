import JSON

/// A key of one of the nodes of a sequence.
public struct NodeKey: Hashable, Sendable, JSONEncodable {
  public var node: String
  public var key: UInt16

  public init(_ node: String, _ key: UInt16) {
    self.node = node
    self.key = key
  }

  /// Writes `["k0", 30]`.
  public func encode(to writer: inout JSONWriter) {
    writer.array { writer in
      writer.value(node)
      writer.value(Int(key))
    }
  }
}

/// The tablet-mode switch at a time in microseconds.
public struct TabletModeChange: Equatable, Sendable, JSONEncodable {
  public var time: Int
  public var isOn: Bool

  public init(time: Int, isOn: Bool) {
    self.time = time
    self.isOn = isOn
  }

  /// Writes `[1217000, 1]`.
  public func encode(to writer: inout JSONWriter) {
    writer.array { writer in
      writer.value(time)
      writer.value(isOn ? 1 : 0)
    }
  }
}

/// What the readers of a sequence's nodes found, change by change.
///
/// Only a replay of a recording keeps such a list; a reader of live events has no use for it.
public struct KeyTally: Equatable, Sendable {
  public private(set) var presses: [NodeKey] = []
  public private(set) var releases = 0
  public private(set) var repeats: [NodeKey: Int] = [:]
  public private(set) var strayReleases: [NodeKey] = []
  public private(set) var duplicatePresses: [NodeKey] = []
  /// Holds that the reader had to end itself.
  public private(set) var syntheticReleases: [NodeKey] = []
  public private(set) var adopted: [NodeKey] = []
  /// How often the kernel reported lost events.
  public private(set) var dropped = 0
  public private(set) var tabletMode: [TabletModeChange] = []

  init() {}

  mutating func take(_ change: KeyChange, on node: String, at time: Int) {
    switch change {
    case .pressed(let key): presses.append(NodeKey(node, key))
    case .released: releases += 1
    case .repeated(let key): repeats[NodeKey(node, key), default: 0] += 1
    case .adopted(let key): adopted.append(NodeKey(node, key))
    case .ended(let key): syntheticReleases.append(NodeKey(node, key))
    case .strayRelease(let key): strayReleases.append(NodeKey(node, key))
    case .duplicatePress(let key): duplicatePresses.append(NodeKey(node, key))
    case .switched(.tabletMode, let isOn): tabletMode.append(TabletModeChange(time: time, isOn: isOn))
    case .switched: break
    case .eventsLost: dropped += 1
    }
  }
}
