import Foundation
import Testing

@Suite struct IntrospectionTests {
  private func ask(_ text: String) throws -> [String: Any] {
    let harness = try ServiceHarness()
    let client = try harness.client()
    client.call(text)
    try harness.run()
    return try client.message()
  }

  @Test("C.6 GetInfo says who we are and what can be called")
  func information() throws {
    let reply = try ask(#"{"method":"org.varlink.service.GetInfo"}"#).parameters
    #expect(reply["product"] as? String == "keyguided")
    #expect(Set(reply.keys) == ["vendor", "product", "version", "url", "interfaces"])
    #expect(
      reply["interfaces"] as? [String] == [
        "org.varlink.service", "io.keyguide.Monitor", "io.keyguide.Control", "io.keyguide.Layout",
        "io.keyguide.Provider",
        "io.keyguide.Service",
      ])
  }

  @Test(
    "C.6 interface texts are served verbatim",
    arguments: [
      "io.keyguide.Monitor", "io.keyguide.Control", "io.keyguide.Layout", "io.keyguide.Provider", "io.keyguide.Service",
    ])
  func description(interface: String) throws {
    let reply = try ask(
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(interface)"}}"#)
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/KeyguideAPI/Interfaces/\(interface).varlink")
    #expect(reply.parameters["description"] as? String == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test(
    "every wrong call has its error",
    arguments: [
      (#"{"method":"io.nowhere.Do"}"#, "org.varlink.service.InterfaceNotFound", ["interface": "io.nowhere"]),
      (
        #"{"method":"io.keyguide.Monitor.Do"}"#, "org.varlink.service.MethodNotFound",
        ["method": "io.keyguide.Monitor.Do"]
      ),
      (
        #"{"method":"org.varlink.service.Do"}"#, "org.varlink.service.MethodNotFound",
        ["method": "org.varlink.service.Do"]
      ),
      (#"{"method":"nodots"}"#, "org.varlink.service.InvalidParameter", ["parameter": "method"]),
      (
        #"{"method":"org.varlink.service.GetInterfaceDescription"}"#, "org.varlink.service.InvalidParameter",
        ["parameter": "interface"]
      ),
      (
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
        "org.varlink.service.InterfaceNotFound", ["interface": "a.b"]
      ),
      (
        #"{"method":"io.keyguide.Monitor.Subscribe","parameters":{"seat":7}}"#, "org.varlink.service.InvalidParameter",
        ["parameter": "seat"]
      ),
      (
        #"{"method":"io.keyguide.Monitor.Subscribe","parameters":{"chair":"x"}}"#,
        "org.varlink.service.InvalidParameter",
        ["parameter": "chair"]
      ),
      (
        #"{"method":"io.keyguide.Monitor.Subscribe","parameters":{"seat":"seat9"}}"#, "io.keyguide.Monitor.UnknownSeat",
        ["seat": "seat9"]
      ),
      (#"{"method":"io.keyguide.Layout.Open"}"#, "org.varlink.service.ExpectedMore", [:]),
      (
        #"{"method":"io.keyguide.Layout.Focus","parameters":{"window":"w77"}}"#, "io.keyguide.Layout.UnknownWindow",
        ["window": "w77"]
      ),
      (
        #"{"method":"io.keyguide.Layout.Close","parameters":{}}"#, "org.varlink.service.InvalidParameter",
        ["parameter": "window"]
      ),
      (
        #"{"method":"org.varlink.service.GetInfo","upgrade":true}"#, "org.varlink.service.InvalidParameter",
        ["parameter": "upgrade"]
      ),
    ] as [(String, String, [String: String])])
  func errors(call: String, name: String, parameters: [String: String]) throws {
    let reply = try ask(call)
    #expect(reply.error == name)
    #expect(reply.parameters as? [String: String] == parameters)
  }
}
