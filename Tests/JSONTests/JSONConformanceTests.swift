import Foundation
import JSON
import JSONReference
import Testing

/// The public test data of JSON parsers in `Fixtures/JSONTestSuite` (MIT, see its license), and Foundation as a second opinion.
@Suite("JSON as others see it")
struct JSONConformanceTests {
  private static let files: [URL] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/JSONTestSuite")
    let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }()

  @Test("what must be taken is taken, what must be refused is refused, and Foundation sees the same values")
  func publicSuite() throws {
    #expect(Self.files.count > 300)
    for file in Self.files {
      let text = [UInt8](try Data(contentsOf: file))
      let tree = try? JSONTree(keyguide: text)
      let name = file.lastPathComponent
      if name.hasPrefix("y_") { #expect(tree != nil, "\(name)") }
      if name.hasPrefix("n_") { #expect(tree == nil, "\(name)") }
      if let tree { expectAgreement(on: text, tree) }
    }
  }

  @Test("texts with an error or two: what is taken has the value that Foundation gives it")
  func mutated() throws {
    var generator = Generator(state: 7)
    var taken = 0
    for file in Self.files {
      let original = [UInt8](try Data(contentsOf: file))
      guard original.count < 500, original.count > 1 else { continue }
      for _ in 0..<60 {
        var text = original
        for _ in 0..<Int.random(in: 1...2, using: &generator) {
          let place = Int.random(in: text.indices, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: text[place] = Array("0123456789eE+-.,:[]{}\"\\u tfn".utf8).randomElement(using: &generator) ?? 0
          case 1: text.insert(text[Int.random(in: text.indices, using: &generator)], at: place)
          default: if text.count > 1 { text.remove(at: place) }
          }
        }
        guard let tree = try? JSONTree(keyguide: text) else { continue }
        taken += 1
        expectAgreement(on: text, tree)
      }
    }
    #expect(taken > 100)
  }

  @Test("what is skipped is what would be taken, and what is wrong is told with its place")
  func skipped() throws {
    let texts = try Self.files.map { [UInt8](try Data(contentsOf: $0)) }
    var refused = 0
    // Inside something, so that names and nesting are in it as well.
    for text in texts + texts.map({ Array(#"{"a":[1,"#.utf8) + $0 + Array("]}".utf8) }) {
      var skipping = JSONReader(text)
      let (skipped, read) = (Result { try skipping.skipWhole() }, Result { try JSONTree(keyguide: text) })
      switch (skipped, read) {
      case (.success, .success): break
      case (.failure(let one), .failure(let other)):
        refused += 1
        // The tree has words of its own for what it expects.
        let places = ["\(one)", "\(other)"].map { $0.components(separatedBy: " at ").last }
        #expect(places[0] == places[1], "\(String(decoding: text, as: UTF8.self))")
      // Whether a number can be one is seen by who wants it.
      case (.success, .failure(let error)): #expect("\(error)".contains("too large number"))
      default: Issue.record("\(String(decoding: text, as: UTF8.self)): skipped \(skipped), read \(read)")
      }
    }
    #expect(refused > 300)
  }

  /// Foundation takes a text for the same value; where a number is too small for any but zero it takes no value.
  private func expectAgreement(on text: [UInt8], _ tree: JSONTree) {
    let other = JSONTree(foundation: text)
    if other == nil, tree.hasZero, text.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      return
    }
    #expect(other == tree, "\(String(decoding: text, as: UTF8.self))")
  }
}

extension JSONTree {
  fileprivate var hasZero: Bool {
    switch self {
    case .null, .bool, .string: false
    case .number(let number): number == 0
    case .array(let elements): elements.contains { $0.hasZero }
    case .object(let members): members.values.contains { $0.hasZero }
    }
  }
}

/// The same numbers in every run (Knuth's constants).
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state.byteSwapped
  }
}

extension JSONReader {
  /// Skips the whole text.
  fileprivate mutating func skipWhole() throws(JSONError) {
    try skipValue()
    try finish()
  }
}
