import Foundation
import Testing

@Suite struct SecurityDocumentTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  /// The text of every file below Tests with that ending.
  private func tests(_ ending: String) throws -> [(name: String, text: String)] {
    let folder = root.appending(path: "Tests").standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == ending }.map { file in
      (file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
    }
  }

  @Test("every test that SECURITY.md names is there, and every threat has one")
  func names() throws {
    let document = try String(contentsOf: root.appending(path: "SECURITY.md"), encoding: .utf8)
    let threats = document.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| who |") }
    #expect(threats.count > 5)
    let swift = try tests("swift")
    let python = try tests("py")
    for threat in threats {
      let evidence = try #require(threat.split(separator: " | ").last)
      let names = evidence.matches(of: /`(\w+(?:\.py)?)(\.|::)(\w+)`/).map(\.output)
      #expect(!names.isEmpty, "\(threat)")
      for (name, suite, separator, function) in names {
        let isThere =
          separator == "::"
          ? python.contains { $0.name == suite && $0.text.contains("def \(function)(") }
          : swift.contains { $0.text.contains("struct \(suite) {") && $0.text.contains("func \(function)(") }
        #expect(isThere, "\(name) is no test")
      }
    }
  }
}
