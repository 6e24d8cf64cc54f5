import Testing

@testable import JSON

@Suite struct JSONReaderTests {
  private func check(_ text: [UInt8]) throws(JSONError) {
    var reader = JSONReader(text)
    try reader.skipValue()
    try reader.finish()
  }

  @Test(
    "well-formed values are taken",
    arguments: [
      "null", "true", " [ ] ", "{}", "-0", "0.5e-7", "1E+2", #""\u00e9\ud83d\ude00\/""#,
      #"{"a":{"b":[1,2,{"c":null}]}}"#,
      #"{"a":1,"a":2}"#, "\"\u{7f}\"",
    ])
  func wellFormed(text: String) throws {
    try check(Array(text.utf8))
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", " ", "nul", "True", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "-", "1.", ".5",
      "1e", "+1",
      "0x1", "NaN", "\"\t\"", "\"\\x\"", #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, #""\u12g4""#, "\"abc", "[",
      "1 2", "\u{0B}1",
    ])
  func malformed(text: String) {
    #expect(throws: JSONError.self) { try check(Array(text.utf8)) }
  }

  @Test(
    "bytes that are not UTF-8 are refused",
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try check(bytes) }
  }

  @Test("nesting is bounded, at any size of input")
  func depth() throws {
    let deep = JSONReader.depthLimit
    try check(Array((String(repeating: "[", count: deep) + String(repeating: "]", count: deep)).utf8))
    let error = #expect(throws: JSONError.self) { try check([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) }
    #expect(error?.reason == .tooDeep(limit: deep))
  }

  @Test("strings come out with their escapes resolved")
  func strings() throws {
    var reader = JSONReader(Array(#"["a\"\\\/\b\f\n\r\té\u20AC\ud83d\ude00", "plain"]"#.utf8))
    let strings = try [String](from: &reader)
    #expect(strings == ["a\"\\/\u{08}\u{0C}\n\r\té€😀", "plain"])
  }

  @Test(
    "integers are exact or refused",
    arguments: [
      ("0", Optional(0)), ("-12", -12), ("9223372036854775807", Int.max), ("9223372036854775808", nil), ("1.0", nil),
      ("1e2", nil), ("\"1\"", nil),
    ])
  func integers(text: String, expected: Int?) {
    var reader = JSONReader(Array(text.utf8))
    #expect((try? reader.readInt()) == expected)
  }

  @Test(
    "numbers are finite or refused",
    arguments: [
      ("1.5", Optional(1.5)), ("-2", -2), ("1e400", nil), ("2.5e-300", 2.5e-300),
    ])
  func doubles(text: String, expected: Double?) {
    var reader = JSONReader(Array(text.utf8))
    #expect((try? reader.readDouble()) == expected)
  }

  @Test("an error names the member and the place")
  func errorPath() throws {
    var reader = JSONReader(Array(#"{"frame": {"width": "wide"}}"#.utf8))
    let error = #expect(throws: JSONError.self) {
      try reader.readObject { (_, frame) throws(JSONError) in
        try frame.readObject { (_, width) throws(JSONError) in _ = try width.readDouble() }
      }
    }
    #expect(error?.member == "frame.width")
    #expect(error?.offset == 20)
    #expect(error?.description == "'frame.width': expected a number at byte 20")
  }

  @Test("what a callback leaves unread is checked and skipped")
  func skipping() throws {
    var reader = JSONReader(Array(#"{"a": [1, {"x": "y"}], "b": 7}"#.utf8))
    var b: Int?
    try reader.readObject { (name, value) throws(JSONError) in
      if name == "b" { b = try value.readInt() }
    }
    #expect(b == 7)
    var broken = JSONReader(Array(#"{"a": [1, {"x": }]}"#.utf8))
    #expect(throws: JSONError.self) { try broken.readObject { (_, _) throws(JSONError) in } }
  }

  @Test("a reader never looks outside its range")
  func range() throws {
    var reader = JSONReader(Array("12345".utf8), range: 1..<3)
    #expect(try reader.readInt() == 23)
    try reader.finish()
  }
}
