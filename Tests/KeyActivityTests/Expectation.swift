import JSON
import KeyActivity

/// The `expect` of a sequence; judged fields that it does not have are nil.
struct Expectation: Sendable {
  var presses: [NodeKey] = []
  var releases = 0
  var repeats: [String: Int] = [:]
  var strayReleases: [NodeKey] = []
  var duplicatePresses: [NodeKey] = []
  var syntheticReleases: [NodeKey] = []
  var adopted: [NodeKey] = []
  var downAtEnd: [String: [UInt16]] = [:]
  var dropped = 0
  var tabletMode: [TabletModeChange] = []
  var ledsOn: [String: [UInt16]] = [:]

  var textActivity: Bool?
  var keyboardPresent: Bool?
  var presence: [PresenceChange]?
  var humanPaced: Bool?
  var promote: Bool?
  var keyboards: Int?
  var typingTimes: [Int]?
  var activeDevices: [String]?
  var activityEndsAt: Int?
  var tabletModeSettled: Int?

  init(_ line: [UInt8]) throws(JSONError) {
    var reader = JSONReader(line)
    try reader.readObject { (name, value) throws(JSONError) in
      guard name == "expect" else { return }
      try value.readObject { (name, value) throws(JSONError) in try take(name, &value) }
    }
  }

  private mutating func take(_ name: String, _ value: inout JSONReader) throws(JSONError) {
    switch name {
    case "presses": presses = try value.readKeys()
    case "releases": releases = try value.readInt()
    case "repeats":
      try value.readObject { (key, count) throws(JSONError) in repeats[key] = try count.readInt() }
    case "stray_releases": strayReleases = try value.readKeys()
    case "duplicate_presses": duplicatePresses = try value.readKeys()
    case "synthetic_releases": syntheticReleases = try value.readKeys()
    case "adopted": adopted = try value.readKeys()
    case "down_at_end":
      try value.readObject { (node, keys) throws(JSONError) in downAtEnd[node] = try keys.readCodes() }
    case "dropped": dropped = try value.readInt()
    case "tablet_mode":
      tabletMode = try value.readPairs({ (value) throws(JSONError) in try value.readInt() }) {
        TabletModeChange(time: $0, isOn: $1 != 0)
      }
    case "leds_on": try value.readObject { (node, leds) throws(JSONError) in ledsOn[node] = try leds.readCodes() }
    case "text_activity": textActivity = try value.readBool()
    case "keyboard_present": keyboardPresent = try value.readBool()
    case "presence":
      presence = try value.readPairs({ (value) throws(JSONError) in try value.readBool() }) {
        PresenceChange(time: $0, isPresent: $1)
      }
    case "human_paced": humanPaced = try value.readBool()
    case "promote": promote = try value.readBool()
    case "keyboards": keyboards = try value.readInt()
    case "typing_times": typingTimes = try value.read()
    case "active_devices": activeDevices = try value.read()
    case "activity_ends_at": activityEndsAt = try value.readInt()
    case "tablet_mode_settled": tabletModeSettled = try value.readInt()
    default: throw JSONError(.unknownMember, offset: value.offset)
    }
  }
}

extension JSONReader {
  /// Reads `[["k0", 30], ...]`.
  fileprivate mutating func readKeys() throws(JSONError) -> [NodeKey] {
    var keys: [NodeKey] = []
    try readArray { (pair) throws(JSONError) in
      var node = ""
      var key = 0
      var index = 0
      try pair.readArray { (part) throws(JSONError) in
        if index == 0 { node = try part.readString() } else { key = try part.readInt() }
        index += 1
      }
      keys.append(NodeKey(node, UInt16(key)))
    }
    return keys
  }

  fileprivate mutating func readCodes() throws(JSONError) -> [UInt16] {
    try [Int](from: &self).map(UInt16.init)
  }

  /// Reads `[[t, value], ...]`.
  fileprivate mutating func readPairs<Value, Pair>(
    _ readValue: (inout JSONReader) throws(JSONError) -> Value, _ make: (Int, Value) -> Pair
  ) throws(JSONError) -> [Pair] {
    var pairs: [Pair] = []
    try readArray { (pair) throws(JSONError) in
      var time: Int?
      try pair.readArray { (part) throws(JSONError) in
        if let time { pairs.append(make(time, try readValue(&part))) } else { time = try part.readInt() }
      }
    }
    return pairs
  }
}
