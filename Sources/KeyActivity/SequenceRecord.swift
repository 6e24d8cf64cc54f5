import JSON

/// A recorded or composed sequence of what happened to one or more nodes.
public struct SequenceRecord: Equatable, Sendable {
  /// One thing that happened to one node.
  public struct Step: Equatable, Sendable {
    /// In microseconds, on the clock of the recording, which may be set back.
    public var time: Int
    /// The node, as the sequence calls it.
    public var node: String
    public var event: NodeEvent

    public init(time: Int, node: String, event: NodeEvent) {
      self.time = time
      self.node = node
      self.event = event
    }
  }

  public var slug: String
  /// The slugs of the devices, by what the sequence calls their nodes.
  public var devices: [String: String]
  public var steps: [Step]

  public init(slug: String, devices: [String: String], steps: [Step]) {
    self.slug = slug
    self.devices = devices
    self.steps = steps
  }
}

extension SequenceRecord: JSONDecodable {
  /// Reads a record and checks that its steps name only nodes that it declares.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var slug: String?
    var devices: [String: String]?
    var steps: [Step]?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "slug": slug = try value.readString()
      case "devices":
        var nodes: [String: String] = [:]
        try value.readObject { (node, device) throws(JSONError) in nodes[node] = try device.readString() }
        devices = nodes
      case "steps": steps = try value.read()
      default: break
      }
    }
    self.slug = try slug.required("slug", in: reader)
    self.devices = try devices.required("devices", in: reader)
    self.steps = try steps.required("steps", in: reader)
    for step in self.steps where self.devices[step.node] == nil {
      throw JSONError(.invalidValue("a node of 'devices'"), offset: reader.offset, member: "steps.dev")
    }
  }
}

extension SequenceRecord.Step: JSONDecodable {
  /// Reads a step: `ev` with an input event, or `do` with what else happened.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var time: Int?
    var node: String?
    var input: InputEvent?
    var action: String?
    var state = NodeState()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "t": time = try value.readInt()
      case "dev": node = try value.readString()
      case "ev": input = try value.read()
      case "do": action = try value.readString()
      case "down": state.down = try value.readCodes()
      case "sw": state.switches = try value.readCodes()
      case "led": state.leds = try value.readCodes()
      default: break
      }
    }
    self.time = try time.required("t", in: reader)
    self.node = try node.required("dev", in: reader)
    if let input {
      event = .input(input)
    } else {
      let action = try action.required("ev", in: reader)
      guard let event = NodeEvent(action: action, state: state) else {
        throw JSONError(.invalidValue("an action that is known"), offset: reader.offset, member: "do")
      }
      self.event = event
    }
  }
}

extension NodeEvent {
  fileprivate init?(action: String, state: NodeState) {
    switch action {
    case "add": self = .opened(state)
    case "state": self = .state(state)
    case "remove": self = .removed
    case "revoke": self = .revoked
    case "suspend": self = .suspended
    case "resume": self = .resumed
    case "grab": self = .grabbed
    case "ungrab": self = .ungrabbed
    default: return nil
    }
  }
}

extension InputEvent: JSONDecodable {
  /// Reads `[type, code, value]`.
  public init(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    let numbers = try [Int](from: &reader)
    guard numbers.count == 3, let type = UInt16(exactly: numbers[0]), let code = UInt16(exactly: numbers[1]),
      let value = Int32(eventValue: numbers[2])
    else { throw JSONError(.invalidValue("[type, code, value]"), offset: start) }
    self.init(type: type, code: code, value: value)
  }
}

extension Int32 {
  /// A value of an event; some recorders print negative ones as unsigned numbers.
  fileprivate init?(eventValue number: Int) {
    if let value = Int32(exactly: number) {
      self = value
    } else if let bits = UInt32(exactly: number) {
      self = Int32(bitPattern: bits)
    } else {
      return nil
    }
  }
}

extension JSONReader {
  /// Reads a list of codes; null stands for a question that was not asked.
  fileprivate mutating func readCodes() throws(JSONError) -> Set<UInt16>? {
    if readNull() { return nil }
    var codes: Set<UInt16> = []
    try readArray { (element) throws(JSONError) in
      let start = element.offset
      guard let code = UInt16(exactly: try element.readInt()) else {
        throw JSONError(.invalidValue("the code of a key, switch or LED"), offset: start)
      }
      codes.insert(code)
    }
    return codes
  }
}
