import JSON
import Testing
import Varlink

@Suite struct VarlinkCallTests {
  private func call(_ text: String) throws -> VarlinkCall { try VarlinkCall(message: Array(text.utf8)) }

  @Test("members in any order, unknown ones ignored, null as absent")
  func members() throws {
    let call = try call(#"{"more":true,"parameters":{"seat":"s1"},"later":[1],"oneway":null,"method":"a.b.C"}"#)
    #expect(call.method == "a.b.C")
    #expect(call.interface == "a.b")
    #expect(call.more)
    #expect(!call.oneway)
    var seat: String?
    try call.readParameters { (name, value) throws(JSONError) in
      if name == "seat" { seat = try value.readString() }
    }
    #expect(seat == "s1")
  }

  @Test(
    "what is no call is refused",
    arguments: [
      "", "{}", "[]", "1", #"{"method":1}"#, #"{"method":"a.B","more":"yes"}"#, #"{"method":"a.B"} x"#, "\u{1}\u{2}",
      #"{"method":"a.B","parameters":{"x":}}"#,
    ])
  func malformed(text: String) {
    #expect(throws: JSONError.self) { try call(text) }
  }

  @Test(
    "a wrong parameter is named",
    arguments: [
      (#"{"seat":1}"#, "seat"), (#"{"chair":"x"}"#, "chair"), ("7", "parameters"),
    ])
  func parameters(text: String, named: String) throws {
    let call = try call(#"{"method":"a.B","parameters":\#(text)}"#)
    let error = #expect(throws: VarlinkError.self) {
      try call.readParameters { (name, value) throws(JSONError) in
        if name == "seat" { _ = try value.readString() }
      }
    }
    #expect(error?.name == "org.varlink.service.InvalidParameter")
    #expect(error.map { String(decoding: $0.parameters, as: UTF8.self) } == #"{"parameter":"\#(named)"}"#)
  }

  @Test("no parameters are no members")
  func noParameters() throws {
    for text in [#"{"method":"a.B"}"#, #"{"method":"a.B","parameters":null}"#, #"{"method":"a.B","parameters":{}}"#] {
      var names: [String] = []
      try call(text).readParameters { (name, _) throws(JSONError) in names.append(name) }
      #expect(names.isEmpty)
    }
  }

  @Test("a reply reads back")
  func reply() throws {
    var writer = JSONWriter()
    writer.varlinkReply(continues: true) { $0.member("a", 1) }
    #expect(writer.bytes.last == 0)
    let reply = try VarlinkReply(message: Array(writer.bytes.dropLast()))
    #expect(reply.continues)
    #expect(reply.error == nil)
    #expect(reply.parameterText == #"{"a":1}"#)
    writer.removeAll()
    writer.varlinkReply(error: .methodNotFound("a.B"))
    let error = try VarlinkReply(message: Array(writer.bytes.dropLast()))
    #expect(error.error == "org.varlink.service.MethodNotFound")
    #expect(error.parameterText == #"{"method":"a.B"}"#)
  }
}
