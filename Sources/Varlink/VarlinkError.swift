import JSON

/// An error reply: its full name, and parameters that say more.
public struct VarlinkError: Error, Sendable {
  /// As in `io.keyguide.Monitor.UnknownSeat`.
  public let name: String
  /// The parameters, as the text of a JSON object.
  public let parameters: [UInt8]

  /// An error with one string parameter, or none.
  public init(_ name: String, _ parameter: (name: StaticString, value: String)? = nil) {
    self.init(name) { writer in
      if let parameter { writer.member(parameter.name, parameter.value) }
    }
  }

  /// An error whose parameters are written by the closure, as members of an object.
  public init(_ name: String, members: (inout JSONWriter) -> Void) {
    self.name = name
    var writer = JSONWriter()
    writer.object { members(&$0) }
    parameters = writer.bytes
  }

  // MARK: The errors of org.varlink.service

  public static func interfaceNotFound(_ interface: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InterfaceNotFound", ("interface", interface))
  }

  public static func methodNotFound(_ method: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotFound", ("method", method))
  }

  /// A parameter that is missing, unknown or of the wrong form.
  public static func invalidParameter(_ parameter: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InvalidParameter", ("parameter", parameter))
  }

  /// A call that only makes sense as a stream.
  public static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")
}
