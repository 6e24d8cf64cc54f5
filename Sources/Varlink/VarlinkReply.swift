import JSON

/// One reply as a client gets it.
public struct VarlinkReply: Sendable {
  /// The error's full name, or nil for a success.
  public var error: String?
  /// Whether more replies to the same call follow.
  public var continues = false
  private var parameters: Range<Int>?
  private var message: [UInt8]

  /// Reads a message without its final NUL.
  public init(message: [UInt8]) throws(JSONError) {
    var error: String?
    var continues = false
    var parameters: Range<Int>?
    var reader = JSONReader(message)
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "error": error = try value.readOptional()
      case "continues": continues = try value.readOptional() ?? false
      case "parameters": parameters = value.readNull() ? nil : try value.skipValue()
      default: break
      }
    }
    try reader.finish()
    self.error = error
    self.continues = continues
    self.parameters = parameters
    self.message = message
  }

  /// A reader of the parameters, an empty object when there were none.
  public var reader: JSONReader {
    parameters.map { JSONReader(message, range: $0) } ?? JSONReader(Array("{}".utf8))
  }

  /// The parameters as the text of a JSON object.
  public var parameterText: String {
    parameters.map { String(decoding: message[$0], as: UTF8.self) } ?? "{}"
  }
}
