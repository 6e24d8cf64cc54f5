import Foundation
import Testing

@testable import JSON

@Suite struct JSONWriterTests {
  @Test("objects, arrays and commas")
  func structure() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("a", 1)
      writer.member("b", [true, false])
      writer.member("c", String?.none)
      writer.key("d")
      writer.array { writer in
        writer.object { _ in }
        writer.null()
        writer.value(0.5)
      }
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":1,"b":[true,false],"d":[{},null,0.5]}"#)
  }

  @Test(
    "a double reads back as itself; what JSON has no number for is null",
    arguments: [
      0, -0.0, 1.0 / 3, 1e300, 2.5e-308, 765, 1e16,
    ])
  func doubles(value: Double) throws {
    var writer = JSONWriter()
    writer.value(value)
    var reader = JSONReader(writer.bytes)
    #expect(try reader.readDouble() == value)
  }

  @Test func infinities() {
    var writer = JSONWriter()
    writer.array { writer in
      writer.value(Double.infinity)
      writer.value(Double.nan)
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[null,null]")
  }

  @Test(
    "strings read back as themselves, by our reader and by Foundation's",
    arguments: [
      "", "plain", "\"quoted\" \\ back", "tab\tnewline\n\u{0}\u{1f}", "é€😀", "\u{7f}\u{2028}",
    ])
  func strings(text: String) throws {
    var writer = JSONWriter()
    writer.array { $0.value(text) }
    var reader = JSONReader(writer.bytes)
    #expect(try [String](from: &reader) == [text])
    #expect(try JSONDecoder().decode([String].self, from: Data(writer.bytes)) == [text])
  }

  @Test("removeAll starts anew")
  func reuse() {
    var writer = JSONWriter()
    writer.value(1)
    writer.terminate(with: 0)
    writer.value(2)
    #expect(writer.bytes == [UInt8(ascii: "1"), 0, UInt8(ascii: "2")])
    writer.removeAll()
    writer.value(3)
    #expect(writer.bytes == [UInt8(ascii: "3")])
  }
}
