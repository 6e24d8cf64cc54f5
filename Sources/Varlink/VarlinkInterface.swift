/// An interface that a service offers: its name, and its text as introspection serves it.
public struct VarlinkInterface: Sendable {
  /// As in `io.keyguide.Monitor`.
  public let name: String
  /// The interface definition, verbatim.
  public let description: String

  public init(name: String, description: String) {
    self.name = name
    self.description = description
  }

  /// The interface that every Varlink service has (varlink.org, "Service").
  public static let service = VarlinkInterface(
    name: "org.varlink.service",
    description: """
      # What every Varlink service answers: who it is, and what can be called.
      interface org.varlink.service

      # Who the service is, and the names of its interfaces.
      method GetInfo() -> (
        vendor: string,
        product: string,
        version: string,
        url: string,
        interfaces: []string
      )

      # The text of one interface.
      method GetInterfaceDescription(interface: string) -> (description: string)

      # The service has no such interface.
      error InterfaceNotFound (interface: string)

      # The interface has no such method.
      error MethodNotFound (method: string)

      # The interface has the method, but this service does not offer it.
      error MethodNotImplemented (method: string)

      # A parameter is missing, unknown, or not of its type.
      error InvalidParameter (parameter: string)

      # The client may not do this.
      error PermissionDenied ()

      # The method answers with a stream only: call it with more.
      error ExpectedMore ()

      """)
}
