import JSON

/// One call as it came over the wire.
public struct VarlinkCall: Sendable {
  /// The full name, as in `io.keyguide.Monitor.Subscribe`.
  public var method: String
  /// Where the parameters stand in the message; nil when there are none.
  private var parameters: Range<Int>?
  private var message: [UInt8]
  /// The client wants a stream of replies.
  public var more = false
  /// The client wants no reply, not even an error.
  public var oneway = false
  /// The client wants to speak another protocol afterwards.
  public var upgrade = false
  /// The number of the last reply that a former process sent for this call, whose stream is taken up; nil: the call is new.
  public let resumedAt: Int?

  /// Reads a message without its final NUL. Members that nobody knows are ignored, as the protocol may grow.
  public init(message: [UInt8], resumedAt: Int? = nil) throws(JSONError) {
    var method: String?
    var parameters: Range<Int>?
    var more = false
    var oneway = false
    var upgrade = false
    var reader = JSONReader(message)
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "method": method = try value.readString()
      case "parameters": parameters = value.readNull() ? nil : try value.skipValue()
      case "more": more = try value.readOptional() ?? false
      case "oneway": oneway = try value.readOptional() ?? false
      case "upgrade": upgrade = try value.readOptional() ?? false
      default: break
      }
    }
    try reader.finish()
    self.method = try method.required("method", in: reader)
    self.message = message
    self.parameters = parameters
    self.more = more
    self.oneway = oneway
    self.upgrade = upgrade
    self.resumedAt = resumedAt
  }

  /// The text of the parameters, an object.
  public var parametersText: [UInt8] { parameters.map { Array(message[$0]) } ?? Array("{}".utf8) }

  /// The part of the method's name before the last dot.
  public var interface: Substring {
    method.lastIndex(of: ".").map { method[..<$0] } ?? ""
  }

  /// Reads the parameters, member by member; one that the closure leaves unread is unknown, and refused.
  ///
  /// Throws `org.varlink.service.InvalidParameter` with the name of the parameter that is wrong.
  public func readParameters(
    _ member: (_ name: String, _ value: inout JSONReader) throws(JSONError) -> Void
  ) throws(VarlinkError) {
    guard let parameters else { return }
    do {
      var reader = JSONReader(message, range: parameters)
      try reader.readObject { (name, value) throws(JSONError) in
        let start = value.offset
        try member(name, &value)
        if value.offset == start { throw JSONError(.unknownMember, offset: start) }
      }
    } catch {
      throw VarlinkError.invalidParameter(error.member.isEmpty ? "parameters" : error.member)
    }
  }
}

extension JSONWriter {
  /// Writes a whole reply with its final NUL.
  public mutating func varlinkReply(continues: Bool, parameters: (inout JSONWriter) -> Void) {
    object { writer in
      writer.key("parameters")
      writer.object { parameters(&$0) }
      if continues { writer.member("continues", true) }
    }
    terminate(with: 0)
  }

  /// Writes a whole error reply with its final NUL.
  public mutating func varlinkReply(error: VarlinkError) {
    object { writer in
      writer.member("error", error.name)
      writer.key("parameters")
      writer.verbatim(error.parameters)
    }
    terminate(with: 0)
  }
}
