import Testing

@testable import PluginHost

@Suite struct LineCutterTests {
  /// The lines of bytes that come in pieces of a size.
  private func lines(_ text: String, piece: Int) -> [String] {
    var cutter = LineCutter()
    var lines: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      rest.prefix(piece).withUnsafeBytes { cutter.take($0) { lines.append($0.text) } }
      rest = rest.dropFirst(piece)
    }
    cutter.finish { lines.append($0.text) }
    return lines
  }

  @Test("lines come out whole, however they come in, and the last one without an end too", arguments: [1, 2, 3, 100])
  func pieces(piece: Int) {
    #expect(lines("one\ntwo ä\n\nlast", piece: piece) == ["one", "two ä", "last"])
  }

  @Test("a line of any length takes bounded memory, and says that it was cut off", arguments: [1000, 4096])
  func long(piece: Int) {
    let cut = lines(String(repeating: "x", count: 1_000_000) + "\nshort\n", piece: piece)
    #expect(cut == [String(repeating: "x", count: LineCutter.longest) + " … (cut off)", "short"])
  }
}
