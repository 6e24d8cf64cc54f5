import Foundation
import KeyguideAPI
import Testing
import Varlink

@Suite struct InterfaceTests {
  private static let interfaces: [VarlinkInterface] = [
    .monitor, .control, .layout, .provider, .pluginHost, .connection,
  ]
  /// What was released, a folder for each version; what a release has of an interface is copied there and stays.
  private static let releases = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/Interfaces")

  @Test("C.6 whoever speaks the interfaces of a former release can speak these")
  func compatible() throws {
    let versions = try FileManager.default.contentsOfDirectory(atPath: Self.releases.path)
    let version = keyguideVersion.split(separator: ".").prefix(2).joined(separator: ".")
    #expect(versions.contains(version), "a release needs a copy of its interfaces in Fixtures/Interfaces/\(version)")
    for version in versions {
      for file in try FileManager.default.contentsOfDirectory(atPath: Self.releases.appending(path: version).path) {
        let released = try InterfaceDefinition(
          text: String(contentsOf: Self.releases.appending(path: "\(version)/\(file)"), encoding: .utf8))
        let interface = try #require(
          Self.interfaces.first { $0.name == released.name }, "\(released.name) of \(version) is gone")
        let present = try InterfaceDefinition(text: interface.description)
        let comparison = InterfaceComparison(from: released, to: present)
        #expect(comparison.problems == [], "\(released.name) since \(version)")
      }
    }
  }

  @Test("C.6 every interface promises in writing that it only grows")
  func promise() {
    for interface in Self.interfaces {
      let text = interface.description.replacing("\n#", with: "").replacing("  ", with: " ")
      #expect(text.contains("may be added in later versions, never renamed or removed"), "\(interface.name)")
    }
  }

  @Test("every name that an interface uses is a type of it, or one of the language")
  func names() throws {
    for interface in Self.interfaces + [.service] {
      let definition = try InterfaceDefinition(text: interface.description)
      #expect(definition.name == interface.name)
      var kinds = Array(definition.types.values) + Array(definition.errors.values)
      kinds += definition.methods.values.flatMap { [$0.input, $0.output] }
      while let kind = kinds.popLast() {
        switch kind {
        case .named(let name):
          let isKnown = ["bool", "int", "float", "string", "object"].contains(name) || definition.types[name] != nil
          #expect(isKnown, "\(interface.name): \(name)")
        case .optional(let inner), .array(let inner), .map(let inner): kinds.append(inner)
        case .structure(let fields): kinds += fields.values
        case .enumeration(let values): #expect(!values.isEmpty)
        }
      }
    }
  }

  private static let base = """
    interface a.b
    type T (x: int, kind: (one, two), inner: ?T)
    method Do(a: string, b: ?[]T) -> (t: T, m: [string]float, o: ?int)
    error Wrong (why: string)
    """

  @Test(
    "what would break a client is found, and named",
    arguments: [
      ("a: string, ", "", ["method Do.a is gone"]),
      ("a: string", "a: int", ["method Do.a is int and was string"]),
      ("a: string", "a: string, c: bool", ["method Do.c is new and must be given"]),
      ("b: ?[]T", "b: []T", ["method Do.b may not be left out any more"]),
      ("b: ?[]T", "b: ?T", ["method Do.b is of another kind"]),
      ("one, two", "one", ["method Do.b[].kind: value two is gone", "reply of Do.t.kind: value two is gone"]),
      ("x: int", "x: ?int", ["reply of Do.t.x may be absent now"]),
      ("inner: ?T)", "inner: ?T, y: int)", ["method Do.b[].y is new and must be given"]),
      ("m: [string]float", "m: []float", ["reply of Do.m is of another kind"]),
      ("error Wrong", "error Bad", ["error Wrong is gone"]),
      ("method Do", "method Act", ["method Do is gone", "reply of Do is gone"]),
      ("a.b", "a.c", ["a.b is called a.c"]),
    ])
  func incompatible(text: String, replacement: String, problems: [String]) throws {
    let newer = Self.base.replacing(text, with: replacement)
    let comparison = InterfaceComparison(
      from: try InterfaceDefinition(text: Self.base), to: try InterfaceDefinition(text: newer))
    #expect(comparison.problems == problems)
  }

  @Test(
    "what only grows breaks nobody",
    arguments: [
      ("a: string", "a: ?string, c: ?bool"), ("one, two", "three, two, one"), ("o: ?int", "o: int, p: string"),
      ("error", "type U (u: int)\nmethod Other() -> ()\nerror More ()\nerror"), ("why: string", "why: string, at: int"),
      ("x: int,", "# a comment (with: brackets)\nx: int, y: ?int,"),
    ])
  func growth(text: String, replacement: String) throws {
    let newer = Self.base.replacing(text, with: replacement)
    #expect(newer != Self.base)
    let comparison = InterfaceComparison(
      from: try InterfaceDefinition(text: Self.base), to: try InterfaceDefinition(text: newer))
    #expect(comparison.problems == [])
  }

  @Test(
    "a text with an error is refused", arguments: ["", "interface", "interface a.b type", "interface a.b type T (x"])
  func errors(text: String) {
    #expect(throws: InterfaceParser.Failure.self) { try InterfaceDefinition(text: text) }
  }
}
